import Foundation
import Subprocess
import Synchronization

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A program that git revisions are fetched and built with.
struct Command {
  let name: String
  let arguments: [String]
  var folder: String
  var variables: [String: String?] = [:]

  /// How it ended and what it printed.
  struct Outcome {
    let isSuccess: Bool
    let output, error: String
  }

  /// What git sets while it runs a hook; it would point every command at another repository.
  private static let hookVariables = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"]

  private var environment: Environment {
    var values: [Environment.Key: String?] = [:]
    for name in Self.hookVariables { values[.init(rawValue: name) ?? "GIT_DIR"] = .some(nil) }
    for (name, value) in variables { values[.init(rawValue: name) ?? "GIT_DIR"] = value }
    return .inherit.updating(values)
  }

  /// Runs to the end.
  ///
  /// - Throws: When it cannot be started, and `CancellationError`.
  func run() async throws -> Outcome {
    let record = try await Subprocess.run(
      .name(name), arguments: Arguments(arguments), environment: environment,
      workingDirectory: FilePath(folder),
      output: .string(limit: 64 << 20), error: .string(limit: 4 << 20))
    try Task.checkCancellation()
    return Outcome(
      isSuccess: record.terminationStatus.isSuccess, output: record.standardOutput,
      error: record.standardError)
  }

  /// Runs to the end and shows every line of either stream as it comes.
  ///
  /// - Returns: Whether it succeeded, and all lines.
  /// - Throws: When it cannot be started, and `CancellationError`.
  func run(
    showing show: @escaping @Sendable (String) -> Void
  ) async throws -> (isSuccess: Bool, lines: [String]) {
    let lines = Mutex<[String]>([])
    let run = try await Subprocess.run(
      .name(name), arguments: Arguments(arguments), environment: environment,
      workingDirectory: FilePath(folder), input: .none, output: .sequence,
      error: .combinedWithOutput
    ) { execution in
      for try await line in execution.standardOutput.strings() {
        let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { continue }
        lines.withLock { $0.append(text) }
        show(text)
      }
    }
    try Task.checkCancellation()
    return (run.terminationStatus.isSuccess, lines.withLock(\.self))
  }
}
