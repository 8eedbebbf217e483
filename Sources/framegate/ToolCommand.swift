import ArgumentParser
import BenchmarkModel
import Foundation
import ReportText

/// A command of the tool, which ends with an exit code.
protocol ToolCommand: ParsableCommand {
  /// Does what the arguments say.
  ///
  /// - Returns: The exit code, which the report has already explained.
  /// - Throws: Why it could do nothing, or no more.
  func perform() async throws -> ToolExit
}

extension Framegate {
  /// Runs the command that the arguments name, and exits with its code.
  ///
  /// After a signal, the code says "interrupted", whatever the command made of it.
  static func runAndExit() async {
    // Writing to a worker or a reader that has gone must be an error, not the end of the tool.
    signal(SIGPIPE, SIG_IGN)
    do {
      let exit = try await runCommand()
      exitIfInterrupted()
      Foundation.exit(exit.rawValue)
    } catch {
      exitIfInterrupted()
      exit(after: error)
    }
  }

  private static func runCommand() async throws -> ToolExit {
    var command = try parseAsRoot()
    if let command = command as? any ToolCommand { return try await command.perform() }
    // A group of commands, or one of the parser's own: both print help and throw.
    try command.run()
    return .pass
  }

  private static func exitIfInterrupted() {
    guard Interruption.isRequested else { return }
    Terminal.say("\(lines: Interruption.message)\n")
    Foundation.exit(ToolExit.interrupted.rawValue)
  }

  private static func exit(after error: any Error) -> Never {
    if let error = error as? any ToolError {
      Terminal.say("Error: \(lines: error.message)\n")
      Foundation.exit(error.exitCode.rawValue)
    }
    let code = exitCode(for: error)
    // Help goes to standard output.
    if code.isSuccess { exit(withError: error) }
    Terminal.say("\(lines: fullMessage(for: error))\n")
    Foundation.exit(code.rawValue)
  }
}

extension ToolExit {
  /// This code or, if it is ``pass``, another one: what a command found matters more than a report
  /// that could not be written.
  func or(_ other: ToolExit) -> ToolExit { self == .pass ? other : self }

  /// Runs a step that writes a report or another file, and says why it failed.
  ///
  /// - Returns: This code, or what ``reporting(_:)-(Error)`` makes of the error.
  func reporting(_ write: () throws -> Void) -> ToolExit {
    do {
      try write()
      return self
    } catch {
      return reporting(error)
    }
  }

  /// Says why a step failed, unless a signal canceled it: the tool reports that when it exits.
  ///
  /// - Returns: This code or, in place of ``pass``, that of the error, which is ``couldNotRun``
  ///   unless it has another.
  func reporting(_ error: any Error) -> ToolExit {
    if error is CancellationError { return or(.interrupted) }
    Terminal.say("Error: \(lines: "\(error)")\n")
    return or((error as? any ToolError)?.exitCode ?? .couldNotRun)
  }
}

extension ToolExit {
  /// The exit codes, for help pages.
  static let table = """
    Exit codes: 0 pass, 1 could not run, 2 regression or budget exceeded, 3 a benchmark failed, \
    4 improvement with '--fail-on improvement', 5 baseline or revision not found, \
    7 inconclusive with '--fail-on inconclusive', 64 wrong usage, 130 interrupted.
    """
}
