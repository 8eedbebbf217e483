import BenchmarkHarness

extension WorkerPool {
  /// Runs counted regions in a worker of their own.
  ///
  /// - Parameters:
  ///   - name: The benchmark or scenario.
  ///   - parameters: What a scenario is built with.
  ///   - request: Which regions to run.
  /// - Returns: Their profiles.
  /// - Throws: `Unavailable` where nothing can be counted, ``WorkerFailure`` when the worker fails.
  func countedRegions(
    of name: String, parameters: ScenarioParameters = ScenarioParameters(), _ request: WorkerRequest
  ) async throws -> CountedRegions {
    guard !isInProcess else {
      throw Unavailable("not counted with '--in-process', which starts no process to count in")
    }
    return try await InstructionPass(launch()).regions(of: name, parameters: parameters, request)
  }
}
