package import BenchmarkHarness
package import BenchmarkVerdicts
import FrameTiming

/// Frames of one scenario, warm, cold and after a real wait, measured in turn.
package struct FrameConditions: Sendable {
  private static let rounds = 3
  private static let rate = RefreshRate.hz60

  private let name: String
  private let parameters: ScenarioParameters
  private let workers: WorkerSource

  /// Creates a measurement.
  package init(_ name: String, _ parameters: ScenarioParameters, workers: WorkerSource) {
    self.name = name
    self.parameters = parameters
    self.workers = workers
  }

  /// Measures for about five seconds.
  ///
  /// - Returns: The medians; nil when a scenario has no frames.
  /// - Throws: `WorkerFailure`, `CancellationError`; `Unavailable` where frames cannot be made
  ///   cold.
  package func measure() async throws -> Coldness? {
    try await workers.withWorker { worker in
      let prepared = try await worker.prepare(name, parameters)
      var (warm, cold, paced): ([Int64], [Int64], [Int64]) = ([], [], [])
      for _ in 0..<Self.rounds {
        warm += try await prepared.ask(TimeFrames(at: Self.rate, repetitions: 5)).joined()
        cold += try await prepared.ask(TimeFrames(at: Self.rate, repetitions: 5, .cold)).joined()
        paced += try await prepared.ask(RunPaced(at: Self.rate, seconds: 1)).recording.cpuNs
      }
      return Coldness(scenario: name, warmNs: warm, coldNs: cold, pacedNs: paced)
    }
  }
}
