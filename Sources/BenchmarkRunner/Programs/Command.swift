import BenchmarkModel
import WorkerClient
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

  /// The working folder, or nil for the current one.
  package var folder: String?

  /// Environment variables to set, or to remove where the value is nil.
  package var variables: [String: String?]

  /// What it reads on its standard input: lists of any length, which arguments cannot hold.
  package var input: String?

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
  /// The maximum of its output that is kept, and of its errors, in bytes.
  private static let mostOutput = 64 << 20

  package func run() async throws -> Outcome {
    let (output, error) = (Locked<[UInt8]>([]), Locked<[UInt8]>([]))
    let isSuccess = try await run(
      output: { chunk in output.withLock { $0 += chunk } },
      error: { chunk in error.withLock { if $0.count < Self.mostOutput { $0 += chunk } } },
      hasTooMuch: { output.withLock(\.count) > Self.mostOutput })
    return Outcome(
      isSuccess: isSuccess, output: String(decoding: output.withLock(\.self), as: UTF8.self),
      error: String(decoding: error.withLock(\.self), as: UTF8.self))
  }

  /// The output of a program that succeeds, without white space at its ends, or nil when it cannot
  /// be started or fails.
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
    let state = Locked<(lines: [String], rest: [UInt8])>(([], []))
    @Sendable func add(_ bytes: ArraySlice<UInt8>) {
      // Indentation stays: compilers point at columns.
      let line = String(decoding: bytes, as: UTF8.self)
      guard let end = line.lastIndex(where: { !$0.isWhitespace }) else { return }
      let text = String(line[...end])
      state.withLock { $0.lines.append(text) }
      show(text)
    }
    let isSuccess = try await run(
      output: { chunk in
        let complete = state.withLock { state -> ArraySlice<UInt8> in
          state.rest += chunk
          guard let end = state.rest.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
          defer { state.rest.removeSubrange(...end) }
          return state.rest[..<end]
        }
        for line in complete.split(separator: UInt8(ascii: "\n")) { add(line) }
      }, error: nil)
    add(state.withLock(\.rest)[...])
    return (isSuccess, state.withLock(\.lines))
  }
}

extension Command {
  /// Runs a program in a session of its own, to its end, but does not wait for what it leaves.
  ///
  /// When the task is cancelled, ends everything that the program has started.
  ///
  /// - Parameters:
  ///   - output: Gets what it writes.
  ///   - error: Gets its errors; nil if `output` gets them too.
  ///   - hasTooMuch: Whether the output is longer than can be kept.
  /// - Returns: Whether it succeeded.
  /// - Throws: When it cannot be started or has too much output, and `CancellationError`.
  private func run(
    output: @escaping @Sendable (UnsafeRawBufferPointer) -> Void,
    error: (@Sendable (UnsafeRawBufferPointer) -> Void)?,
    hasTooMuch: @escaping @Sendable () -> Bool = { false }
  ) async throws -> Bool {
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = [
      .send(
        signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: ProcessSession.grace)
    ]
    let out = try OutputReader(output)
    let errors = try error.map { try OutputReader($0) }
    let input = try inputFile()
    let session = ProcessSession()
    do {
      let status = try await withTaskCancellationHandler {
        try await Subprocess.run(
          program, arguments: Arguments(arguments), environment: environment,
          workingDirectory: folder.map { FilePath($0) }, platformOptions: options,
          input: .fileDescriptor(input, closeAfterSpawningProcess: true),
          output: .fileDescriptor(out.writeEnd, closeAfterSpawningProcess: errors != nil),
          error: .fileDescriptor(
            (errors ?? out).writeEnd, closeAfterSpawningProcess: true)
        ) { execution in
          session.begin(execution.processIdentifier.value)
        }.terminationStatus
      } onCancel: {
        session.cancel()
      }
      // What it has started may keep its streams open for ever.
      for reader in [out, errors].compactMap(\.self) {
        await reader.finish(within: ProcessSession.grace)
      }
      try Task.checkCancellation()
      session.finish()
      guard !hasTooMuch() else { throw Errno.fileTooLarge }
      return status.isSuccess
    } catch {
      await session.end()
      session.finish()
      try Task.checkCancellation()
      throw error
    }
  }

  /// What it reads: a file without a name, so that nothing waits until it is read.
  private func inputFile() throws -> FileDescriptor {
    guard let input else { return try FileDescriptor.open("/dev/null", .readOnly) }
    let path = FileManager.default.temporaryDirectory
      .appending(path: "framegate-input-\(UUID().uuidString)").path
    let file = try FileDescriptor.open(
      path, .readWrite, options: [.create, .exclusiveCreate], permissions: [.ownerReadWrite])
    unlink(path)
    try file.writeAll(input.utf8)
    try file.seek(offset: 0, from: .start)
    return file
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
