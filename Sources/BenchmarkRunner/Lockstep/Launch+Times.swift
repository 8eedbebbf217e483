import BenchmarkVerdicts
import SampleStatistics
import WorkerProtocol

extension Launch {
  /// Samples of both sides, taken in turn.
  func times(_ workers: WorkerSides) async throws -> [PairedTimes.Pair] {
    var order = order
    func pair() async throws -> PairedTimes.Pair {
      try await order.next().take { try await sample($0, workers[$0]) }
    }
    let begin = benchmark.now()
    let warmedUp = begin + LockstepBenchmark.warmUpTime
    let first = try await pair()
    let firstTime = begin.duration(to: benchmark.now())
    // Samples this long warm up by themselves. The wait for a turn does not warm up anything.
    if .nanoseconds(2 * plan.longestSampleNs) > LockstepBenchmark.warmUpTime {
      return try await pairs(after: (first, firstTime), pair)
    }
    for _ in 1..<LockstepBenchmark.warmUpPairs where benchmark.now() < warmedUp {
      _ = try await pair()
    }
    return try await pairs(pair)
  }

  /// Samples of one side, taken one after the other.
  func timesAlone(
    _ side: ComparisonSide, _ worker: any WorkerConnection
  ) async throws -> [PairedTimes.Time] {
    let start = benchmark.now()
    let first = try await sample(side, worker)
    let elapsed = start.duration(to: benchmark.now())
    let fitting = share / 2 / max(elapsed, .nanoseconds(1))
    let count = min(Double(LaunchLimits.mostSamplesPerLaunch), fitting)
    var times = elapsed > LockstepBenchmark.warmUpTime ? [first] : []
    while times.count < max(1, Int(count)) { times.append(try await sample(side, worker)) }
    return times
  }

  /// Takes one turn of a side, and returns the time of an iteration in its last sample; an earlier
  /// sample only warms up.
  func sample(
    _ side: ComparisonSide, _ worker: any WorkerConnection
  ) async throws -> PairedTimes.Time {
    let injected = side == .candidate ? lockstep.effort.slowdown ?? 0 : 0
    let planned = plan.iterations(of: side)
    let more = Double(planned) * injected
    // More of the same work is closer to a change of the code than waiting, but comes in whole
    // iterations.
    let isWhole = abs(more - more.rounded()) < 0.01 * more
    let iterations = planned + (isWhole ? Int(more.rounded()) : 0)
    let samples = try await worker.ask(
      TakeSamples(plan.samplesPerTurn, iterations: iterations, slowedBy: isWhole ? 0 : injected))
    let sample = samples[plan.samplesPerTurn - 1]
    // Both are divided by the plan's number, so that injected work shows.
    return PairedTimes.Time(
      wallNs: sample.wallNs / Double(planned), cpuNs: sample.cpuNs / Double(planned),
      waitedNs: sample.waitedNs.map { $0 / Double(planned) })
  }
}
