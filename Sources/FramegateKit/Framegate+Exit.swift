import ArgumentParser
import BenchmarkResults
import BenchmarkRunner
import Foundation
import FrameTiming

extension Framegate {
  /// Runs the command that the arguments name, and exits with its code.
  static func runAndExit() async {
    // A worker that dies, or a reader that closes its end, must not end the tool.
    signal(SIGPIPE, SIG_IGN)
    do {
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      exit()
    } catch is CancellationError {
      Terminal.say("Interrupted.\n")
      Foundation.exit(ExitCode.interrupted.rawValue)
    } catch {
      guard let code = exitCode(of: error) else { exit(withError: error) }
      Terminal.say("Error: \(error)\n")
      Foundation.exit(code.rawValue)
    }
  }

  /// The code for an error of ours; nil for those that ArgumentParser explains itself.
  private static func exitCode(of error: any Error) -> ExitCode? {
    switch error {
    case let error as ResultsError: ExitCode(error)
    case is SelectionError, is FrameTimingError, is UsageError: .wrongUsage
    case is WorkerFailure: .benchmarkFailed
    case let error as RevisionError: ExitCode(error)
    case is SessionError, is OutputError, is SideFailure: .failure
    default: nil
    }
  }
}

extension ExitCode {
  init(_ error: ResultsError) {
    self.init(error.exitCode.rawValue)
  }
}

extension ExitCode {
  init(_ error: RevisionError) {
    switch error {
    case .notFound: self = .baselineNotFound
    case .notARepository, .git, .doesNotBuild, .cannotReorder, .noSuchProduct, .notATool, .cache:
      self = .failure
    }
  }
}

/// Arguments that parse one by one and make no sense together.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
