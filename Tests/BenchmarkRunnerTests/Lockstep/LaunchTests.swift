import BenchmarkModel
import BenchmarkVerdicts
import FrameTiming
import SampleStatistics
import Testing
import WorkerClient
import WorkerProtocol

@testable import BenchmarkRunner
@testable import FramegateKit

/// How many pairs a launch draws, on a clock that only the work of its workers advances.
@Suite("Launches")
struct LaunchTests {
  /// What the workers of both sides do.
  private final class Stage: Sendable {
    /// What a worker was asked for samples and frames.
    typealias Request = (side: ComparisonSide, question: any Question)

    private struct State {
      var now = ContinuousClock.now
      var requests: [Request] = []
    }

    private let state = Locked(State())

    /// How long a request takes: of its number, counted from 0.
    let lasting: @Sendable (Int) -> Duration

    init(_ lasting: @escaping @Sendable (Int) -> Duration) {
      self.lasting = lasting
    }

    var now: ContinuousClock.Instant { state.withLock { $0.now } }
    var requests: [Request] { state.withLock { $0.requests } }

    private func work(_ side: ComparisonSide, _ question: any Question) {
      state.withLock { state in
        state.now += lasting(state.requests.count)
        state.requests.append((side, question))
      }
    }

    /// A worker whose frames take 1 µs, after a first one that takes 9 µs.
    func worker(_ side: ComparisonSide) async throws -> PlayedWorker {
      try await PlayedWorker()
        .answering { [self] (asked: TakeSamples) in
          work(side, asked)
          return Array(repeating: Sample(wallNs: 1_000, cpuNs: 1_000), count: asked.count)
        }
        .answering { [self] (asked: TimeFrames) in
          work(side, asked)
          return [[1_000, 1_000]]
        }
        .answering { [self] (asked: TimeNextFrames) in
          let isFirst = requests.isEmpty
          work(side, asked)
          return (0..<asked.count).map { isFirst && $0 == 0 ? 9_000 : 1_000 }
        }
        .prepare("played")
    }

    var workers: WorkerSides {
      get async throws {
        WorkerSides(
          baseline: try await worker(.baseline), candidate: try await worker(.candidate))
      }
    }

    /// How many questions of a kind there were.
    func count<Asked: Question>(_ type: Asked.Type) -> Int {
      requests.count { $0.question is Asked }
    }
  }

  private static func listed(_ work: ListedBenchmark.Work) -> ListedBenchmark {
    ListedBenchmark(
      name: "played", runsByDefault: true, location: SourceLocation(file: "f", line: 1),
      work: work)
  }

  private static func benchmark(
    _ baseline: ListedBenchmark.Work, _ candidate: ListedBenchmark.Work? = nil,
    rates: [RefreshRate] = [.hz60], share: Duration = .seconds(1),
    limit: Duration = .seconds(6_000), injected: Double? = nil, state: CacheState = .warm,
    on stage: Stage
  ) throws -> LockstepBenchmark {
    var lockstep = Lockstep(Workload { $0.chosenRates = rates })
    lockstep.effort.timeLimit = limit
    lockstep.seed = 7
    lockstep.effort.longestLaunch = share
    lockstep.effort.slowdown = injected
    lockstep.now = { stage.now }
    let (old, new) = (listed(baseline), listed(candidate ?? baseline))
    let sides = PlayedComparison.sides([old], [new])
    return try #require(
      LockstepBenchmark(BySide(baseline: old, candidate: new), of: sides, by: lockstep, state))
  }

  private static func launch(
    of benchmark: LockstepBenchmark, sampleNs: Double = 1_000, frameNs: Double = 0, number: Int = 0
  ) -> Launch {
    var plan = LaunchPlan()
    for side in [ComparisonSide.baseline, .candidate] {
      plan.add(LaunchPlan.SampleSize(iterations: 1, iterationNs: sampleNs), of: side)
    }
    plan.frameNs = [.baseline: frameNs, .candidate: frameNs]
    var generator = SplitMix64(seed: 1)
    return Launch(
      benchmark: benchmark, plan: plan, number: number, core: 0,
      order: PairOrder(using: &generator), startOrder: .baselineFirst, start: benchmark.now())
  }

  private static func scenario(_ milliseconds: Int) -> ListedBenchmark.Work {
    .scenario(ScenarioTraits(duration: .milliseconds(milliseconds)))
  }

  /// Up to three pairs within 50 ms warm up; a pair that takes longer has done so by itself.
  @Test(
    "Samples are drawn in as many pairs as fit, after a few that warm up",
    arguments: [
      (5.0, 1_000, 16, 19), (5, 250, 16, 19), (5, 130, 10, 13), (12.5, 1_000, 16, 18),
      (25, 1_000, 16, 17), (30, 1_000, 14, 14), (600, 1_000, 1, 1),
    ])
  func pairs(sample: Double, share: Int, drawn: Int, asked: Int) async throws {
    let stage = Stage { _ in .milliseconds(sample) }
    let launch = Self.launch(
      of: try Self.benchmark(
        .benchmark(BenchmarkTraits()), share: .milliseconds(share), on: stage),
      sampleNs: sample * 1e6)
    let pairs = try await launch.times(try await stage.workers)
    #expect(pairs.count == drawn)
    #expect(stage.count(TakeSamples.self) == 2 * asked)
  }

  /// Starting took as long as `started`; a launch should take 0.4 s of a limit of 5 s.
  @Test(
    "A launch that took long to start measures as long again, at most for a tenth of the limit",
    arguments: [(0, 400), (100, 300), (200, 200), (300, 300), (400, 400), (900, 400)])
  func longStart(started: Int, time: Int) throws {
    let stage = Stage { _ in .zero }
    let benchmark = try Self.benchmark(
      .benchmark(BenchmarkTraits()), share: .milliseconds(400), limit: .seconds(5), on: stage)
    #expect(
      Self.launch(of: benchmark).timeForPairs(after: .milliseconds(started)) == .milliseconds(time))
  }

  @Test(
    "Both sides repeat equally often, unless an iteration of one takes over twice as long",
    arguments: [
      (1_000.0, 1_000.0, 100, 100), (1_000, 2_000, 100, 100), (2_000, 1_000, 50, 50),
      (1_000, 2_100, 100, 48), (2_100, 1_000, 48, 100), (30_000, 3e9, 4, 1), (3e9, 30_000, 1, 4),
    ])
  func iterations(oldNs: Double, newNs: Double, old: Int, new: Int) {
    var plan = LaunchPlan()
    for (side, ns) in [(ComparisonSide.baseline, oldNs), (.candidate, newNs)] {
      let iterations = max(1, Int((100_000 / ns).rounded(.up)))
      plan.add(LaunchPlan.SampleSize(iterations: iterations, iterationNs: ns), of: side)
    }
    #expect(plan.iterations(of: .baseline) == old)
    #expect(plan.iterations(of: .candidate) == new)
    #expect(plan.longestIterationNs == max(oldNs, newNs))
    plan.lengthening = 2
    #expect(plan.iterations(of: .candidate) == 2 * new)
  }

  @Test(
    "A few frames are compared where all would take a much slower side longer than there is time",
    arguments: [
      (1e6, 1e6, nil), (1e8, 1e8, nil), (1e6, 8e7, nil), (1e6, 9e7, 5), (4e5, 4e9, 1),
      (4e9, 4e5, 1),
      // Twice as long is not much.
      (4.5e7, 9e7, nil), (4.4e7, 9e7, 5),
    ] as [(Double, Double, Int?)])
  func mostFrames(oldNs: Double, newNs: Double, most: Int?) {
    var plan = LaunchPlan()
    plan.frameNs = [.baseline: oldNs, .candidate: newNs]
    #expect(plan.mostFrames(of: 60, within: .seconds(5)) == most)
  }

  /// A frame of the candidate takes 0.1 s, and a whole repetition 6 s.
  @Test("Of an animation that got longer, as many frames are compared as there is time for")
  func longerAnimation() async throws {
    var lockstep = PlayedComparison.lockstep(.seconds(5))
    lockstep.workers = { launch in
      let ns: Int64 = launch.executable == "/nowhere/B" ? 100_000_000 : 1_000
      return WorkerSource {
        PlayedComparison.worker()
          .answering { (asked: TimeFrames) in
            Array(repeating: [ns, ns, ns], count: asked.repetitions)
          }
          .answering { (asked: TimeNextFrames) in Array(repeating: ns, count: asked.count) }
      }
    }
    let (old, new) = (Self.listed(Self.scenario(50)), Self.listed(Self.scenario(1_000)))
    var benchmark = try #require(
      LockstepBenchmark(
        BySide(baseline: old, candidate: new), of: PlayedComparison.sides([old], [new]),
        by: lockstep))
    var set = benchmark.emptySet(at: SequentialLevel(familywise: 0.01))
    try await benchmark.launch(into: &set)
    #expect(benchmark.mostFrames == 5)
  }

  @Test("All frames are compared that take exactly the time", arguments: [(50, nil), (51, 5)])
  func mostFramesInTime(count: Int, most: Int?) {
    var plan = LaunchPlan()
    plan.frameNs = [.baseline: 1e6, .candidate: 1e8]
    #expect(plan.mostFrames(of: count, within: .seconds(5)) == most)
  }

  @Test(
    "A side that runs alone takes as many samples as fit into half of a launch",
    arguments: [
      (10.0, 50, 51), (60, 8, 8), (50, 10, 11), (0.001, 1_024, 1_025), (2_000, 1, 1),
    ])
  func alone(sample: Double, drawn: Int, asked: Int) async throws {
    let stage = Stage { _ in .milliseconds(sample) }
    let launch = Self.launch(of: try Self.benchmark(.benchmark(BenchmarkTraits()), on: stage))
    let times = try await launch.timesAlone(.baseline, try await stage.worker(.baseline))
    #expect(times.count == drawn)
    #expect(stage.count(TakeSamples.self) == asked)
  }

  /// Three frames at 60 Hz and six at 120 Hz: 18 ms for both sides, according to the plan.
  @Test(
    "Frames of a side that runs alone fill a launch, at most 16 times",
    arguments: [(100, 5), (1_000, 16), (1, 1)])
  func framesAlone(share: Int, rounds: Int) async throws {
    let stage = Stage { _ in .milliseconds(1) }
    let launch = Self.launch(
      of: try Self.benchmark(
        Self.scenario(50), rates: [.hz60, .hz120], share: .milliseconds(share), on: stage),
      frameNs: 1e6)
    let frames = try await launch.framesAlone(.baseline, try await stage.worker(.baseline))
    #expect(frames.count == 2 * rounds)
  }

  @Test("Each side plays its own frames, and only the candidate is made slower")
  func sides() async throws {
    for (side, count, share) in [(ComparisonSide.baseline, 3, 0.0), (.candidate, 6, 0.1)] {
      let stage = Stage { _ in .milliseconds(1) }
      let launch = Self.launch(
        of: try Self.benchmark(Self.scenario(50), Self.scenario(100), injected: 0.1, on: stage),
        frameNs: 1e6)
      _ = try await launch.framesAlone(side, try await stage.worker(side))
      let turns = stage.requests.compactMap { $0.question as? TimeNextFrames }
      #expect(!turns.isEmpty && turns.allSatisfy { $0.count == count && $0.share == share })
    }
  }

  /// Up to three pairs within 50 ms warm up.
  @Test(
    "Repetitions are drawn as long as another pair fits into the launch",
    arguments: [
      ([5.0], 130, 10, 13), ([12.5], 250, 8, 10), ([10, 10, 5], 140, 10, 13), ([25], 250, 4, 5),
    ])
  func repetitions(lasting: [Double], share: Int, drawn: Int, asked: Int) async throws {
    let stage = Stage { .milliseconds(lasting[min($0, lasting.count - 1)]) }
    let launch = Self.launch(
      of: try Self.benchmark(Self.scenario(50), share: .milliseconds(share), on: stage),
      frameNs: 1e6, number: 1)
    let pairs = try await launch.frames(try await stage.workers)
    #expect(pairs.count == drawn)
    #expect(stage.count(TimeFrames.self) == 2 * asked)
  }

  /// One pair takes 2 ms while it warms up, the next ones 100 ms, and those after that 2 ms again.
  @Test("A launch on a busy machine measures for its time, however long single pairs take")
  func uneven() async throws {
    let stage = Stage { (6..<8).contains($0) ? .milliseconds(50) : .milliseconds(1) }
    let launch = Self.launch(
      of: try Self.benchmark(
        .benchmark(BenchmarkTraits()), share: .milliseconds(400), on: stage))
    let pairs = try await launch.times(try await stage.workers)
    #expect(pairs.count == LaunchLimits.fewestPairsPerLaunch)
    #expect(stage.now > launch.start + .milliseconds(130))

    let slow = Stage { $0 < 6 ? .milliseconds(1) : .milliseconds(50) }
    let other = Self.launch(
      of: try Self.benchmark(.benchmark(BenchmarkTraits()), share: .milliseconds(400), on: slow))
    #expect(try await other.times(try await slow.workers).count == 2)
    #expect(slow.now <= other.start + .milliseconds(406))
  }

  @Test("All rates are played as long as the launch has exactly the time", arguments: [18, 17])
  func rates(share: Int) async throws {
    let stage = Stage { _ in .zero }
    let launch = Self.launch(
      of: try Self.benchmark(
        Self.scenario(50), rates: [.hz60, .hz120], share: .milliseconds(share), on: stage),
      frameNs: 1e6)
    let pairs = try await launch.frames(try await stage.workers)
    #expect(Set(pairs.map(\.rate)) == (share == 18 ? [.hz60, .hz120] : [.hz60]))
  }

  /// A turn lasts 2 ms.
  @Test(
    "Whole repetitions take turns where a turn would have half of their frames",
    arguments: [(1e6, true), (0.99e6, true), (1.99e6, false)])
  func turns(frameNs: Double, isWhole: Bool) async throws {
    let stage = Stage { _ in .milliseconds(1) }
    // Four frames at 60 Hz.
    let launch = Self.launch(
      of: try Self.benchmark(
        Self.scenario(frameNs > 1e6 ? 100 : 66), share: .milliseconds(100), on: stage),
      frameNs: frameNs)
    _ = try await launch.frames(try await stage.workers)
    #expect((stage.count(TimeNextFrames.self) == 0) == isWhole)
  }

  @Test("The side with more frames decides how many turns there are")
  func mostFrames() async throws {
    let stage = Stage { _ in .milliseconds(1) }
    let launch = Self.launch(
      of: try Self.benchmark(
        Self.scenario(100), Self.scenario(200), share: .milliseconds(1), on: stage),
      frameNs: 4e6)
    let pairs = try await launch.frames(try await stage.workers)
    #expect(pairs.map(\.candidate.count) == [12])
  }

  /// A turn of both sides takes 50 ms, which is the time to warm up, and then 12 of them count.
  @Test("A repetition that warms up stops when the time for that is over")
  func warmUpEnds() async throws {
    let stage = Stage { _ in .milliseconds(25) }
    let launch = Self.launch(
      of: try Self.benchmark(Self.scenario(200), share: .milliseconds(1), on: stage), frameNs: 4e6)
    _ = try await launch.frames(try await stage.workers)
    #expect(stage.count(TimeNextFrames.self) == 2 * (1 + 12))
  }

  @Test("Turns are not lengthened in a launch that has no time for that")
  func noTime() async throws {
    let stage = Stage { _ in .milliseconds(1) }
    var launch = Self.launch(
      of: try Self.benchmark(Self.scenario(200), share: .zero, on: stage), frameNs: 4e6)
    try await launch.lengthenTurns(try await stage.workers)
    #expect(stage.requests.isEmpty)
  }

  @Test("Turns are lengthened 256 times at most")
  func longestTurns() async throws {
    let stage = Stage { _ in .zero }
    var launch = Self.launch(
      of: try Self.benchmark(Self.scenario(20_000), on: stage), frameNs: 4e6)
    let last = Locked(ComparisonSide.candidate)
    @Sendable func worker(_ side: ComparisonSide) async throws -> any WorkerConnection {
      try await PlayedWorker().answering { (asked: TimeNextFrames) in
        let isAfterOther = last.withLock { last in
          defer { last = side }
          return last != side
        }
        return Array(repeating: isAfterOther ? 2_000 : 1_000, count: asked.count)
      }.prepare("played")
    }
    let workers = WorkerSides(
      baseline: try await worker(.baseline), candidate: try await worker(.candidate))
    try await launch.lengthenTurns(workers)
    #expect(launch.plan.lengthening == 256)
  }

  @Test(
    "A side's cost counts as disturbed if it is over a quarter higher after the other side",
    arguments: [(1_250.0, nil), (1_251, 1_000)] as [(Double, Double?)])
  func interference(afterOther: Double, own: Double?) async throws {
    let stage = Stage { _ in .zero }
    let launch = Self.launch(of: try Self.benchmark(.benchmark(BenchmarkTraits()), on: stage))
    #expect(try await launch.costWithInterference { $0 ? afterOther : 1_000 } == own)
  }

  /// Requests of 1, 2, 4 … frames, until there are three, or 50 ms are over.
  @Test(
    "The cost of a frame is that of frames after the first, if there is time for one",
    arguments: [(1, 1_000.0, 2), (50, 9_000, 1), (49, 1_000, 2)])
  func frameCost(milliseconds: Int, cost: Double, requests: Int) async throws {
    let stage = Stage { _ in .milliseconds(milliseconds) }
    let traits = ScenarioTraits(duration: .milliseconds(50))
    let benchmark = try Self.benchmark(.scenario(traits), on: stage)
    #expect(try await benchmark.frameNs(try await stage.worker(.baseline), traits) == cost)
    #expect(stage.count(TimeNextFrames.self) == requests)
  }

  @Test(
    "Where frames take a tenth of a second, cold ones are not asked for",
    arguments: [(100_000_000, 1e8, 0), (99_999_999, 1e6, 2)])
  func longFrameCost(nanoseconds: Int64, cost: Double, repetitions: Int) async throws {
    let stage = Stage { _ in .milliseconds(3) }
    let traits = ScenarioTraits(duration: .milliseconds(50))
    let benchmark = try Self.benchmark(.scenario(traits), state: .cold, on: stage)
    let worker = try await stage.worker(.baseline)
      .answering { (asked: TimeNextFrames) in Array(repeating: nanoseconds, count: asked.count) }
    #expect(try await benchmark.frameNs(worker, traits) == cost)
    #expect(stage.count(TimeFrames.self) == repetitions)
  }

  @Test("A cold frame costs its share of a second repetition, with what makes it cold")
  func coldFrameCost() async throws {
    let stage = Stage { .milliseconds($0 == 0 ? 900 : 30) }
    let traits = ScenarioTraits(duration: .milliseconds(50))
    let benchmark = try Self.benchmark(
      .scenario(traits), rates: [.hz120, .hz60], state: .cold, on: stage)
    #expect(benchmark.rates == [.hz60])
    #expect(try await benchmark.frameNs(try await stage.worker(.baseline), traits) == 1e7)
  }

  @Test("Each side is prepared with its own default variant")
  func variants() async throws {
    let stage = Stage { _ in .zero }
    let benchmark = try Self.benchmark(
      .scenario(ScenarioTraits(duration: .milliseconds(50), variants: ["old"])),
      .scenario(ScenarioTraits(duration: .milliseconds(50), variants: ["new"])), on: stage)
    for (side, variant) in [(ComparisonSide.baseline, "old"), (.candidate, "new")] {
      let asked = Locked<Variant?>(nil)
      let worker = PlayedWorker().answering { (question: Prepare) in
        asked.withLock { $0 = question.parameters.variant }
        return .done
      }
      try await benchmark.prepare(side, worker)
      #expect(asked.withLock { $0 } == Variant(rawValue: variant))
    }
  }
}
