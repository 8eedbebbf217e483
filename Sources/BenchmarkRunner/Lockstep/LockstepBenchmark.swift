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

  /// Iterations in a sample on both sides, repetitions for scenarios, found in the first launch.
  private var iterations: Int?

  /// Pairs in a launch.
  private var pairs = LockstepSettings.pairsPerLaunch

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
      return try await plan.draw(workers, order)
    }
    try Task.checkCancellation()
    if iterations == nil {
      iterations = launched.iterations
      pairs = pairCount(for: launched, startedIn: start.duration(to: .now) - launched.duration)
    }
    set.add(launched)
  }

  /// How many pairs the next launches have: as many as take as long as starting the processes, for
  /// scenarios twice as long, but so few that eight launches fit into the time.
  private func pairCount(for launch: PairedLaunch, startedIn start: Duration) -> Int {
    let pair = max(launch.duration / max(launch.pairs, 1), .nanoseconds(1))
    let fitting = (settings.timeLimit / 8 - start) / pair
    let (few, many) = (LockstepSettings.pairsPerLaunch, LockstepSettings.mostPairsPerLaunch)
    // Tried: with longer launches a benchmark takes longer to be certain, a scenario does not.
    let share = candidate.kind == .scenario ? 2.0 : 1
    let wanted = min(max(share * (start / pair), Double(few)), Double(many))
    return Int(min(wanted, max(fitting, 2)))
  }

  private func prepare(_ workers: WorkerPair, core: Int) async throws {
    for (worker, listed) in [(workers.baseline, baseline), (workers.candidate, candidate)] {
      // Where the system cannot, both run wherever it likes.
      _ = try? await worker.ask(.pin(core: core))
      _ = try await worker.ask(
        .prepare(name: name, parameters: settings.parameters(of: listed)))
    }
  }

  private func draw(_ workers: WorkerPair, _ order: PairOrder) async throws -> PairedLaunch {
    candidate.kind == .scenario
      ? try await drawFrames(workers, order) : try await drawTimes(workers, order)
  }

  /// How many pairs of this duration a launch has: eight launches fit into the time at least.
  private func pairCount(lasting pair: Duration) -> Int {
    let share = settings.timeLimit / 8
    return min(LockstepSettings.pairsPerLaunch, max(2, Int(share / max(pair, .nanoseconds(1)))))
  }
}

extension LockstepBenchmark {
  private func drawTimes(
    _ workers: WorkerPair, _ order: PairOrder
  ) async throws -> PairedLaunch {
    var order = order
    let iterations =
      if let known = self.iterations { known } else { try await calibrate(workers.baseline) }
    let more = Int((Double(iterations) * (1 + (settings.injected ?? 0))).rounded())
    func pair() async throws -> (baseline: Sample, candidate: Sample) {
      try await order.next(
        baseline: { try await sample(workers.baseline, iterations) },
        candidate: { try await sample(workers.candidate, more) })
    }
    var longest = Duration.zero
    for _ in 0..<Self.warmUp {
      longest = max(longest, try await ContinuousClock().measure { _ = try await pair() })
      // A sample this long has warmed up by itself.
      if longest > settings.timeLimit / 8 { break }
    }
    let count = self.iterations == nil ? pairCount(lasting: longest) : pairs
    let start = ContinuousClock.now
    var times: [PairedTimes.Pair] = []
    for _ in 0..<count {
      let (old, new) = try await pair()
      // Both by the baseline's count: work that was injected has to show.
      times.append(
        PairedTimes.Pair(
          baseline: .init(old, iterations: iterations),
          candidate: .init(new, iterations: iterations)))
    }
    return PairedLaunch(
      iterations: iterations, pairs: count, duration: start.duration(to: .now), times: times)
  }

  private func calibrate(_ worker: any WorkerConnection) async throws -> Int {
    let answer = try await worker.ask(.calibrate(nanoseconds: LockstepSettings.sampleNs))
    guard case .iterations(let iterations) = answer else { throw WorkerFailure.unexpected(answer) }
    // A share of the iterations is injected: there must be enough to divide.
    guard let injected = settings.injected, injected > 0 else { return iterations }
    return max(iterations, Int((2 / injected).rounded(.up)))
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
    _ workers: WorkerPair, _ order: PairOrder
  ) async throws -> PairedLaunch {
    var order = order
    func pair(_ rate: RefreshRate, _ repetitions: Int) async throws -> PairedFrames.Pair {
      let (old, new) = try await order.next(
        baseline: { try await frames(workers.baseline, rate, repetitions, slowedBy: 0) },
        candidate: {
          try await frames(workers.candidate, rate, repetitions, slowedBy: settings.injected ?? 0)
        })
      return PairedFrames.Pair(baseline: old, candidate: new)
    }
    var shortestNs = Int64(LockstepSettings.sampleNs)
    let round = try await ContinuousClock().measure {
      for rate in settings.rates {
        let first = try await pair(rate, 1)
        shortestNs = min(shortestNs, first.baseline.reduce(0, +))
      }
    }
    let repetitions =
      iterations
      ?? min(LockstepSettings.sampleNs / max(Int(shortestNs), 1), LockstepSettings.mostRepetitions)
    let count = iterations == nil ? pairCount(lasting: round * repetitions) : pairs
    let start = ContinuousClock.now
    var drawn: [Int: [PairedFrames.Pair]] = [:]
    for _ in 0..<count {
      // The rates alternate, so that a busy moment touches all of them alike.
      for rate in settings.rates {
        drawn[rate.hertz, default: []].append(try await pair(rate, repetitions))
      }
    }
    return PairedLaunch(
      iterations: repetitions, pairs: count, duration: start.duration(to: .now), frames: drawn)
  }

  /// One sample: per frame the least of some repetitions, the clock's cost taken off.
  private func frames(
    _ worker: any WorkerConnection, _ rate: RefreshRate, _ repetitions: Int,
    slowedBy share: Double
  ) async throws -> [Int64] {
    let answer = try await worker.ask(
      settings.injected == nil
        ? .frames(refreshRate: rate, repetitions: repetitions)
        : .slowedFrames(refreshRate: rate, repetitions: repetitions, by: share))
    guard case .frames(let frames) = answer, let first = frames.first,
      frames.allSatisfy({ $0.count == first.count })
    else {
      throw WorkerFailure.unexpected(answer)
    }
    return PairedFrames.fastest(frames).map { max(0, $0 - sides.clockCostNs) }
  }
}

extension PairedTimes.Time {
  fileprivate init(_ sample: Sample, iterations: Int) {
    self.init(
      wallNs: sample.wallNs / Double(iterations), cpuNs: sample.cpuNs / Double(iterations))
  }
}
