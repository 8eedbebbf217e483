import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import FrameTiming
import WorkerProtocol

/// Compares the counters of benchmarks, which are counted on one side after the other.
struct LockstepCounters {
  let lockstep: Lockstep
  private let passes: BySide<CounterPass>

  /// Lets `body` use counters of both sides' programs.
  static func with<Value: Sendable>(
    _ lockstep: Lockstep, _ programs: BySide<String>,
    hashSeed: UInt64 = Workload.hashSeedOfRuns,
    _ body: (LockstepCounters) async throws -> Value
  ) async throws -> Value {
    let measuring = lockstep.workload
    func workers(_ executable: String) -> WorkerSource {
      lockstep.workers(measuring.launch(executable, hashSeed: hashSeed))
    }
    return try await CounterPass.with(
      measuring, workers(programs.baseline), .comparison
    ) { baseline in
      try await CounterPass.with(
        measuring, workers(programs.candidate), .comparison
      ) { candidate in
        let passes = BySide(baseline: baseline, candidate: candidate)
        return try await body(LockstepCounters(lockstep: lockstep, passes: passes))
      }
    }
  }

  /// A benchmark's entries, one per counter and, for scenarios, per rate.
  ///
  /// - Parameters:
  ///   - listed: The benchmark as each side lists it.
  ///   - work: How long its work takes on the slower side. Both sides count the same number of
  ///     iterations or frames, because the first ones often do more than later ones.
  /// - Returns: The entries.
  /// - Throws: ``SideFailure``.
  func entries(
    _ listed: BySide<ListedBenchmark>, work: WorkTime
  ) async throws -> [ComparisonEntry] {
    let rates = lockstep.workload.rates(of: listed.candidate)
    return Comparison.counters(
      baseline: try await result(of: listed.baseline, .baseline, at: rates, work),
      candidate: try await result(of: listed.candidate, .candidate, at: rates, work),
      rules: lockstep.rules)
  }

  private func result(
    of listed: ListedBenchmark, _ side: ComparisonSide, at rates: [RefreshRate],
    _ work: WorkTime
  ) async throws -> BenchmarkResult {
    let pass = passes[side]
    var result = BenchmarkResult(listed, lockstep.workload)
    do {
      switch listed.work {
      case .benchmark(let traits):
        result.body = .benchmark(
          TimedResult(metrics: try await pass.metrics(of: listed.name, traits, work)))
      case .scenario(let traits):
        let costs = try await pass.frames(
          of: listed.name, traits, at: rates, memory: nil, work)
        result.body = .scenario(ScenarioResult { $0.frames = .value(costs) })
      }
    } catch let failure as WorkerFailure {
      try Task.checkCancellation()
      throw SideFailure(side: side, cause: failure)
    }
    return result
  }
}
