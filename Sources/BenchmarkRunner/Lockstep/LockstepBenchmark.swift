import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults
import Foundation
import FrameTiming
import SampleStatistics
import SystemTools

/// A benchmark or scenario that both sides have, and how its pairs are drawn.
struct LockstepBenchmark {
  /// What both sides state about it.
  private enum Work {
    case benchmark(BenchmarkTraits, BenchmarkTraits)
    case scenario(ScenarioTraits, ScenarioTraits)
  }

  /// Samples on each side of a launch that are discarded: cold code, cold caches.
  private static let warmUp = 3

  let name: String
  let kind: BenchmarkKind
  private let work: Work
  let sides: LockstepSession.Sides
  let settings: LockstepSettings

  private var generator: SplitMix64

  /// Iterations in a sample on both sides, found in the first launch; nil for scenarios.
  private var iterations: Int?

  /// Nil when one side is a benchmark and the other a scenario.
  init?(
    _ baseline: ListedBenchmark, _ candidate: ListedBenchmark, of sides: LockstepSession.Sides,
    settings: LockstepSettings
  ) {
    switch (baseline.work, candidate.work) {
    case (.benchmark(let old), .benchmark(let new)): work = .benchmark(old, new)
    case (.scenario(let old), .scenario(let new)): work = .scenario(old, new)
    case (.benchmark, .scenario), (.scenario, .benchmark): return nil
    }
    name = candidate.name
    kind = candidate.kind
    self.sides = sides
    self.settings = settings
    generator = SplitMix64(seed: settings.seed ^ StableHash(of: [name]).number)
  }

  /// No pairs yet, to be judged at `level`.
  func emptySet(at level: SequentialLevel) -> PairedSet {
    switch work {
    case .benchmark(let old, let new):
      .times(
        PairedTimes(
          name: name, level: level, operations: (Double(old.operations), Double(new.operations)),
          metric: settings.timeMetric))
    case .scenario:
      .frames(
        settings.measuring.rates.map { rate in
          PairedFrames(name: name, rate: rate, level: level)
        })
    }
  }

  /// Starts a new process on each side and adds its pairs to `set`.
  ///
  /// - Throws: ``SideFailure``, `CancellationError`.
  mutating func launch(into set: inout PairedSet) async throws {
    let core = Int.random(
      in: 0..<max(1, ProcessInfo.processInfo.activeProcessorCount), using: &generator)
    let order = PairOrder(using: &generator)
    let layout = AddressLayout(
      launcher: sides.launcher, shift: .random(in: AddressLayout.shifts, using: &generator))
    // Another seed in every launch, so that the verdict does not depend on the luck of one.
    let (old, new) = settings.launches(
      in: layout, hashSeed: .random(in: 0 ... .max, using: &generator))
    let plan = self
    let start = ContinuousClock.now
    let launched = try await WorkerPair.with(old, new) { workers in
      for worker in [workers.baseline, workers.candidate] {
        // Where the system does not allow it, both run on any core.
        try? await worker.pin(to: core)
      }
      return try await plan.draw(workers, order, since: start)
    }
    try Task.checkCancellation()
    if case .times(_, let count) = launched { iterations = count }
    set.add(launched)
  }

  private func draw(
    _ workers: WorkerPair, _ order: PairOrder, since start: ContinuousClock.Instant
  ) async throws -> PairedLaunch {
    switch work {
    case .benchmark:
      return try await drawTimes(
        try await workers.baseline.prepare(name), try await workers.candidate.prepare(name),
        order, since: start)
    case .scenario(let old, let new):
      return try await drawFrames(
        try await workers.baseline.prepare(name, settings.measuring.parameters(of: old)),
        try await workers.candidate.prepare(name, settings.measuring.parameters(of: new)),
        order, since: start)
    }
  }

  /// Draws pairs that are discarded, to warm up.
  ///
  /// - Returns: The number of pairs for a launch that started at `start`: enough to take twice as long
  ///   as starting it, but few enough for twelve launches to fit into the time limit; an even number.
  private func pairCount(
    since start: ContinuousClock.Instant, warmingUpWith pair: () async throws -> Void
  ) async throws -> Int {
    let clock = ContinuousClock()
    // A verdict needs six launches, and a clock that changes speed may double the time of later pairs.
    let share = settings.timeLimit / 12
    var shortest = try await clock.measure(pair)
    for _ in 1..<Self.warmUp {
      // A sample this long has warmed up by itself.
      if shortest > share { break }
      shortest = min(shortest, try await clock.measure(pair))
    }
    shortest = max(shortest, .nanoseconds(1))
    let started = start.duration(to: clock.now)
    let wanted = max(2 * (started / shortest), Double(LockstepSettings.fewestPairsPerLaunch))
    let fitting = (share - started) / shortest
    let count = min(wanted, fitting, Double(LockstepSettings.mostPairsPerLaunch))
    return 2 * max(1, Int(count / 2))
  }
}

extension LockstepBenchmark {
  private func drawTimes(
    _ baseline: PreparedWorker, _ candidate: PreparedWorker, _ order: PairOrder,
    since start: ContinuousClock.Instant
  ) async throws -> PairedLaunch {
    var order = order
    let iterations =
      if let known = self.iterations { known } else { try await calibrate(baseline) }
    let more = Int((Double(iterations) * (1 + (settings.injected ?? 0))).rounded())
    func pair() async throws -> PairedTimes.Pair {
      let (old, new) = try await order.next(
        baseline: { try await baseline.samples(1, iterations: iterations)[0] },
        candidate: { try await candidate.samples(1, iterations: more)[0] })
      // Both are divided by the baseline's count, so that injected work shows.
      return PairedTimes.Pair(
        baseline: .init(old, iterations: iterations), candidate: .init(new, iterations: iterations))
    }
    let count = try await pairCount(since: start) { _ = try await pair() }
    var pairs: [PairedTimes.Pair] = []
    for _ in 0..<count { pairs.append(try await pair()) }
    return .times(pairs, iterations: iterations)
  }

  private func calibrate(_ worker: PreparedWorker) async throws -> Int {
    let iterations = try await worker.iterations(lastingNs: LockstepSettings.sampleNs)
    // The injected share must be a whole number of iterations.
    guard let injected = settings.injected, injected > 0 else { return iterations }
    let step = Int((1 / injected).rounded(.up))
    return (iterations + step - 1) / step * step
  }
}

extension LockstepBenchmark {
  private func drawFrames(
    _ baseline: PreparedWorker, _ candidate: PreparedWorker, _ order: PairOrder,
    since start: ContinuousClock.Instant
  ) async throws -> PairedLaunch {
    let rates = settings.measuring.rates
    var orders = rates.map { _ in order }
    // Rates alternate, so that a busy moment affects all of them alike.
    func pairs() async throws -> [RefreshRate: PairedFrames.Pair] {
      var pairs: [RefreshRate: PairedFrames.Pair] = [:]
      for (index, rate) in rates.enumerated() {
        let (old, new) = try await orders[index].next(
          baseline: { try await frames(baseline, rate, slowedBy: 0) },
          candidate: { try await frames(candidate, rate, slowedBy: settings.injected ?? 0) })
        pairs[rate] = PairedFrames.Pair(baseline: old, candidate: new)
      }
      return pairs
    }
    let count = try await pairCount(since: start) { _ = try await pairs() }
    var drawn: [RefreshRate: [PairedFrames.Pair]] = [:]
    for _ in 0..<count {
      for (rate, pair) in try await pairs() { drawn[rate, default: []].append(pair) }
    }
    return .frames(drawn)
  }

  /// One sample: a repetition of all frames, without the clock's cost.
  private func frames(
    _ worker: PreparedWorker, _ rate: RefreshRate, slowedBy share: Double
  ) async throws -> [Int64] {
    let workNs =
      settings.injected == nil
      ? try await worker.frames(at: rate, repetitions: 1)[0]
      : try await worker.slowedFrames(at: rate, by: share)
    return workNs.map { max(0, $0 - sides.clockCostNs) }
  }
}

extension PairedTimes.Time {
  fileprivate init(_ sample: Sample, iterations: Int) {
    self.init(
      wallNs: sample.wallNs / Double(iterations), cpuNs: sample.cpuNs / Double(iterations))
  }
}
