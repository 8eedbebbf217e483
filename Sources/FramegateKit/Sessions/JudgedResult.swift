import BenchmarkHarness
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import ReportText

/// The result that a command judges: a stored one, or one that was just measured.
struct JudgedResult {
  let outcome: SessionOutcome
  let label: ResultLabel

  var file: ResultFile { outcome.file }
  var isInterrupted: Bool { outcome.isInterrupted }

  init(_ stored: StoredResult) {
    outcome = SessionOutcome(
      file: stored.content,
      division: ShardDivision(of: stored.content.benchmarks.map(\.name), for: .whole))
    label = stored.label
  }

  /// Measures until the session is finished or interrupted, and says where the run is saved.
  init(_ session: MeasuringSession) async throws {
    var session = session
    if session.storage == .required { session.storage = .wanted }
    outcome = try await session.measure()
    let place = try? outcome.saved?.get().relativeToWorkingFolder
    if let place, !session.isQuiet { Terminal.say("Saved \(place).\n") }
    label = ResultLabel(place ?? "this run", outcome.file)
  }

  /// Measures the times of some scenarios again, without keeping a file.
  init(measuringAgain names: Set<String>, of session: MeasuringSession) async throws {
    var session = session
    session.only = names
    session.shard = nil
    session.storage = .none
    session.settings.measuring.chosenMetrics = [.cpuTotal]
    outcome = try await session.measure()
    guard !outcome.isInterrupted else { throw CancellationError() }
    label = ResultLabel("this run", outcome.file)
  }

  /// Ends a command that has written its report: the last line says if the run is not saved.
  func end(_ exit: ToolExit) -> ToolExit {
    tellIfUnsaved()
    return exit
  }

  /// Says why the run is not saved, if it was to be.
  func tellIfUnsaved() {
    guard case .failure(let error) = outcome.saved else { return }
    Terminal.say("This run is not saved: \(lines: "\(error)")\n")
  }
}

extension Gate {
  /// Adds what changed, and what went wrong while it was measured.
  mutating func add(_ measured: MeasuredShard) {
    comparison = measured.compared?.comparison
    failures += measured.failures
    isInterrupted = measured.isInterrupted
    noBaseline = measured.noBaseline
  }
}

extension RegistrationProblem {
  /// The problem as a benchmark that failed.
  var failure: Gate.Failure { Gate.Failure(name: "\(location)", reason: reason) }
}
