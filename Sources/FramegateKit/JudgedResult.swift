import BenchmarkReports
import BenchmarkResults

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
}
