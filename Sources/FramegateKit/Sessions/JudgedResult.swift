import BenchmarkHarness
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import Foundation

/// The result that a command judges: a stored one, or one that was just measured.
struct JudgedResult {
  let file: ResultFile
  let label: ResultLabel
  let isInterrupted: Bool

  /// Registrations that were refused; empty for a stored result.
  let problems: [RegistrationProblem]

  init(_ stored: StoredResult) {
    file = stored.content
    label = stored.label
    isInterrupted = false
    problems = []
  }

  /// Measures until the session is finished or interrupted.
  ///
  /// - Throws: What the session throws, and `ResultsError` when the result could not be saved.
  init(_ session: MeasuringSession) async throws {
    let outcome = try await session.measure()
    if let error = outcome.saveError { throw error }
    file = outcome.file
    label = ResultLabel(outcome.url.relativeToWorkingFolder, outcome.file)
    isInterrupted = outcome.isInterrupted
    problems = outcome.problems
  }

  /// Measures the times of some scenarios again, without keeping a file.
  ///
  /// - Throws: What the session throws; `CancellationError` when it is interrupted.
  init(measuringAgain names: Set<String>, of session: MeasuringSession) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "framegate-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var session = session
    session.only = names
    session.store = ResultStore(root: folder)
    session.isKept = false
    session.settings.measuring.chosenMetrics = [.cpuTotal]
    let measured = try await JudgedResult(session)
    guard !measured.isInterrupted else { throw CancellationError() }
    self = measured
  }
}

extension RegistrationProblem {
  /// The problem as a benchmark that failed.
  var failure: Gate.Failure {
    Gate.Failure(name: "\(location)", reason: reason)
  }
}
