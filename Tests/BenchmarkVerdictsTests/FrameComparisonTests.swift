import BenchmarkModel
import FrameTiming
import ResultTestSupport
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkResults
@testable import BenchmarkVerdicts

@Suite("Comparison frame by frame")
struct FrameComparisonTests {
  private func comparison(
    _ before: [Int64], _ after: [Int64], change: (inout FrameCosts) -> Void = { _ in }
  ) -> Comparison {
    let old = Fixtures.scenario("transition.cartFold.present", [Fixtures.frames(.hz60, before)])
    var new = Fixtures.scenario("transition.cartFold.present", [Fixtures.frames(.hz60, after)])
    new.changeFrames { change(&$0[0]) }
    return Comparison.compare(
      base: Fixtures.file([old]), candidate: Fixtures.file([new]), spread: .none)
  }

  @Test("A range of slower frames is listed, with its effect on dropped frames")
  func range() throws {
    let before = [Int64](repeating: 12_000_000, count: 30)
    var after = before
    for frame in 12...19 { after[frame] = 18_000_000 }

    let entry = try #require(comparison(before, after).entries.first { $0.metric == "work" })

    #expect(entry.verdict == .regressed)
    #expect(
      entry.changedFrames.runs == [
        ChangedFrames(first: 12, last: 19, ratio: 1.5, verdict: .regressed)
      ])
    #expect(entry.droppedFrames?.baseline == 0)
    #expect(entry.droppedFrames.map { $0.candidate > 0 } == true)
  }

  @Test("One slow frame among many is listed but does not decide")
  func loneFrame() throws {
    let before = [Int64](repeating: 1_000_000, count: 30)
    var after = before
    after[7] = 1_500_000

    let entry = try #require(comparison(before, after).entries.first { $0.metric == "work" })

    #expect(entry.verdict == .unchanged)
    #expect(entry.changedFrames.map(\.first) == [7])
  }

  @Test("Slow frames count even when all others got faster")
  func slowWins() throws {
    let before = [Int64](repeating: 1_000_000, count: 30)
    let after = (0..<30).map { frame -> Int64 in (3...6).contains(frame) ? 1_500_000 : 500_000 }

    let entry = try #require(comparison(before, after).entries.first { $0.metric == "work" })

    #expect(entry.verdict == .regressed)
    #expect(entry.changedFrames.map(\.verdict) == [.improved, .regressed, .improved])
  }

  @Test("Allocations are compared frame by frame: moving one to another frame is detected")
  func counters() throws {
    let work = [Int64](repeating: 1_000_000, count: 4)
    let result = comparison(work, work) { $0.mallocCountTotal = .value([3, 3, 4, 2]) }

    let entry = try #require(result.entries.first { $0.metric == "mallocCountTotal" })

    #expect(entry.verdict == .regressed)
    #expect(entry.baseline == 12 && entry.candidate == 12)
    #expect(entry.changedFrames.map(\.first) == [2, 3])
  }

  @Test(
    "What processes count differently changes only beyond what each side's processes differ by",
    arguments: [
      ([[1, 1]], [[1, 1]], Verdict.unchanged), ([[1, 1]], [[1, 2]], .regressed),
      ([[1, 1], [1, 3]], [[1, 2], [1, 4]], .unchanged),
      ([[1, 1], [1, 3]], [[1, 5]], .inconclusive), ([[1, 1], [1, 3]], [[1, 6]], .regressed),
      ([[9, 9], [9, 8]], [[1, 1]], .improved),
    ] as [([[Int64]], [[Int64]], Verdict)])
  func kernel(before: [[Int64]], after: [[Int64]], verdict: Verdict) throws {
    let work = [Int64](repeating: 1_000_000, count: 2)
    func file(_ counts: [[Int64]]) -> ResultFile {
      var costs = Fixtures.frames(.hz60, work)
      costs.kernel = [
        .init(metric: "syscalls", frames: .value(counts)),
        .init(metric: "pageFaults", frames: .unavailable("off")),
      ]
      return Fixtures.file([Fixtures.scenario("a", [costs])])
    }
    let entries = Comparison.compare(
      base: file(before), candidate: file(after),
      rules: .init(metrics: ["syscalls", "pageFaults"])
    ).entries

    #expect(entries.map(\.metric) == ["syscalls", "pageFaults"])
    #expect(entries.first?.verdict == verdict)
    #expect(entries.first?.baseline == Double(before[0][0] + before[0][1]))
    #expect(entries.last?.reason == "off")
  }

  @Test("A different number of frames is inconclusive")
  func otherLength() throws {
    let result = comparison(
      [Int64](repeating: 1_000_000, count: 30), [Int64](repeating: 1_000_000, count: 36))

    #expect(result.severity == .inconclusive)
    #expect(result.entries.contains { $0.reason == "30 frames against 36; the duration changed" })
    let work = try #require(result.entries.first { $0.metric == "work" })
    #expect(work.times?.interval == nil)
    #expect(work.changedFrames.frameCount == 0)
  }

  @Test("The same number of frames at other rates is inconclusive")
  func otherRates() throws {
    let work = [Int64](repeating: 1_000_000, count: 30)
    let result = comparison(work, work) {
      $0.segments = [.init(rate: .hz60, ticks: 20), .init(rate: RefreshRate(hertz: 30), ticks: 10)]
    }

    #expect(result.severity == .inconclusive)
    #expect(
      result.entries.contains { $0.reason == "30 frames at 60 Hz against 30 at 60→30 Hz" })
  }

  @Test("A rate that was not sampled is missing, and the reason says how to sample it")
  func missingRate() throws {
    var candidate = Fixtures.scenario()
    candidate.changeFrames { $0.removeLast() }

    let result = Comparison.compare(
      base: Fixtures.file([Fixtures.scenario()]), candidate: Fixtures.file([candidate]))

    let gap = try #require(result.entries.first { $0.rate == .hz120 })
    #expect(
      gap.conclusion
        == .missing(
          from: .candidate,
          reason:
            "not sampled at 120 Hz; measure with '--rate 60,120', or without '--rate' if a budget names it"
        ))
  }

  @Test("A scenario that could not run gives its own reason for every rate that it lacks")
  func missingFrames() throws {
    let whole = Fixtures.scenario()
    var without = whole
    without.changeScenario { $0.frames = .unavailable("AVX2 is not available on this machine") }

    let removed = Comparison.compare(
      base: Fixtures.file([whole]), candidate: Fixtures.file([without]))
    let added = Comparison.compare(
      base: Fixtures.file([without]), candidate: Fixtures.file([whole]))

    let reason = "AVX2 is not available on this machine"
    #expect(removed.entries.map(\.rate) == [.hz60, .hz120])
    #expect(
      removed.entries.allSatisfy {
        $0.conclusion == .missing(from: .candidate, reason: reason)
      })
    #expect(added.entries.map(\.rate) == [.hz60, .hz120])
    #expect(added.entries.allSatisfy { $0.conclusion == .added(reason: reason) })
  }

  @Test("Frames of another machine are shown without a verdict, with their ratio")
  func otherMachine() throws {
    let old = Fixtures.file([Fixtures.scenario()])
    var new = Fixtures.file([Fixtures.scenario(workNs: 1_000_000)])
    new.environment.machine.cores += 1
    let work = try #require(
      Comparison.compare(base: old, candidate: new).entries.first { $0.metric == "work" })
    #expect(work.verdict == .inconclusive)
    #expect(work.times?.interval != nil)
    #expect(work.changedFrames.frameCount == 30 && work.changedFrames.isEmpty)
  }

  @Test(
    "Work outside of its interval, in a file that was edited, widens it", arguments: [500, 2_000])
  func editedWork(workNs: Int64) throws {
    let result = comparison([1_000], [1_000]) {
      $0.intervalNs = .value([995...1_005])
      $0.warmNs = [workNs]
    }
    let work = try #require(result.entries.first { $0.metric == "work" })
    #expect(work.verdict == .inconclusive)
    let interval = try #require(work.times?.interval)
    #expect(interval.low < 1 && interval.high > 1)
    #expect(workNs < 1_000 ? interval.low < 0.51 : interval.high > 1.99)
  }

  /// Frames that were made cold with this pause before each.
  private func cold(_ sleepNs: Int?) -> BenchmarkResult {
    let work = [Int64](repeating: 1_000_000, count: 4)
    var frames = Fixtures.frames(.hz60, work)
    if let sleepNs {
      frames.coldNs = .value(work)
      frames.cooling = Cooling(method: "flush", sleepNs: sleepNs, repetitions: 3)
    }
    return Fixtures.scenario("s", [frames])
  }

  @Test(
    "Cold frames are compared if they were made cold alike, or else the warm ones",
    arguments: [
      (100, 100, false, nil), (100, 200, false, "made cold in different ways"),
      (100, 200, true, nil), (nil, 100, false, "only cold work has intervals"),
      (nil, nil, false, nil),
    ] as [(Int?, Int?, Bool, String?)])
  func cooling(old: Int?, new: Int?, comparesWarm: Bool, problem: String?) throws {
    let files = [old, new].map { Fixtures.file([cold($0)]) }
    let sides = comparesWarm ? files.map(\.warm) : files
    let work = try #require(
      Comparison.compare(base: sides[0], candidate: sides[1]).entries.first { $0.metric == "work" })
    #expect(work.verdict == (problem == nil ? .unchanged : .inconclusive))
    if let problem {
      #expect(try #require(work.reason).contains(problem))
    } else {
      #expect(work.reason == nil)
    }
  }

  @Test("Allocations that one side counted twice have a range", arguments: [true, false])
  func recounted(isCandidate: Bool) throws {
    func scenario(isAgain: Bool) -> BenchmarkResult {
      var frames = Fixtures.frames(.hz60, [1_000_000, 1_000_000])
      if isAgain {
        frames.recount = FrameCosts.Recount(
          mallocCountTotal: [3, 9], mallocBytesCount: nil)
      }
      return Fixtures.scenario("s", [frames])
    }
    let count = try #require(
      Comparison.compare(
        base: Fixtures.file([scenario(isAgain: !isCandidate)]),
        candidate: Fixtures.file([scenario(isAgain: isCandidate)])
      ).entries.first { $0.metric == "mallocCountTotal" })
    let (repeats, varies) = (Interval(low: 6, high: 6), Interval(low: 6, high: 12))
    #expect(
      count.countRanges
        == BySide(
          baseline: isCandidate ? repeats : varies, candidate: isCandidate ? varies : repeats))
  }

  @Test("Frames without work are unchanged against themselves")
  func idle() {
    #expect(comparison([0, 0, 0], [0, 0, 0]).severity == .pass)
  }
}
