package import BenchmarkHarness
package import BenchmarkModel

extension WorkerPool {
  /// The state of every view of a scenario at some fractions of its duration.
  package func inspect(
    _ scenario: String, parameters: ScenarioParameters, at fractions: [Double]
  ) async throws -> [[ViewState]] {
    let answer = try await withWorker { worker in
      _ = try await worker.ask(.prepare(name: scenario, parameters: parameters))
      return try await worker.ask(.inspect(fractions: fractions))
    }
    guard case .inspected(let states) = answer else { throw WorkerFailure.unexpected(answer) }
    return states
  }
}
