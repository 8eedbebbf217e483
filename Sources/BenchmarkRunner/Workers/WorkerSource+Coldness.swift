package import BenchmarkVerdicts
import FrameTiming
package import WorkerProtocol

extension WorkerSource {
  /// Measures frames of one scenario warm, cold and after a real wait, in turn, for about five
  /// seconds.
  ///
  /// - Returns: The medians, or nil when a scenario has no frames.
  /// - Throws: `WorkerFailure`, `CancellationError`; `Unavailable` where frames cannot be made
  ///   cold.
  package func coldness(
    of name: String, _ parameters: ScenarioParameters
  ) async throws -> Coldness? {
    let rate = RefreshRate.hz60
    return try await withWorker { worker in
      try await worker.prepare(name, parameters)
      var (warm, cold, paced): ([Int64], [Int64], [Int64]) = ([], [], [])
      for _ in 0..<3 {
        warm += try await worker.ask(TimeFrames(at: rate, repetitions: 5)).joined()
        cold += try await worker.ask(TimeFrames(at: rate, repetitions: 5, .cold)).joined()
        paced += try await worker.ask(RunPaced(at: rate, seconds: 1)).recording.cpuNs
      }
      return Coldness(scenario: name, warmNs: warm, coldNs: cold, pacedNs: paced)
    }
  }
}
