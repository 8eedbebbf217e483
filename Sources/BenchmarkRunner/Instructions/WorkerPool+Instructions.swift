import BenchmarkHarness
import BenchmarkModel

extension WorkerPool {
  /// Lets `body` use the same pool, with a pass that counts instructions if they are among `metrics`.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  func counting<Value: Sendable>(
    _ metrics: Set<Metric>, _ body: (WorkerPool) async throws -> Value
  ) async throws -> Value {
    var pool = self
    guard metrics.contains(.instructions) else { return try await body(pool) }
    guard !isInProcess else {
      pool.instructionPass = InstructionPass(
        absent: "not counted with '--in-process', which starts no process to count in")
      return try await body(pool)
    }
    return try await InstructionPass.with(launch()) { pass in
      var pool = pool
      pool.instructionPass = pass
      return try await body(pool)
    }
  }

  /// Runs counted regions in a copy of the worker that counts.
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
    guard let instructionPass else { throw Unavailable("not asked for") }
    return try await instructionPass.regions(of: name, parameters: parameters, request)
  }
}
