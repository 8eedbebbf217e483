import BenchmarkModel
import CMeasure
import Foundation
import WorkerClient

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A command whose whole processes are measured, and what belongs to each of its runs.
package struct MeasuredCommand: Codable, Sendable {
  /// What the user typed.
  package let text: String

  /// A command that runs before each run, and is not measured.
  private let prepare: String?

  /// The file that is its standard input, or nil for an empty one.
  package let input: String?

  /// Whether what it prints belongs to its answer.
  let comparesOutput: Bool

  /// Whether it may end with any exit code, which then belongs to its answer.
  let ignoresExitCode: Bool

  package init(
    _ text: String, prepare: String? = nil, input: String? = nil, comparesOutput: Bool = false,
    ignoresExitCode: Bool = false
  ) {
    self.text = text
    self.prepare = prepare
    self.input = input
    self.comparesOutput = comparesOutput
    self.ignoresExitCode = ignoresExitCode
  }
}

extension MeasuredCommand {
  /// Why a command has no times.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}

extension MeasuredCommand {
  /// Runs it once, without its output.
  ///
  /// - Throws: ``Failure`` if it cannot be started or fails.
  func run() throws -> ProcessRun {
    try prepareRun()
    let run = try Self.start(text, input: input).wait()
    try check(run)
    return run
  }

  /// Runs it once, and passes its output on as it arrives.
  ///
  /// - Throws: ``Failure``, which quotes the end of what it wrote to standard error.
  func run(showing show: (Data) -> Void) throws -> ProcessRun {
    try prepareRun()
    let (output, errors) = (try OutputPipe(), try OutputPipe())
    let started = try Self.start(text, input: input, output: output, errors: errors)
    var lastWords = Data()
    let run = try started.wait {
      output.readAvailable(show)
      errors.readAvailable { lastWords = Data((lastWords + $0).suffix(2_000)) }
    }
    try check(run, Self.quoted(lastLineOf: String(decoding: lastWords, as: UTF8.self)))
    return run
  }

  /// ` ('what it said last')`, from what it wrote to standard error; empty if that is nothing.
  package static func quoted(lastLineOf errors: String) -> String {
    let line = errors.split(whereSeparator: \.isNewline).last
    return line.map { " ('\($0.prefix(200))')" } ?? ""
  }

  private func prepareRun() throws {
    guard let prepare else { return }
    let run = try Self.start(prepare).wait()
    guard run.status == .success else {
      throw Failure(
        description: """
          '\(prepare)', which '--prepare' names, \(run.status.words). Fix it, or leave \
          it out.
          """)
    }
  }

  private func check(_ run: ProcessRun, _ said: String = "") throws {
    guard run.status != .success, !ignoresExitCode else { return }
    throw Failure(
      description: """
        '\(text)' \(run.status.words)\(said). \(surroundings) Fix it, or measure it all the same with \
        '--ignore-exit-code'.
        """)
  }

  /// A sentence about what the command may lack: input and a terminal.
  package var surroundings: String {
    "Its standard input is \(input.map { "'\($0)'" } ?? "empty"), and it has no terminal."
  }
}

extension MeasuredCommand {
  /// Characters that only a shell understands.
  private static let shellCharacters = Set("#;\"'*?[]&|<>(){}$\\`^~!=\n\r\0")

  /// Words that mean something to a shell, and may not be programs.
  private static let shellWords: Set = [
    ".", ":", "alias", "break", "case", "cd", "command", "continue", "eval", "exec", "exit",
    "export",
    "for", "if", "read", "readonly", "return", "set", "shift", "source", "times", "trap", "type",
    "ulimit", "umask", "unset", "until", "wait", "while",
  ]

  /// The program and its arguments: the words themselves where no shell is needed to understand
  /// them, because a shell takes a millisecond to start.
  package static func words(of text: String) -> [String] {
    let words = text.split { $0 == " " || $0 == "\t" }.map(String.init)
    guard let first = words.first, !shellWords.contains(first),
      !text.contains(where: shellCharacters.contains)
    else {
      return ["/bin/sh", "-c", text]
    }
    return words
  }

  private static func start(
    _ text: String, input: String? = nil, output: OutputPipe? = nil, errors: OutputPipe? = nil
  ) throws -> StartedProcess {
    defer { for pipe in [output, errors] { pipe?.closeWriteEnd() } }
    func stream(_ pipe: OutputPipe?) -> ReadyProgram.Stream {
      pipe?.writeEnd.map { .descriptor($0.rawValue) } ?? .discarded
    }
    do {
      let program = try ReadyProgram(
        words(of: text), (.reading(input ?? "/dev/null"), stream(output), stream(errors)))
      let startNs = framegate_wall_ns()
      return StartedProcess(identifier: try program.start(), startNs: startNs)
    } catch let error as POSIXError {
      throw Failure(
        description: """
          '\(text)' cannot be started: \(String(cString: strerror(error.code.rawValue))). Check the \
          name of its program\(input.map { ", and that '\($0)' can be read" } ?? "").
          """)
    }
  }
}

extension ChildProcess.ExitStatus {
  fileprivate static let success = Self.exited(code: 0)

  /// How the process ended, in words that follow its name.
  fileprivate var words: String {
    switch self {
    case .exited(let code): "ended with exit code \(code)"
    case .signaled(let signal): "was ended by signal \(signal)"
    }
  }

  /// The code that a shell reports: 128 + the number of a signal.
  var shellCode: Int32 {
    switch self {
    case .exited(let code): code
    case .signaled(let signal): 128 + signal
    }
  }
}
