import BenchmarkModel
package import BenchmarkResults
package import BenchmarkVerdicts

/// Finds what the instructions of a benchmark or scenario of one program are spent on.
package struct WorkShareFinder: Sendable {
  private let launch: WorkerLaunch

  package init(_ launch: WorkerLaunch) { self.launch = launch }

  /// Counts in a process of its own, and looks up the names of the functions.
  ///
  /// - Returns: The shares, or why there are none, and names by symbol.
  /// - Throws: `CancellationError`.
  package func shares(
    of name: String, _ work: CountedWork
  ) async throws -> (shares: Measured<WorkShares>, names: [String: String]) {
    do {
      let shares = try await InstructionPass.with(launch) { pass in
        let counted = try await pass.regions(of: name, work.parameters)
        guard let rate = work.rate else {
          return WorkShares(
            operations: InstructionPass.iterations * work.operations, counted.selfCosts)
        }
        return WorkShares(frames: counted.selfCostsByRegion, rate: rate)
      }
      let functions = shares.shares.flatMap(\.functions)
      return (.value(shares), await Demangler.names(of: functions))
    } catch let unavailable as Unavailable {
      return (.unavailable(unavailable.reason), [:])
    } catch let failure as WorkerFailure {
      try Task.checkCancellation()
      let reason = WorkerFailure.reason(failure)
      return (.unavailable("it failed while its instructions were counted: \(reason)"), [:])
    }
  }
}
