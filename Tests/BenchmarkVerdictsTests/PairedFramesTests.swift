import BenchmarkModel
import FrameTiming
import SampleStatistics
import Testing

@testable import BenchmarkVerdicts

@Suite("Paired frames")
struct PairedFramesTests {
  private let level = SequentialLevel(familywise: 0.01)
  private let rule = VerdictRule(threshold: 0.02)

  /// A pair of frames of about 100 µs; those of the candidate take `factors` times as long.
  private func pair(
    _ factors: [Double], at rate: RefreshRate = .hz60, framesPerTurn: Int? = nil, number: Int = 0
  ) -> PairedFrames.Pair {
    func repetition(_ factors: [Double], _ salt: Int) -> [Int64] {
      factors.enumerated().map { frame, factor in
        let noise = 1 + 0.001 * Double((number * 37 + frame * 11 + salt) % 7 - 3)
        return Int64(100_000 * factor * noise)
      }
    }
    return PairedFrames.Pair(
      rate: rate, baseline: repetition(factors.map { _ in 1 }, 1),
      candidate: repetition(factors, 4), framesPerTurn: framesPerTurn)
  }

  @Test(
    "A launch of long repetitions counts by the fewest turns of its sides, at most three times each",
    arguments: [
      ([4, 4], 2), ([2, 2], 4), ([3, 3], 4), ([1, 1], 6), ([1, 1, 1], 9), ([1, 4], 2), ([4, 1], 2),
    ])
  func ratioCount(framesPerTurn: [Int], count: Int) {
    var frames = PairedFrames(name: "s", rates: [.hz60], level: level)
    frames.add(launch: framesPerTurn.map { pair([1, 1, 1, 1], framesPerTurn: $0) })
    #expect(frames.ratioCount == count)
  }

  /// From eight pairs on, two are a group.
  @Test(
    "Pairs are divided into parts by their turns, into fewer where a launch has more groups",
    arguments: [(1, 8, 1), (1, 4, 2), (1, 1, 8), (2, 1, 4), (4, 1, 2), (9, 1, 2), (2, 4, 2)])
  func parts(pairs: Int, framesPerTurn: Int, count: Int) {
    let pair = pair(Array(repeating: 1, count: 8), framesPerTurn: framesPerTurn)
    #expect(PairedFrames.parts(of: [Array(repeating: pair, count: pairs)]) == count)
  }

  /// At 120 Hz, times vary a lot more, so that the interval of all rates is between those of both.
  @Test("Where nothing is certain, a rate has the narrower interval: its own, or that of all rates")
  func narrowerInterval() throws {
    var generator = SplitMix64(seed: 3)
    let rates: [RefreshRate] = [.hz60, .hz120]
    let launches = (0..<6).map { _ in
      zip(rates, [0.01, 0.1]).flatMap { rate, noise in
        (0..<8).map { number in
          let factor = 1 + Double.random(in: -noise...noise, using: &generator)
          return pair(Array(repeating: factor, count: 10), at: rate, number: number)
        }
      }
    }
    let works = try rates.map { rate in
      try #require(
        ExpectedWork(
          launches: launches.map { launch in
            launch.filter { $0.rate == rate }.map { ($0.baseline, $0.candidate) }
          }, frameCount: 10))
    }
    let half = level.shared(by: 2)
    func interval(_ works: [ExpectedWork], _ level: SequentialLevel) throws -> Interval {
      try #require(ExpectedWork.ratio(of: works).estimate(atLook: 1, level: level)).interval
    }
    let all = try interval(works, half.shared(by: 2))
    let own = try works.map { try interval([$0], half.shared(by: 4)) }
    try #require(own[0].width < all.width && all.width < own[1].width)

    var frames = PairedFrames(name: "s", rates: rates, level: level)
    for launch in launches { frames.add(launch: launch) }
    let entries = frames.entries(atLook: 1, rule: VerdictRule(threshold: 0.0001))
    #expect(entries.map(\.verdict) == [.inconclusive, .inconclusive])
    #expect(entries.map { $0.times?.interval } == [own[0], all])
  }

  @Test("The work at a single rate has half of the error probability for itself")
  func oneRate() throws {
    var frames = PairedFrames(name: "s", rates: [.hz60], level: level)
    let launches = (0..<3).map { launch in
      (0..<16).map { pair([1.2, 1.1, 1.3, 1], number: 5 * launch + $0) }
    }
    for launch in launches { frames.add(launch: launch) }
    let work = try #require(ExpectedWork(launches: launches, frameCount: 4))
    let entry = frames.entries(atLook: 1, rule: rule)[0]
    #expect(
      entry.times?.interval
        == ExpectedWork.ratio(of: [work]).estimate(atLook: 1, level: level.shared(by: 2))?.interval)
  }

  @Test("Frames at other vsyncs are no comparison", arguments: [60, 30])
  func grids(hertz: Int) {
    let other = VsyncGrid(rate: RefreshRate(hertz: hertz))
    var frames = PairedFrames(
      name: "s", rates: [.hz60],
      grids: [.hz60: BySide(baseline: VsyncGrid(rate: .hz60), candidate: other)], level: level)
    for launch in 0..<6 {
      frames.add(launch: (0..<8).map { pair([1, 1, 1], number: 8 * launch + $0) })
    }
    let entry = frames.entries(atLook: 1, rule: rule)[0]
    #expect(entry.verdict == (hertz == 60 ? .unchanged : .inconclusive))
    #expect((entry.reason?.hasPrefix("frames at 60 Hz against") == true) == (hertz == 30))
  }

  @Test("A rate of one launch has the interval of all rates, if that contains its ratio")
  func oneLaunchEach() {
    let rates: [RefreshRate] = [.hz60, .hz120]
    func entries(_ factors: [Double]) -> [ComparisonEntry] {
      var frames = PairedFrames(name: "s", rates: rates, level: level)
      for (rate, factor) in zip(rates, factors) {
        frames.add(
          launch: (0..<8).map {
            pair(Array(repeating: factor, count: 10), at: rate, number: $0)
          })
      }
      return frames.entries(atLook: 1, rule: rule)
    }
    #expect(entries([1, 1]).allSatisfy { $0.times?.interval != nil })
    #expect(entries([1, 1]).allSatisfy { $0.verdict == .inconclusive && $0.reason != nil })
  }

  @Test("A single frame that is slower decides only if it moves the sum")
  func smallFrame() {
    func entry(_ factor: Double) -> ComparisonEntry {
      var frames = PairedFrames(name: "s", rates: [.hz60], level: level)
      for launch in 0..<12 {
        frames.add(
          launch: (0..<16).map {
            pair(
              (0..<30).map { $0 == 12 ? factor : 1 }, framesPerTurn: 30, number: 16 * launch + $0)
          })
      }
      return frames.entries(atLook: 1, rule: rule)[0]
    }
    // 1.3 % and 3.3 % of all work.
    #expect(entry(1.4).verdict == .unchanged)
    #expect(entry(1.4).changedFrames.map(\.first) == [12])
    #expect(entry(2).verdict == .regressed)
  }

  @Test(
    "Few frames are judged together if there are three of them, in three launches",
    arguments: [
      (2, 6, 1.1, Verdict.inconclusive), (3, 6, 1.1, .regressed), (4, 6, 1.1, .regressed),
      (3, 6, 0.9, .improved), (3, 3, 1.1, .regressed), (3, 2, 1.1, .inconclusive),
      (3, 6, 1, .inconclusive),
    ])
  func neighbors(frameCount: Int, launches: Int, factor: Double, verdict: Verdict) {
    let factors = Array(repeating: factor, count: frameCount)
    let count = 6 / launches
    let ratios = FrameRatios(
      launches: (0..<launches).map { launch in
        (0..<count).map { pair(factors, number: count * launch + $0) }
      }, frameCount: frameCount)
    #expect(
      ratios.verdicts(level: level, atLook: 1, rule: rule)
        == Array(repeating: verdict, count: frameCount))
  }

  @Test("A repetition with another number of frames, on either side, has no interval")
  func otherDuration() {
    for (old, new) in [(3, 4), (4, 3), (4, 4)] {
      var frames = PairedFrames(name: "s", rates: [.hz60], level: level)
      for launch in 0..<6 { frames.add(launch: [pair([1, 1, 1], number: launch)]) }
      frames.add(
        launch: [
          .init(
            rate: .hz60, baseline: Array(repeating: 100_000, count: old),
            candidate: Array(repeating: 100_000, count: new))
        ])
      let entry = frames.entries(atLook: 1, rule: rule)[0]
      #expect(entry.verdict == .inconclusive && entry.times?.interval == nil)
    }
  }

  @Test(
    "A run of frames is certain after six launches that agree",
    arguments: [(5, 1.5, false), (6, 1.5, true), (6, 1, false), (12, 1.5, true)])
  func certain(launches: Int, factor: Double, isCertain: Bool) {
    let ratios = FrameRatios(
      launches: (0..<launches).map { launch in
        (0..<32).map { pair([factor, factor], number: 32 * launch + $0) }
      }, frameCount: 2)
    let run = ChangedFrames(first: 0, last: 1, ratio: nil, verdict: .regressed)
    #expect(ratios.isCertain(run, level: level, atLook: 1, rule: rule) == isCertain)
  }
}
