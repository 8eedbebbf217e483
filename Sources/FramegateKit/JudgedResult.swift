import BenchmarkReports
import BenchmarkResults
import Foundation

/// The result that a command judges: read, or measured just now.
struct JudgedResult {
  let file: ResultFile
  let label: ResultLabel
  let isInterrupted: Bool

  init(_ stored: StoredResult) {
    (file, label, isInterrupted) = (stored.content, stored.label, false)
  }

  /// Measures, until it is done or interrupted.
  ///
  /// - Throws: What the session throws, and `ResultsError` when the result could not be saved.
  init(_ session: MeasuringSession) async throws {
    let outcome = try await Interruption.cancelling { try await session.measure() }
    if let error = outcome.saveError { throw error }
    file = outcome.file
    label = ResultLabel(outcome.url.relativeToWorkingFolder, outcome.file)
    isInterrupted = outcome.isInterrupted
  }

  /// Measures the times of some scenarios once more, and keeps no file of it.
  ///
  /// - Throws: What the session throws; `CancellationError` when it is interrupted.
  init(measuringAgain names: Set<String>, of session: MeasuringSession) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "framegate-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var session = session
    session.only = names
    session.store = ResultStore(root: folder)
    session.measuring.metric = MetricList(metrics: [.cpuTotal])
    let measured = try await JudgedResult(session)
    guard !measured.isInterrupted else { throw CancellationError() }
    self = measured
  }
}
