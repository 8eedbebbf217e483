import BenchmarkModel
import CMeasure
import Foundation
import WorkerClient

/// A command whose whole processes are measured, and what belongs to each of its runs.
struct MeasuredCommand: Codable, Sendable {
  /// What the user typed.
  let text: String

  /// A command that runs before each run, and is not measured.
  var prepare: String?

  /// The file that is its standard input, or nil for an empty one.
  var input: String?

  /// Whether what it prints belongs to its answer.
  var comparesOutput = false

  /// Whether it may end with any exit code, which then belongs to its answer.
  var ignoresExitCode = false
}

/// How a process ended, and what it took.
struct ProcessRun {
  /// The exit code; 128 + the signal that ended it otherwise.
  let code: Int32

  /// From before it was started until after it ended, in nanoseconds.
  let wallNs: Double

  /// CPU time of it, and of the processes that it waited for, in nanoseconds.
  let cpuNs: Double

  /// The time in which it wanted a core and had none, in nanoseconds, or nil where the system does
  /// not say.
  let queuedNs: Double?
}

extension ProcessRun {
  /// How much more CPU time than time a command takes that runs on several cores.
  private static let parallelRatio = 1.05

  /// The time in which it waited for other than a core; all of it for a command on several cores,
  /// whose time says more than its CPU time, or nil where that is unknown.
  var waitedNs: Double? {
    if cpuNs > Self.parallelRatio * wallNs { return wallNs }
    return awayNs.map { max(0, $0 - Self.startingNs) }
  }

  /// The time in which neither it nor anything else had its core, or nil where that is unknown.
  private var awayNs: Double? { queuedNs.map { max(0, wallNs - cpuNs - $0) } }

  /// The part of it that starting a process and noticing its end take.
  ///
  /// It is the minimum over a few processes that do nothing.
  private static let startingNs: Double = {
    let nothing = MeasuredCommand(text: "true")
    return (0..<5).compactMap { _ in try? nothing.run().awayNs }.min() ?? 0
  }()
}

/// Why a command has no times.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String
}

extension MeasuredCommand {
  /// Runs it once, without its output.
  ///
  /// - Throws: ``CommandFailure`` if it cannot be started or fails.
  func run() throws -> ProcessRun {
    try prepareRun()
    let run = try Self.start(text, input: input).wait()
    try check(run)
    return run
  }

  /// Runs it once, and hands what it prints on as it arrives.
  ///
  /// - Throws: ``CommandFailure``, which quotes the end of what it said to standard error.
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
  static func quoted(lastLineOf errors: String) -> String {
    let line = errors.split(whereSeparator: \.isNewline).last
    return line.map { " ('\($0.prefix(200))')" } ?? ""
  }

  private func prepareRun() throws {
    guard let prepare else { return }
    let run = try Self.start(prepare).wait()
    guard run.code == 0 else {
      throw CommandFailure(
        description: """
          '\(prepare)', which '--prepare' names, ended with exit code \(run.code). Mend it, or leave \
          it out.
          """)
    }
  }

  private func check(_ run: ProcessRun, _ said: String = "") throws {
    guard run.code != 0, !ignoresExitCode else { return }
    let how =
      run.code > 128 ? "was ended by signal \(run.code - 128)" : "ended with exit code \(run.code)"
    throw CommandFailure(
      description: """
        '\(text)' \(how)\(said). \(surroundings) Mend it, or measure it all the same with \
        '--ignore-exit-code'.
        """)
  }

  /// What it may miss, in a sentence.
  var surroundings: String {
    "Its standard input is \(input.map { "'\($0)'" } ?? "empty"), and it has no terminal."
  }
}

extension MeasuredCommand {
  /// What only a shell understands.
  private static let shellCharacters = Set("#;\"'*?[]&|<>(){}$\\`^~!=\n\r\0")

  /// Words that mean something to a shell, and may be no program.
  private static let shellWords: Set = [
    ".", ":", "alias", "break", "case", "cd", "command", "continue", "eval", "exec", "exit",
    "export",
    "for", "if", "read", "readonly", "return", "set", "shift", "source", "times", "trap", "type",
    "ulimit", "umask", "unset", "until", "wait", "while",
  ]

  /// The program and its arguments: the words themselves where no shell is needed to understand
  /// them, because a shell takes a millisecond to start.
  static func words(of text: String) -> [String] {
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
    let words = words(of: text)
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input ?? "/dev/null", O_RDONLY, 0)
    for (descriptor, pipe) in [(Int32(1), output), (2, errors)] {
      if let pipe {
        posix_spawn_file_actions_adddup2(&actions, pipe.writeEnd, descriptor)
      } else {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
      }
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    // A worker ignores signals, and its threads block them.
    let attributes = try SpawnAttributes()
    var process: pid_t = 0
    let startNs = framegate_wall_ns()
    let problem = posix_spawnp(
      &process, words[0], &actions, &attributes.system, &arguments, environ)
    for pipe in [output, errors] { pipe?.closeWriteEnd() }
    guard problem == 0 else {
      throw CommandFailure(
        description: """
          '\(text)' cannot be started: \(String(cString: strerror(problem))). Check the name of its \
          program\(input.map { ", and that '\($0)' can be read" } ?? "").
          """)
    }
    return StartedProcess(identifier: process, startNs: startNs)
  }
}

/// A process that has not been waited for.
private struct StartedProcess {
  let identifier: pid_t
  let startNs: Int64

  func wait() throws -> ProcessRun {
    while true {
      if let run = try ended(waiting: true) { return run }
    }
  }

  /// Waits while `read` takes what it prints; what processes that it leaves behind print after its
  /// end is lost.
  func wait(_ read: () -> Void) throws -> ProcessRun {
    while true {
      let run = try ended(waiting: false)
      read()
      if let run { return run }
      usleep(500)
    }
  }

  private func ended(waiting: Bool) throws -> ProcessRun? {
    // Its end is looked at first, because the system says until then what it has queued.
    var information = siginfo_t()
    let options = WEXITED | WNOWAIT | (waiting ? 0 : WNOHANG)
    while waitid(P_PID, id_t(identifier), &information, options) != 0 {
      guard errno == EINTR else {
        throw CommandFailure(description: "A process was lost. Measure again.")
      }
    }
    let endedNs = framegate_wall_ns()
    guard information.si_signo == SIGCHLD else { return nil }
    let queuedNs = queuedNs
    var status: Int32 = 0
    var usage = rusage()
    let found = wait4(identifier, &status, waiting ? 0 : WNOHANG, &usage)
    guard found == identifier else {
      guard found == 0 || errno == EINTR else {
        throw CommandFailure(description: "A process was lost. Measure again.")
      }
      return nil
    }
    let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    let microseconds = Double(usage.ru_utime.tv_usec) + Double(usage.ru_stime.tv_usec)
    let signal = status & 0x7f
    return ProcessRun(
      code: signal == 0 ? (status >> 8) & 0xff : 128 + signal,
      wallNs: Double(max(0, endedNs - startNs)), cpuNs: seconds * 1e9 + microseconds * 1e3,
      queuedNs: queuedNs)
  }

  /// The time in which the process waited for a core: the second number of `/proc/PID/schedstat`.
  private var queuedNs: Double? {
    let text = try? String(contentsOfFile: "/proc/\(identifier)/schedstat", encoding: .utf8)
    let numbers = text?.split(separator: " ") ?? []
    return numbers.count > 1 ? Double(numbers[1]) : nil
  }
}

/// What a process prints, as far as it has arrived.
private final class OutputPipe {
  private let readEnd: Int32
  private(set) var writeEnd: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw CommandFailure(
        description: "The system has no pipe left. Close other programs, and measure again.")
    }
    readEnd = ends[0]
    writeEnd = ends[1]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(readEnd)
    closeWriteEnd()
  }

  func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  func readAvailable(_ show: (Data) -> Void) {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(readEnd, &bytes, bytes.count)
      guard count > 0 else { return }
      show(Data(bytes[..<count]))
    }
  }
}
