import BenchmarkModel
import Foundation
import Subprocess
package import WorkerClient

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A program to run to its end, such as git or the compiler.
package struct Command: Sendable {
  /// The result of a program that has ended.
  package struct Outcome: Sendable {
    /// The exit code, or nil if a signal ended it.
    package let code: Int32?
    package let output: String
    package let error: String

    package var isSuccess: Bool { code == 0 }
  }

  private let name: String
  private let arguments: [String]

  /// The working folder, or nil for the current one.
  package var folder: String?

  /// Environment variables to set, or to remove where the value is nil.
  package var variables: [String: String?]

  /// What it reads on its standard input: lists of any length, which arguments cannot hold.
  package var input: String?

  /// The folder in which the input is kept meanwhile, or nil for the folder of temporary files.
  var inputFolder: URL?

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
  /// The maximum number of bytes that are kept of its output, and of its errors.
  private static let mostOutput = 64 << 20

  /// Runs to the end.
  ///
  /// - Throws: ``Command.Failure``, `CancellationError`.
  package func run() async throws -> Outcome {
    let (output, error) = (Locked<[UInt8]>([]), Locked<[UInt8]>([]))
    let status = try await run(
      output: { chunk in output.withLock { if $0.count <= Self.mostOutput { $0 += chunk } } },
      error: { chunk in error.withLock { if $0.count < Self.mostOutput { $0 += chunk } } },
      hasTooMuch: { output.withLock(\.count) > Self.mostOutput })
    let code: Int32? = if case .exited(let code) = status { code } else { nil }
    return Outcome(
      code: code, output: String(decoding: output.withLock(\.self), as: UTF8.self),
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
  /// - Throws: ``Command.Failure``, `CancellationError`.
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
    let status = try await run(
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
    return (status == .exited(code: 0), state.withLock(\.lines))
  }
}

extension Command {
  /// Runs a program in a session of its own, to its end, but does not wait for processes that it
  /// leaves behind.
  ///
  /// When the task is canceled, ends everything that the program has started.
  ///
  /// - Parameters:
  ///   - output: Gets what it writes.
  ///   - error: Gets its errors; nil if `output` gets them too.
  ///   - hasTooMuch: Whether the output is longer than can be kept.
  /// - Returns: How it ended.
  /// - Throws: ``Command.Failure``, `CancellationError`.
  package func run(
    output: @escaping @Sendable (UnsafeRawBufferPointer) -> Void,
    error: (@Sendable (UnsafeRawBufferPointer) -> Void)?,
    hasTooMuch: @escaping @Sendable () -> Bool = { false }
  ) async throws -> ChildProcess.ExitStatus {
    let readers = try readers(output, error)
    let input = try inputFile()
    let session = ProcessSession()
    do {
      let status = try await spawn(input, readers, in: session)
      // Processes that it has started may keep its streams open forever.
      for reader in [readers.output, readers.error].compactMap(\.self) {
        await reader.finish(within: ProcessSession.grace)
      }
      try Task.checkCancellation()
      session.finish()
      guard !hasTooMuch() else {
        throw Command.Failure.tooMuchOutput(program: name, limit: Self.mostOutput)
      }
      return switch status {
      case .exited(let code): .exited(code: code)
      case .signaled(let signal): .signaled(signal)
      }
    } catch {
      await session.end()
      session.finish()
      try Task.checkCancellation()
      guard let error = error as? SubprocessError else { throw error }
      throw Command.Failure.notStarted(program: name, reason: "\(error)")
    }
  }

  /// The readers of its streams; the second is nil if the first also gets the errors.
  private typealias Readers = (output: OutputReader, error: OutputReader?)

  private func readers(
    _ output: @escaping @Sendable (UnsafeRawBufferPointer) -> Void,
    _ error: (@Sendable (UnsafeRawBufferPointer) -> Void)?
  ) throws(Command.Failure) -> Readers {
    do {
      return (try OutputReader(output), try error.map { try OutputReader($0) })
    } catch let problem {
      throw .noPipe(program: name, reason: "\(problem)")
    }
  }

  /// Starts the program, and waits until it has ended.
  private func spawn(
    _ input: FileDescriptor, _ readers: Readers, in session: ProcessSession
  ) async throws -> TerminationStatus {
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = [
      .send(
        signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: ProcessSession.grace)
    ]
    let output = readers.output.handOver()
    let error = readers.error?.handOver()
    return try await withTaskCancellationHandler {
      try await Subprocess.run(
        program, arguments: Arguments(arguments), environment: environment,
        workingDirectory: folder.map { FilePath($0) }, platformOptions: options,
        input: .fileDescriptor(input, closeAfterSpawningProcess: true),
        output: .fileDescriptor(output, closeAfterSpawningProcess: error != nil),
        error: .fileDescriptor(error ?? output, closeAfterSpawningProcess: true)
      ) { execution in
        session.begin(execution.processIdentifier.value)
      }.terminationStatus
    } onCancel: {
      session.cancel()
    }
  }

  /// Its input in a file without a name, so that the tool need not wait until the program reads it.
  private func inputFile() throws(Command.Failure) -> FileDescriptor {
    let folder = inputFolder ?? FileManager.default.temporaryDirectory
    do {
      guard let input else { return try FileDescriptor.open("/dev/null", .readOnly) }
      let path = folder.appending(path: "framegate-input-\(UUID().uuidString)").path
      let file = try FileDescriptor.open(
        path, .readWrite, options: [.create, .exclusiveCreate], permissions: [.ownerReadWrite])
      unlink(path)
      do {
        try file.writeAll(input.utf8)
        try file.seek(offset: 0, from: .start)
      } catch {
        try? file.close()
        throw error
      }
      return file
    } catch {
      throw .noInput(program: name, folder: folder.path, reason: "\(error)")
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
