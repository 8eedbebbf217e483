package import BenchmarkModel
import ReportText

extension Command {
  /// The reason why a program could not be run to its end.
  package enum Failure: ToolError, Hashable {
    /// It is not there, or the system does not start it.
    case notStarted(program: String, reason: String)

    /// The system has no pipe for its output.
    case noPipe(program: String, reason: String)

    /// What it reads cannot be kept in this folder.
    case noInput(program: String, folder: String, reason: String)

    /// It prints more than this many bytes.
    case tooMuchOutput(program: String, limit: Int)

    package var exitCode: ToolExit { .couldNotRun }

    package var description: String {
      switch self {
      case .notStarted(let program, let reason):
        """
        '\(program)' cannot be started: \(reason.withoutFullStop). Install it, or put it on the PATH.
        """
      case .noPipe(let program, let reason):
        """
        There is no pipe for '\(program)': \(reason.withoutFullStop). End other programs, or raise the \
        limit of open files ('ulimit -n').
        """
      case .noInput(let program, let folder, let reason):
        """
        What '\(program)' reads cannot be written to '\(folder)': \(reason.withoutFullStop). Make room \
        there, or set TMPDIR to another folder.
        """
      case .tooMuchOutput(let program, let limit):
        """
        '\(program)' prints more than \(limit >> 20) MiB, and no more is kept. Name fewer commits or \
        files, or let it print less.
        """
      }
    }
  }
}
