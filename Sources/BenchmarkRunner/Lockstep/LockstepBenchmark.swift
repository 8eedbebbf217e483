import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameTiming
import SampleStatistics
import WorkerProtocol

/// A benchmark or scenario that both sides have, and how its pairs are drawn.
struct LockstepBenchmark {
  /// What both sides state about it.
  enum Work {
    case benchmark(BySide<BenchmarkTraits>)
    case scenario(BySide<ScenarioTraits>)
  }

  /// Time that each launch spends on pairs that are discarded, at most: cold code, cold caches.
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
  let sides: Lockstep.Sides
  let lockstep: Lockstep

  /// What frames find in the caches.
  let state: CacheState

  /// Reads the clock by which launches are planned.
  var now: @Sendable () -> ContinuousClock.Instant = { SteadyClock.now }

  private var generator: SplitMix64

  /// How many launches there were.
  private var launchCount = 0

  /// Found in the first launch.
  private(set) var plan: LaunchPlan?

  /// Nil when one side is a benchmark and the other a scenario.
  init?(
    _ listed: BySide<ListedBenchmark>, of sides: Lockstep.Sides, by lockstep: Lockstep,
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

  /// No pairs yet, to be judged at `level`.
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
    let core = Int.random(
      in: 0..<max(1, ProcessInfo.processInfo.activeProcessorCount), using: &generator)
    let order = PairOrder(using: &generator)
    var starts = PairOrder(using: &generator)
    let startOrder = starts.next()
    let launches = nextLaunches()
    let sources = launches.map(lockstep.workers)
    let start = now()
    if plan == nil {
      var plan = LaunchPlan()
      for side in [ComparisonEntry.Side.baseline, .candidate] {
        let (benchmark, known) = (self, plan)
        plan = try await WorkerPair.side(side, sources[side]) { worker in
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
      // The plan took time, too, but only once.
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

  func prepare(_ side: ComparisonEntry.Side, _ worker: any WorkerConnection) async throws {
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
    guard let plan, case .scenario(let traits) = work, let rate = rates.first else { return nil }
    let count = max(
      traits.baseline.frameCount(at: rate), traits.candidate.frameCount(at: rate))
    return plan.mostFrames(of: count, within: lockstep.effort.timeLimit)
  }

  /// Finds out how long a sample or a turn of a side should be, and how much memory it needs.
  private func plan(
    _ side: ComparisonEntry.Side, with worker: any WorkerConnection, after known: LaunchPlan
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
  /// What was found with empty caches would be too few iterations, and on one side only.
  private func sampleSize(_ worker: any WorkerConnection) async throws -> LaunchPlan.SampleSize {
    let found = try await worker.ask(FindIterations(lastingNs: LaunchPlan.sampleNs))
    var shortest = Double.infinity
    var longerOnes = 0
    let end = now() + Self.warmUpTime
    while shortest == .infinity || longerOnes < Self.warmUpPairs && now() < end {
      let sample = try await worker.ask(TakeSamples(1, iterations: found))[0]
      let iterationNs = sample.wallNs / Double(found)
      longerOnes = iterationNs < shortest ? 0 : longerOnes + 1
      shortest = min(shortest, iterationNs)
    }
    let again = try await worker.ask(FindIterations(lastingNs: LaunchPlan.sampleNs))
    let iterations = max(found, again)
    return LaunchPlan.SampleSize(
      // A share of a multiple of 100 is whole, as trials want it.
      iterations: lockstep.effort.slowdown == nil || iterations < 100
        ? iterations : (iterations + 99) / 100 * 100,
      iterationNs: shortest)
  }
}

/// One process on each side, and how their pairs are drawn.
struct Launch {
  let benchmark: LockstepBenchmark

  /// The first launch may change it.
  var plan: LaunchPlan

  /// Counts from 0.
  let number: Int
  let core: Int
  let order: PairOrder

  /// Which side starts first, makes its benchmark ready first and, if they run apart, is measured
  /// first.
  let startOrder: PairOrder.Turn
  let start: ContinuousClock.Instant

  var lockstep: Lockstep { benchmark.lockstep }

  /// The time that this launch should take.
  var share: Duration { lockstep.effort.launchTime }

  /// The time for pairs in a launch that has taken `started` so far.
  ///
  /// On a busy machine, starting two processes can take all of a launch's time. It is then followed
  /// by as much time for pairs, within limits, because a launch with few pairs says little.
  func timeForPairs(after started: Duration) -> Duration {
    max(share - started, min(started, lockstep.effort.longestTimeForPairs))
  }

  private var mostPairs: Int {
    benchmark.kind == .benchmark
      ? LaunchPlan.mostSamplesPerLaunch : LaunchPlan.mostPairsPerLaunch
  }

  /// Draws pairs for twice as long as starting took, but not for longer than a launch has time.
  ///
  /// - Parameters:
  ///   - first: What counts already, and the time that it took.
  ///   - fewest: The fewest pairs, if there is time for that many.
  ///   - draw: Draws a pair, or one at every rate.
  /// - Returns: At least one; an even number, if there are more.
  /// - Throws: What `draw` throws.
  func pairs<Drawn>(
    after first: (drawn: Drawn, time: Duration)? = nil,
    fewest: Int = LaunchPlan.fewestPairsPerLaunch, _ draw: () async throws -> Drawn
  ) async throws -> [Drawn] {
    let begin = benchmark.now()
    let started = start.duration(to: begin)
    let limit = timeForPairs(after: started)
    var drawn = first.map { [$0.drawn] } ?? []
    if drawn.isEmpty { drawn.append(try await draw()) }
    while true {
      let measured = begin.duration(to: benchmark.now()) + (first?.time ?? .zero)
      let elapsed = max(measured, .nanoseconds(drawn.count))
      // On a busy machine a pair takes 1 ms now and 50 ms then, so their mean says what comes next.
      let more = drawn.count == 1 ? 1 : 2
      let end = elapsed + elapsed / drawn.count * more
      let count = drawn.count + more
      guard end <= limit, count <= mostPairs, count <= fewest || end <= started * 2 else {
        return drawn
      }
      for _ in 0..<more { drawn.append(try await draw()) }
    }
  }
}

extension Launch {
  /// Draws pairs from two processes that run at the same time.
  mutating func together<Series: DrawnSeries>(
    _ series: Series.Type, _ sources: BySide<WorkerSource>
  ) async throws -> [Series.Pair] {
    let launch = self
    let drawn: (pairs: [Series.Pair], plan: LaunchPlan) = try await WorkerPair.with(
      sources, order: startOrder
    ) { workers in
      var launch = launch
      try await launch.prepare(workers)
      let pairs = try await series.draw(&launch, from: workers)
      return (pairs, launch.plan)
    }
    plan = drawn.plan
    return drawn.pairs
  }

  private func prepare(_ workers: WorkerPair) async throws {
    for worker in workers.both {
      // Where the system does not allow it, both run on any core.
      _ = try? await worker.ask(PinToCore(core))
    }
    _ = try await startOrder.take { try await benchmark.prepare($0, workers[$0]) }
  }

  /// Finds out what a turn of a benchmark needs for it not to matter what ran before it: a sample
  /// that does not count, and then longer samples.
  ///
  /// What the other side evicts from the caches, and on a busy machine any other program, has to be
  /// loaded again. In a short sample that would hide what the code itself costs. Where a process
  /// waits long for its turn, the sample that does not count takes hardly any time.
  mutating func settleTurns(_ workers: WorkerPair) async throws {
    guard 2 * plan.longestSampleNs <= LaunchPlan.longestSampleNs else { return }
    if try await waitsLong(for: workers.baseline) { plan.warmsUp = true }
    while plan.lengthening < LaunchPlan.mostLengthening,
      2 * plan.longestSampleNs <= LaunchPlan.longestSampleNs
    {
      var isDisturbed = try await isDisturbed(.baseline, in: workers)
      if !isDisturbed, !plan.hasEqualIterations {
        isDisturbed = try await self.isDisturbed(.candidate, in: workers)
      }
      guard isDisturbed else { return }
      if plan.warmsUp { plan.lengthening *= 2 } else { plan.warmsUp = true }
    }
  }

  /// Whether what counts of a turn takes longer than a sample that follows it at once.
  private func isDisturbed(
    _ side: ComparisonEntry.Side, in workers: WorkerPair
  ) async throws -> Bool {
    try await costWithInterference { isAfterOther in
      if isAfterOther {
        _ = try await sample(side.other, workers[side.other])
        return try await sample(side, workers[side]).cpuNs
      }
      // The last sample follows one of its own side that is as warm as a turn's.
      let iterations = plan.iterations(of: side)
      let samples = try await workers[side].ask(
        TakeSamples(plan.samplesPerTurn + 1, iterations: iterations))
      return samples[plan.samplesPerTurn].cpuNs / Double(iterations)
    } != nil
  }

  /// Whether a turn takes so much longer than its sample that another sample would hardly matter.
  private func waitsLong(for worker: any WorkerConnection) async throws -> Bool {
    var turns: [Double] = []
    for _ in 0..<LaunchPlan.interferenceRounds {
      let start = benchmark.now()
      _ = try await sample(.baseline, worker)
      turns.append(start.duration(to: benchmark.now()) / .nanoseconds(1))
    }
    guard let turn = SortedSamples(turns)?.median else { return false }
    return turn > LaunchPlan.longWait * plan.longestSampleNs
  }

  /// Compares the cost of work that follows the other side's with its cost after work of its own
  /// side.
  ///
  /// - Parameter cost: Does the work of one side, if asked to after the other side's, and measures
  ///   it.
  /// - Returns: The median cost after work of its own side, or nil if the other side's work makes
  ///   no difference.
  /// - Throws: What `cost` throws.
  func costWithInterference(
    _ cost: (_ isAfterOther: Bool) async throws -> Double
  ) async throws -> Double? {
    var afterOther: [Double] = []
    var afterItself: [Double] = []
    for _ in 0..<LaunchPlan.interferenceRounds {
      afterOther.append(try await cost(true))
      afterItself.append(try await cost(false))
    }
    guard let first = SortedSamples(afterOther)?.median,
      let second = SortedSamples(afterItself)?.median
    else { return nil }
    return first > second * LaunchPlan.interferenceRatio ? second : nil
  }

  /// Draws pairs from two processes of which the second starts when the first has ended.
  func apart<Series: DrawnSeries>(
    _ series: Series.Type, _ sources: BySide<WorkerSource>
  ) async throws -> [Series.Pair] {
    let halves = try await startOrder.take { side in
      try await WorkerPair.side(side, sources[side]) { worker in
        _ = try? await worker.ask(PinToCore(core))
        try await benchmark.prepare(side, worker)
        return try await series.drawHalves(self, of: side, from: worker)
      }
    }
    return zip(halves.baseline, halves.candidate).map(series.pair)
  }
}
