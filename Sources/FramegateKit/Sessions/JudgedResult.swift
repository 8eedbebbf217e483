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
  let file: ResultFile
  let label: ResultLabel
  let isInterrupted: Bool

  /// Why it could not be saved, with what to do; nil if it is, or is not meant to be.
  private(set) var unsavedReason: String?

  /// Registrations that were refused; empty for a stored result.
  let problems: [RegistrationProblem]

  /// Which part of a selection it is; nil if it is all of it.
  private let division: ShardDivision?

  init(_ stored: StoredResult) {
    file = stored.content
    label = stored.label
    isInterrupted = false
    problems = []
    division = nil
  }

  /// Measures until the session is finished or interrupted, and says where the run is saved.
  init(_ session: MeasuringSession, isQuiet: Bool) async throws {
    var session = session
    if session.storage == .required { session.storage = .wanted }
    let outcome = try await session.measure()
    var name = "this run"
    switch outcome.saved {
    case .success(let url):
      name = url.relativeToWorkingFolder
      if !isQuiet { Terminal.say("Saved \(name).\n") }
    case .failure, nil: break
    }
    self.init(outcome, name: name)
    if case .failure(let error) = outcome.saved { unsavedReason = "\(error)" }
  }

  /// Ends a command that has written its report: the last line says if the run is not saved.
  func end(_ exit: ToolExit) -> ToolExit {
    tellIfUnsaved()
    return exit
  }

  /// Says why the run is not saved, if it was to be.
  func tellIfUnsaved() {
    if let unsavedReason { Terminal.say("This run is not saved: \(lines: unsavedReason)\n") }
  }

  /// Measures the times of some scenarios again, without keeping a file.
  init(measuringAgain names: Set<String>, of session: MeasuringSession) async throws {
    var session = session
    session.only = names
    session.shard = nil
    session.storage = .none
    session.settings.measuring.chosenMetrics = [.cpuTotal]
    let outcome = try await session.measure()
    guard !outcome.isInterrupted else { throw CancellationError() }
    self.init(outcome, name: "this run")
  }

  private init(_ outcome: SessionOutcome, name: String) {
    file = outcome.file
    label = ResultLabel(name, outcome.file)
    isInterrupted = outcome.isInterrupted
    problems = outcome.problems
    division = outcome.division
  }
}

extension JudgedResult {
  /// Adds it to the shard that it is a part of, if there is one.
  func add(to shard: inout ShardFile?) {
    shard?.add(file, division, isInterrupted: isInterrupted, problems: problems)
  }
}

extension Gate {
  /// Adds what went wrong while a result was measured.
  mutating func add(_ result: JudgedResult) {
    failures += result.problems.map(\.failure)
    isInterrupted = isInterrupted || result.isInterrupted
  }

  /// Adds what a comparison of revisions found.
  mutating func add(_ findings: ComparisonFindings) {
    comparison = findings.comparison
    failures += findings.failures
    isInterrupted = isInterrupted || findings.isInterrupted
  }
}

extension RegistrationProblem {
  /// The problem as a benchmark that failed.
  var failure: Gate.Failure {
    Gate.Failure(name: "\(location)", reason: reason)
  }
}
