import Foundation
import Subprocess

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

  /// Creates a command; `name` is a program on the search path, or a path if it contains a slash.
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
  package func run() async throws -> Outcome {
    try await inSession { session, options in
      let record = try await Subprocess.run(
        program, arguments: Arguments(arguments), environment: environment,
        workingDirectory: folder.map { FilePath($0) }, platformOptions: options, input: .none,
        output: .string(limit: 64 << 20), error: .string(limit: 4 << 20)
      ) { execution in
        session.begin(execution.processIdentifier.value)
      }
      return Outcome(
        isSuccess: record.terminationStatus.isSuccess, output: record.standardOutput,
        error: record.standardError)
    }
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
    let lines = Locked<[String]>([])
    return try await inSession { session, options in
      let run = try await Subprocess.run(
        program, arguments: Arguments(arguments), environment: environment,
        workingDirectory: folder.map { FilePath($0) }, platformOptions: options, input: .none,
        output: .sequence, error: .combinedWithOutput
      ) { execution in
        session.begin(execution.processIdentifier.value)
        for try await line in execution.standardOutput.strings() {
          // Indentation stays: compilers point at columns.
          guard let end = line.lastIndex(where: { !$0.isWhitespace }) else { continue }
          let text = String(line[...end])
          lines.withLock { $0.append(text) }
          show(text)
        }
      }
      return (run.terminationStatus.isSuccess, lines.withLock(\.self))
    }
  }

  /// Runs a program in a session of its own.
  ///
  /// When the task is cancelled, ends everything that the program has started.
  private func inSession<Value>(
    _ body: (ProcessSession, PlatformOptions) async throws -> Value
  ) async throws -> Value {
    let session = ProcessSession()
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = [
      .send(
        signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: ProcessSession.grace)
    ]
    do {
      let value = try await withTaskCancellationHandler {
        try await body(session, options)
      } onCancel: {
        session.cancel()
      }
      try Task.checkCancellation()
      session.finish()
      return value
    } catch {
      await session.end()
      try Task.checkCancellation()
      throw error
    }
  }

  private var program: Executable { name.contains("/") ? .path(FilePath(name)) : .name(name) }

  /// Variables that direct git to another repository, or change how it reads a path or a name.
  ///
  /// Git sets some of them while it runs a hook.
  private static let repositoryVariables = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX",
    "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE",
    "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE", "GIT_REPLACE_REF_BASE",
    "GIT_INTERNAL_SUPER_PREFIX", "GIT_ATTR_SOURCE", "GIT_CONFIG", "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
  ]

  private var environment: Environment {
    var values: [Environment.Key: String?] = [:]
    for name in Self.repositoryVariables {
      values[Environment.Key(stringLiteral: name)] = .some(nil)
    }
    for (name, value) in variables { values[Environment.Key(stringLiteral: name)] = value }
    return .inherit.updating(values)
  }
}
