import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults
import Foundation
import FrameTiming
import SampleStatistics

/// One benchmark or scenario that both sides have, and how its pairs are drawn.
struct LockstepBenchmark {
  /// Samples on each side of a launch that are thrown away: cold code, cold caches.
  private static let warmUp = 3

  let baseline, candidate: ListedBenchmark
  let sides: LockstepSession.Sides
  let settings: LockstepSettings

  var generator: SplitMix64

  /// Iterations in a sample on both sides, found in the first launch; nil for scenarios.
  private var iterations: Int?

  init(
    _ baseline: ListedBenchmark, _ candidate: ListedBenchmark, of sides: LockstepSession.Sides,
    settings: LockstepSettings
  ) {
    (self.baseline, self.candidate) = (baseline, candidate)
    (self.sides, self.settings) = (sides, settings)
    generator = SplitMix64(
      seed: settings.seed ^ UInt64(bitPattern: Int64(baseline.name.utf8.count)))
  }

  var name: String { baseline.name }

  /// Starts a fresh process on each side and adds its pairs to `set`.
  ///
  /// - Throws: ``SideFailure``, `CancellationError`.
  mutating func launch(into set: inout PairedSet) async throws {
    let core = Int.random(
      in: 0..<max(1, ProcessInfo.processInfo.activeProcessorCount), using: &generator)
    let order = PairOrder(using: &generator)
    let layout = AddressLayout(
      launcher: sides.launcher, shift: .random(in: AddressLayout.shifts, using: &generator))
    let plan = self
    let start = ContinuousClock.now
    let launched = try await WorkerPair.with(
      settings.launch(settings.executables.baseline, in: layout),
      settings.launch(settings.executables.candidate, in: layout)
    ) { workers in
      try await plan.prepare(workers, core: core)
      return try await plan.draw(workers, order, since: start)
    }
    try Task.checkCancellation()
    if case .times(_, let count) = launched { iterations = count }
    set.add(launched)
  }

  private func prepare(_ workers: WorkerPair, core: Int) async throws {
    for (worker, listed) in [(workers.baseline, baseline), (workers.candidate, candidate)] {
      // Where the system cannot, both run wherever it likes.
      _ = try? await worker.ask(.pin(core: core))
      _ = try await worker.ask(
        .prepare(name: name, parameters: settings.parameters(of: listed)))
    }
  }

  private func draw(
    _ workers: WorkerPair, _ order: PairOrder, since start: ContinuousClock.Instant
  ) async throws -> PairedLaunch {
    candidate.kind == .scenario
      ? try await drawFrames(workers, order, since: start)
      : try await drawTimes(workers, order, since: start)
  }

  /// Takes pairs that are thrown away, to warm up.
  ///
  /// - Returns: How many there should be in a launch that was started at `start`: as many as take twice
  ///   as long as starting it, but so few that twelve launches fit into the time; an even number.
  private func pairCount(
    since start: ContinuousClock.Instant, warmingUpWith pair: () async throws -> Void
  ) async throws -> Int {
    let clock = ContinuousClock()
    // A verdict needs six launches, and a clock that flips may double the time of all later pairs.
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
    _ workers: WorkerPair, _ order: PairOrder, since start: ContinuousClock.Instant
  ) async throws -> PairedLaunch {
    var order = order
    let iterations =
      if let known = self.iterations { known } else { try await calibrate(workers.baseline) }
    let more = Int((Double(iterations) * (1 + (settings.injected ?? 0))).rounded())
    func pair() async throws -> PairedTimes.Pair {
      let (old, new) = try await order.next(
        baseline: { try await sample(workers.baseline, iterations) },
        candidate: { try await sample(workers.candidate, more) })
      // Both by the baseline's count: work that was injected has to show.
      return PairedTimes.Pair(
        baseline: .init(old, iterations: iterations), candidate: .init(new, iterations: iterations))
    }
    let count = try await pairCount(since: start) { _ = try await pair() }
    var pairs: [PairedTimes.Pair] = []
    for _ in 0..<count { pairs.append(try await pair()) }
    return .times(pairs, iterations: iterations)
  }

  private func calibrate(_ worker: any WorkerConnection) async throws -> Int {
    let answer = try await worker.ask(.calibrate(nanoseconds: LockstepSettings.sampleNs))
    guard case .iterations(let iterations) = answer else { throw WorkerFailure.unexpected(answer) }
    // A share of the iterations is injected: a whole number of them.
    guard let injected = settings.injected, injected > 0 else { return iterations }
    let step = Int((1 / injected).rounded(.up))
    return (iterations + step - 1) / step * step
  }

  private func sample(_ worker: any WorkerConnection, _ iterations: Int) async throws -> Sample {
    let answer = try await worker.ask(.sample(iterations: iterations, count: 1))
    guard case .samples(let samples) = answer, let sample = samples.first else {
      throw WorkerFailure.unexpected(answer)
    }
    return sample
  }
}

extension LockstepBenchmark {
  private func drawFrames(
    _ workers: WorkerPair, _ order: PairOrder, since start: ContinuousClock.Instant
  ) async throws -> PairedLaunch {
    var orders = settings.rates.map { _ in order }
    // The rates take turns, so that a busy moment touches all of them alike.
    func pairs() async throws -> [RefreshRate: PairedFrames.Pair] {
      var pairs: [RefreshRate: PairedFrames.Pair] = [:]
      for (index, rate) in settings.rates.enumerated() {
        let (old, new) = try await orders[index].next(
          baseline: { try await frames(workers.baseline, rate, slowedBy: 0) },
          candidate: {
            try await frames(workers.candidate, rate, slowedBy: settings.injected ?? 0)
          })
        pairs[rate] = PairedFrames.Pair(baseline: old, candidate: new)
      }
      return pairs
    }
    let count = try await pairCount(since: start) { _ = try await pairs() }
    var launch: [RefreshRate: [PairedFrames.Pair]] = [:]
    for _ in 0..<count {
      for (rate, pair) in try await pairs() { launch[rate, default: []].append(pair) }
    }
    return .frames(launch)
  }

  /// One sample: a repetition of all frames, the clock's cost taken off.
  private func frames(
    _ worker: any WorkerConnection, _ rate: RefreshRate, slowedBy share: Double
  ) async throws -> [Int64] {
    let answer = try await worker.ask(
      settings.injected == nil
        ? .frames(refreshRate: rate, repetitions: 1)
        : .slowedFrames(refreshRate: rate, repetitions: 1, by: share))
    guard case .frames(let frames) = answer, let workNs = frames.first else {
      throw WorkerFailure.unexpected(answer)
    }
    return workNs.map { max(0, $0 - sides.clockCostNs) }
  }
}

extension PairedTimes.Time {
  fileprivate init(_ sample: Sample, iterations: Int) {
    self.init(
      wallNs: sample.wallNs / Double(iterations), cpuNs: sample.cpuNs / Double(iterations))
  }
}
