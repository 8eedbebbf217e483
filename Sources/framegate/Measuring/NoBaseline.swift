import BenchmarkModel
import BenchmarkRunner
import ReportText

/// The reason why a candidate has no baseline: the baseline lacks this program, does not build, or
/// speaks another protocol version.
struct NoBaseline: ToolError {
  let reason: RevisionError

  init(_ reason: RevisionError) { self.reason = reason }

  var description: String { "\(reason)" }
  var exitCode: ToolExit { reason.exitCode }
}
