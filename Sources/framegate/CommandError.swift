import BenchmarkModel
import BenchmarkVerdicts
import ReportText

/// Why a command cannot do what its arguments say, in a sentence that ends with what to do.
struct CommandError: ToolError {
  let description: String
  let exitCode: ToolExit

  init(_ description: String, _ exitCode: ToolExit = .wrongUsage) {
    self.description = description
    self.exitCode = exitCode
  }
}

extension CommandError {
  static let debugBuild = CommandError(
    """
    This is a debug build, whose times mean nothing. \
    \(MeasuringWarning.releaseAdvice), or pass '--allow-debug-build'.
    """, .couldNotRun)
}
