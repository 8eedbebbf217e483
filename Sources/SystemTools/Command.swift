import Foundation
import Subprocess
import Synchronization

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A program to run to its end, such as git or the compiler.
package struct Command: Sendable {
  /// The result of a program that has ended.
  package struct Outcome: Sendable {
    package let isSuccess: Bool
    package let output: String
    package let error: String
  }

  private let name: String
  private let arguments: [String]

  /// The working folder; nil for the current one.
  package var folder: String?

  /// Environment variables to set, or to remove where the value is nil.
  package var variables: [String: String?]

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - name: A program on the search path, or a path if it contains a slash.
  ///   - arguments: Its arguments.
  ///   - folder: The working folder; nil for the current one.
  ///   - variables: Environment variables to set, or to remove where the value is nil.
  package init(
    _ name: String, _ arguments: [String], in folder: String? = nil,
    variables: [String: String?] = [:]
  ) {
    self.name = name
    self.arguments = arguments
    self.folder = folder
    self.variables = variables
  }
}

extension Command {
  /// Runs to the end.
  ///
  /// - Throws: When the program cannot be started, and `CancellationError`.
  package func run() async throws -> Outcome {
    let record = try await Subprocess.run(
      program, arguments: Arguments(arguments), environment: environment,
      workingDirectory: folder.map { FilePath($0) },
      output: .string(limit: 64 << 20), error: .string(limit: 4 << 20))
    try Task.checkCancellation()
    return Outcome(
      isSuccess: record.terminationStatus.isSuccess, output: record.standardOutput,
      error: record.standardError)
  }

  /// The output of a program that succeeds, without white space at its ends; nil when it cannot be
  /// started or fails.
  package func output() async -> String? {
    guard let outcome = try? await run(), outcome.isSuccess else { return nil }
    return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Runs to the end and shows every line of both streams as it arrives.
  ///
  /// - Returns: Whether it succeeded, and all lines that are not empty.
  /// - Throws: When the program cannot be started, and `CancellationError`.
  package func run(
    showing show: @escaping @Sendable (String) -> Void
  ) async throws -> (isSuccess: Bool, lines: [String]) {
    let lines = Mutex<[String]>([])
    let run = try await Subprocess.run(
      program, arguments: Arguments(arguments), environment: environment,
      workingDirectory: folder.map { FilePath($0) }, input: .none, output: .sequence,
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

  private var program: Executable {
    name.contains("/") ? .path(FilePath(name)) : .name(name)
  }

  /// Variables that git sets while it runs a hook.
  ///
  /// They would point every command at another repository.
  private static let hookVariables = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"]

  private var environment: Environment {
    var values: [Environment.Key: String?] = [:]
    for name in Self.hookVariables { values[Environment.Key(stringLiteral: name)] = .some(nil) }
    for (name, value) in variables { values[Environment.Key(stringLiteral: name)] = value }
    return .inherit.updating(values)
  }
}
