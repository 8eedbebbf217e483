import BenchmarkModel
import ReportText

extension ToolExit {
  /// Runs a step that writes a report, and says why it failed.
  ///
  /// - Returns: This code, or in place of ``pass`` the code of the error, which is ``couldNotRun``
  ///   unless it has another: what the command found is worse than a report that is not there.
  func reporting(_ write: () throws -> Void) -> ToolExit {
    do {
      try write()
      return self
    } catch {
      Terminal.say("Error: \(lines: "\(error)")\n")
      guard self == .pass else { return self }
      return (error as? any ToolError)?.exitCode ?? .couldNotRun
    }
  }
}

extension ToolExit {
  /// For help pages.
  static let table = """
    Exit codes: 0 pass, 1 could not run, 2 regression or budget exceeded, 3 a benchmark failed, \
    4 improvement with '--fail-on improvement', 5 baseline or revision not found, \
    7 inconclusive with '--fail-on inconclusive', 64 wrong usage, 130 interrupted.
    """
}
