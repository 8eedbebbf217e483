import BenchmarkModel
package import BenchmarkResults
package import BenchmarkVerdicts
package import FrameTiming
import WorkerClient
import WorkerProtocol

extension Lockstep {
  /// Names the functions that made a benchmark slower or faster; takes a few seconds.
  ///
  /// - Parameters:
  ///   - benchmark: One that both sides have.
  ///   - rate: The rate of a scenario's frames, or nil for a benchmark.
  ///   - sides: The two builds.
  /// - Returns: What changed, or the reason why that cannot be determined: no valgrind, or a side
  ///   that fails under it.
  /// - Throws: `CancellationError`.
  package func explain(
    _ benchmark: String, at rate: RefreshRate?, of sides: ListedPrograms
  ) async throws -> Measured<Explanation> {
    guard let listed = sides.shared[benchmark] else {
      return .unavailable("only one side has it")
    }
    do {
      return try await explainer(of: sides).explain(
        benchmark, listed.map { workload.counted($0, at: rate) })
    } catch let failure as WorkerFailure {
      try Task.checkCancellation()
      let reason = WorkerFailure.reason(failure)
      return .unavailable("it failed while its instructions were counted: \(reason)")
    }
  }

  func explainer(of sides: ListedPrograms) -> Explainer {
    Explainer(sides.programs.map { workload.launch($0) })
  }

  /// Finds who allocates more or less in one entry of a comparison; takes a second.
  ///
  /// - Parameters:
  ///   - entry: A benchmark, or a scenario at one rate.
  ///   - sides: The two builds.
  ///   - sources: The folder of the user's code, in which both were built.
  ///   - lines: Maps lines of the baseline to lines of the candidate.
  /// - Returns: What changed, or why that is unknown.
  /// - Throws: `CancellationError`.
  package func explainAllocations(
    _ entry: ComparisonEntry, of sides: ListedPrograms, sources: String, lines: LineChanges
  ) async throws -> Measured<AllocationSites> {
    guard let listed = sides.shared[entry.benchmark] else {
      return .unavailable("only one side has it")
    }
    let found = try await PairOrder.Turn.baselineFirst.take { side in
      try await AllocationFinder(workload.launch(sides.programs[side]), sources: sources)
        .sites(of: entry.benchmark, workload.counted(listed[side], at: entry.rate))
    }
    return found.baseline.flatMap { before in
      found.candidate.map { $0.changes(since: before, lines: lines) }
    }
  }
}
