import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import FrameTiming
import SampleStatistics
import WorkerClient
import WorkerProtocol

/// A benchmark or scenario that both sides have, and how its pairs are drawn.
struct LockstepBenchmark {
  /// The traits that both sides registered.
  enum Work {
    case benchmark(BySide<BenchmarkTraits>)
    case scenario(BySide<ScenarioTraits>)
  }

  /// The maximum time that each launch spends on pairs that are discarded, because code and caches
  /// are still cold.
  static let warmUpTime = Duration.milliseconds(50)

  /// Pairs that are discarded to warm up, if they do not take longer than ``warmUpTime``.
  static let warmUpPairs = 3

  let name: String
  let kind: BenchmarkKind
  let work: Work

  /// How far numbers of the two answers may differ.
  let answerTolerance: Double

  /// The rates at which a scenario is sampled, including the rates of the candidate's budgets, but
  /// with cold caches only the lowest.
  let rates: [RefreshRate]
  let sides: ListedPrograms
  let lockstep: Lockstep

  /// The state of the caches before each frame.
  let state: CacheState

  private var generator: SplitMix64

  /// How many launches there were.
  private var launchCount = 0

  /// What the first launch found out, or nil before it.
  private(set) var plan: LaunchPlan?

  /// Creates it; nil when one side is a benchmark and the other a scenario.
  init?(
    _ listed: BySide<ListedBenchmark>, of sides: ListedPrograms, by lockstep: Lockstep,
    _ state: CacheState = .warm
  ) {
    self.state = state
    switch (listed.baseline.work, listed.candidate.work) {
    case (.benchmark(let old), .benchmark(let new)):
      work = .benchmark(BySide(baseline: old, candidate: new))
    case (.scenario(let old), .scenario(let new)):
      work = .scenario(BySide(baseline: old, candidate: new))
    case (.benchmark, .scenario), (.scenario, .benchmark): return nil
    }
    let candidate = listed.candidate
    name = candidate.name
    let rates = lockstep.workload.rates(of: candidate)
    // Making a frame cold takes longer than most frames. The rate with the fewest frames gives the
    // most repetitions, and the same code runs at every rate.
    self.rates = state == .warm ? rates : rates.min().map { [$0] } ?? []
    kind = candidate.kind
    answerTolerance = candidate.answerTolerance
    self.sides = sides
    self.lockstep = lockstep
    let seed = lockstep.seed ?? .random(in: 0 ... .max)
    generator = SplitMix64(seed: seed ^ StableHash(of: [name]).number)
  }

  /// The time by which launches are planned.
  func now() -> ContinuousClock.Instant { lockstep.now() }

  /// An empty set of pairs, to be judged at `level`.
  func emptySet(at level: SequentialLevel) -> any DrawnSeries {
    switch work {
    case .benchmark(let traits):
      PairedTimes(
        name: name, level: level, operations: traits.map { Double($0.operations) },
        metric: lockstep.timeMetric)
    case .scenario(let traits):
      PairedFrames(
        name: name, rates: rates,
        grids: Dictionary(
          uniqueKeysWithValues: rates.map { rate in (rate, traits.map { $0.grid(at: rate) }) }),
        level: level, metric: state == .warm ? .work : .coldWork)
    }
  }
}

extension LockstepBenchmark {
  /// Starts a new process on each side and adds its pairs to `set`.
  mutating func launch<Series: DrawnSeries>(into set: inout Series) async throws {
    let core = Int.random(in: 0..<max(1, lockstep.coreCount), using: &generator)
    let order = PairOrder(using: &generator)
    var starts = PairOrder(using: &generator)
    let startOrder = starts.next()
    let launches = nextLaunches()
    let sources = launches.map(lockstep.workers)
    let start = now()
    if plan == nil {
      var plan = LaunchPlan()
      for side in ComparisonSide.allCases {
        let (benchmark, known) = (self, plan)
        plan = try await WorkerSides.side(side, sources[side]) { worker in
          _ = try? await worker.ask(PinToCore(core))
          return try await benchmark.plan(side, with: worker, after: known)
        }
      }
      self.plan = plan
    }
    guard let plan else { return }
    var launch = Launch(
      benchmark: self, plan: plan, number: launchCount, core: core, order: order,
      startOrder: startOrder,
      // Only the first launch makes the plan, so the time for it does not count.
      start: launchCount == 0 ? now() : start)
    launchCount += 1
    for launch in launches.both { CodePages.forget(launch.executable) }
    let pairs: [Series.Pair] =
      plan.isApart
      ? try await launch.apart(Series.self, sources)
      : try await launch.together(Series.self, sources)
    try Task.checkCancellation()
    self.plan = launch.plan
    set.add(launch: pairs)
  }

  mutating func nextLaunches() -> BySide<WorkerLaunch> {
    let layout = AddressLayout(
      launcher: sides.launcher, shift: .random(in: AddressLayout.shifts, using: &generator))
    // Another seed in every launch, so that the verdict does not depend on the luck of one.
    return lockstep.launches(
      of: sides.programs, in: layout, hashSeed: .random(in: 0 ... .max, using: &generator),
      number: launchCount)
  }

  func prepare(_ side: ComparisonSide, _ worker: any WorkerConnection) async throws {
    switch work {
    case .benchmark: try await worker.prepare(name)
    case .scenario(let traits):
      try await worker.prepare(
        name, lockstep.workload.parameters(of: traits[side]), mostFrames: mostFrames)
    }
  }

  /// How many frames of a scenario are compared, from the first, or nil for all.
  ///
  /// Where a side became so slow that a single repetition takes longer than there is time, a few
  /// frames show it.
  var mostFrames: Int? {
    guard let plan, case .scenario(let traits) = work, let rate = rates.first else {
      return nil
    }
    let count = max(
      traits.baseline.frameCount(at: rate), traits.candidate.frameCount(at: rate))
    return plan.mostFrames(of: count, within: lockstep.effort.timeLimit)
  }

  /// Finds out how long a sample or a turn of a side should be, and how much memory it needs.
  private func plan(
    _ side: ComparisonSide, with worker: any WorkerConnection, after known: LaunchPlan
  ) async throws -> LaunchPlan {
    try await prepare(side, worker)
    var plan = known
    switch work {
    case .benchmark: plan.add(try await sampleSize(worker), of: side)
    case .scenario(let traits): plan.frameNs[side] = try await frameNs(worker, traits[side])
    }
    // Two processes that page each other out, or are killed for it, measure the system.
    if let peak = try await worker.ask(PeakMemory()) {
      plan.peakBytes += peak
      plan.isApart = Double(plan.peakBytes) > 0.9 * Double(MemoryProbe.availableBytes + peak)
    }
    return plan
  }

  /// The iterations of a sample, and about how long one of them takes.
  ///
  /// Caches may need many iterations to fill, so samples are taken for as long as they get shorter.
  /// With empty caches, too few iterations would be found, and only on one side.
  private func sampleSize(_ worker: any WorkerConnection) async throws -> LaunchPlan.SampleSize {
    let found = try await worker.ask(FindIterations(lastingNs: LaunchLimits.sampleNs))
    var shortest = Double.infinity
    var longerOnes = 0
    let end = now() + Self.warmUpTime
    while shortest == .infinity || longerOnes < Self.warmUpPairs && now() < end {
      let sample = try await worker.ask(TakeSamples(1, iterations: found))[0]
      let iterationNs = sample.wallNs / Double(found)
      longerOnes = iterationNs < shortest ? 0 : longerOnes + 1
      shortest = min(shortest, iterationNs)
    }
    let again = try await worker.ask(FindIterations(lastingNs: LaunchLimits.sampleNs))
    let iterations = max(found, again)
    return LaunchPlan.SampleSize(
      // A share of a multiple of 100 is whole, as trials need it.
      iterations: lockstep.effort.slowdown == nil || iterations < 100
        ? iterations : (iterations + 99) / 100 * 100,
      iterationNs: shortest)
  }
}

extension LockstepBenchmark {
  /// The minimum mean cost of frames, in nanoseconds, at which cold caches hardly matter.
  private static let longestCooledNs = 100e6

  /// The mean cost of a frame of a side, in nanoseconds: of one repetition at the first rate, or of
  /// as many frames as warming up allows.
  func frameNs(_ worker: any WorkerConnection, _ traits: ScenarioTraits) async throws -> Double {
    guard let rate = rates.first else { return 0 }
    let warmNs = try await warmFrameNs(worker, traits, at: rate)
    if state == .cold, warmNs < Self.longestCooledNs {
      // Making everything cold takes longer than most frames. The first time, code is not even in
      // memory.
      var elapsed = Duration.zero
      for _ in 0..<2 {
        let start = now()
        try await worker.ask(TimeFrames(at: rate, repetitions: 1, .cold))
        elapsed = start.duration(to: now())
      }
      return elapsed / .nanoseconds(1) / Double(max(1, traits.frameCount(at: rate)))
    }
    return warmNs
  }

  private func warmFrameNs(
    _ worker: any WorkerConnection, _ traits: ScenarioTraits, at rate: RefreshRate
  ) async throws -> Double {
    let end = now() + Self.warmUpTime
    try await worker.ask(StartScene(at: rate, .warm))
    var times: [Int64] = []
    var count = 1
    repeat {
      times += try await worker.ask(TimeNextFrames(count))
      count *= 2
    } while times.count < traits.frameCount(at: rate) && now() < end
    // The first frame is cold, if there is another.
    let warm = times.count > 1 ? times.dropFirst() : times[...]
    return warm.reduce(0) { $0 + Double($1) } / Double(max(1, warm.count))
  }
}
