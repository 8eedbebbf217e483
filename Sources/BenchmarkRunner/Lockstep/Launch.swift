import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import FrameTiming
import SampleStatistics
import WorkerProtocol

/// One process on each side, and how their pairs are drawn.
struct Launch {
  let benchmark: LockstepBenchmark

  /// How samples and turns are made; the first launch may change it.
  var plan: LaunchPlan

  /// The number of the launch, counted from 0.
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
  /// On a busy machine, starting two processes can take all of a launch's time. Pairs then get as
  /// much time again, within limits, because a launch with few pairs says little.
  func timeForPairs(after started: Duration) -> Duration {
    max(share - started, min(started, lockstep.effort.longestTimeForPairs))
  }

  private var mostPairs: Int {
    benchmark.kind == .benchmark
      ? LaunchLimits.mostSamplesPerLaunch : LaunchLimits.mostPairsPerLaunch
  }

  /// Draws `fewest` pairs, and more for up to twice as long as starting took, if the launch has
  /// time.
  ///
  /// - Parameters:
  ///   - first: A pair that was drawn before, and the time that it took; it counts.
  ///   - fewest: The fewest pairs, if there is time for that many.
  ///   - draw: Draws a pair, or one at every rate.
  /// - Returns: At least one; an even number, if there are more.
  /// - Throws: What `draw` throws.
  func pairs<Drawn>(
    after first: (drawn: Drawn, time: Duration)? = nil,
    fewest: Int = LaunchLimits.fewestPairsPerLaunch, _ draw: () async throws -> Drawn
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
    let drawn: (pairs: [Series.Pair], plan: LaunchPlan) = try await WorkerSides.with(
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

  private func prepare(_ workers: WorkerSides) async throws {
    for worker in workers.both {
      // Where the system does not allow it, both run on any core.
      _ = try? await worker.ask(PinToCore(core))
    }
    _ = try await startOrder.take { try await benchmark.prepare($0, workers[$0]) }
  }

  /// Makes the turns of a benchmark independent of what ran before, with a sample that does not
  /// count and, if that is not enough, with longer samples.
  ///
  /// The other side, and on a busy machine any other program, evicts data from the caches, which
  /// has to be loaded again. In a short sample, that would hide what the code itself costs. If a
  /// process waits long for its turn, the sample that does not count takes hardly any time in
  /// comparison.
  mutating func settleTurns(_ workers: WorkerSides) async throws {
    guard 2 * plan.longestSampleNs <= LaunchLimits.longestLengthenedNs else { return }
    if try await waitsLong(for: workers.baseline) { plan.warmsUp = true }
    while plan.lengthening < LaunchLimits.mostLengthening,
      2 * plan.longestSampleNs <= LaunchLimits.longestLengthenedNs
    {
      var isDisturbed = try await isDisturbed(.baseline, in: workers)
      if !isDisturbed, !plan.hasEqualIterations {
        isDisturbed = try await self.isDisturbed(.candidate, in: workers)
      }
      guard isDisturbed else { return }
      if plan.warmsUp { plan.lengthening *= 2 } else { plan.warmsUp = true }
    }
  }

  /// Whether the counted part of a turn takes longer than a sample right after it.
  private func isDisturbed(
    _ side: ComparisonSide, in workers: WorkerSides
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
    for _ in 0..<LaunchLimits.interferenceRounds {
      let start = benchmark.now()
      _ = try await sample(.baseline, worker)
      turns.append(start.duration(to: benchmark.now()) / .nanoseconds(1))
    }
    guard let turn = SortedSamples(turns)?.median else { return false }
    return turn > LaunchLimits.longWait * plan.longestSampleNs
  }

  /// Compares the cost of work that follows the other side's with its cost after work of its own
  /// side.
  ///
  /// - Parameter cost: Does and measures the work of one side, after the other side's if asked to.
  /// - Returns: The median cost after work of its own side, or nil if the other side's work makes
  ///   no difference.
  /// - Throws: What `cost` throws.
  func costWithInterference(
    _ cost: (_ isAfterOther: Bool) async throws -> Double
  ) async throws -> Double? {
    var afterOther: [Double] = []
    var afterItself: [Double] = []
    for _ in 0..<LaunchLimits.interferenceRounds {
      afterOther.append(try await cost(true))
      afterItself.append(try await cost(false))
    }
    guard let first = SortedSamples(afterOther)?.median,
      let second = SortedSamples(afterItself)?.median
    else { return nil }
    return first > second * LaunchLimits.interferenceRatio ? second : nil
  }

  /// Draws pairs from two processes that run one after the other.
  func apart<Series: DrawnSeries>(
    _ series: Series.Type, _ sources: BySide<WorkerSource>
  ) async throws -> [Series.Pair] {
    let halves = try await startOrder.take { side in
      try await WorkerSides.side(side, sources[side]) { worker in
        _ = try? await worker.ask(PinToCore(core))
        try await benchmark.prepare(side, worker)
        return try await series.drawHalves(self, of: side, from: worker)
      }
    }
    return zip(halves.baseline, halves.candidate).map(series.pair)
  }
}
