import BenchmarkModel
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import FrameTiming
import ReportText
import WorkerClient
import WorkerProtocol

/// Two commands whose processes are measured alternately.
///
/// Each is a worker of its own: a script that starts this tool to run the command.
struct CommandSides {
  private let commands: BySide<MeasuredCommand>
  private let setup, cleanup: String?
  private let warmUp: Int

  /// Takes two commands.
  ///
  /// - Throws: ``CommandSidesError`` if a program or the input is not there.
  init(
    _ commands: BySide<MeasuredCommand>, setup: String?, cleanup: String?, warmUp: Int
  ) throws {
    self.commands = commands
    self.setup = setup
    self.cleanup = cleanup
    self.warmUp = warmUp
    for command in commands.both { try Self.check(command) }
  }

  private static func check(_ command: MeasuredCommand) throws {
    guard command.text.contains(where: { !$0.isWhitespace }) else {
      throw CommandSidesError.empty
    }
    let program = MeasuredCommand.words(of: command.text)[0]
    guard isThere(program) else { throw CommandSidesError.noProgram(program) }
    if let input = command.input, access(input, R_OK) != 0 {
      throw CommandSidesError.unreadableInput(input)
    }
  }

  private static func isThere(_ program: String) -> Bool {
    program.contains("/")
      ? FileManager.default.isExecutableFile(atPath: program)
      : !SearchPath.programs(named: program).isEmpty
  }
}

extension CommandSides {
  /// Sets up, warms up both commands, and lets `body` compare them; cleans up in any case.
  ///
  /// The plan that `body` gets measures the second command.
  ///
  /// - Returns: The exit code of `body` or, if that is ``ToolExit/pass``, of a failed clean-up.
  /// - Throws: What `body` throws; ``CommandSidesError``, `WorkerFailure` when a command fails.
  func withSides(
    _ plan: Plan, _ body: (BuiltRevisions, Plan) async throws -> ToolExit
  ) async throws -> ToolExit {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "framegate-commands-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let exit: ToolExit
    do {
      try await Self.run(setup, "--setup")
      let workers = BySide(
        baseline: try Self.worker(of: commands.baseline, "a", in: folder),
        candidate: try Self.worker(of: commands.candidate, "b", in: folder))
      for side in ComparisonSide.allCases {
        try await warm(commands[side], workers[side], plan.workload)
      }
      exit = try await body(
        sides(workers),
        plan.measuring(.init(file: workers.candidate, product: CommandWorker.benchmark)))
    } catch {
      try? await cleanUp()
      throw error
    }
    do {
      try await cleanUp()
      return exit
    } catch {
      return exit.reporting(error)
    }
  }

  /// Runs `--cleanup` in a task of its own, which a signal does not cancel.
  private func cleanUp() async throws {
    let cleanup = cleanup
    try await Task.detached { try await Self.run(cleanup, "--cleanup") }.value
  }

  private func sides(_ workers: BySide<String>) -> BuiltRevisions {
    func build(_ side: ComparisonSide) -> RevisionBuild {
      RevisionBuild(
        executable: workers[side], calledBy: "'\(commands[side].text)'",
        in: ResultsFolder.workingFolder.path)
    }
    return BuiltRevisions(
      pinning: BySide(baseline: build(.baseline), candidate: build(.candidate)))
  }

  /// The path of an executable that answers questions about a command.
  private static func worker(
    of command: MeasuredCommand, _ name: String, in folder: URL
  ) throws -> String {
    guard let tool = ExecutablePath.current else { throw CommandSidesError.unknownTool }
    let description = folder.appending(path: "\(name).json")
    try JSONEncoder().encode(command).write(to: description)
    let script = folder.appending(path: name)
    let words = [tool, "command-worker", description.path].map(\.shellWord)
    try Data("#!/bin/sh\nexec \(words.joined(separator: " ")) \"$@\"\n".utf8).write(to: script)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
    return script.path
  }

  /// Warms up a command with as many runs as the user requested.
  ///
  /// If the first run fails, the error quotes what the command printed.
  private func warm(
    _ command: MeasuredCommand, _ worker: String, _ workload: Workload
  ) async throws {
    guard warmUp > 0 else { return }
    do {
      try await WorkerSource(workload.launch(worker)).withWorker { connection in
        try await connection.prepare(CommandWorker.benchmark).ask(RecordAnswer(at: .hz60))
        // One by one, because the time limit is that of an answer.
        for _ in 1..<warmUp { try await connection.ask(TakeSamples(1, iterations: 1)) }
      }
    } catch WorkerFailure.timedOut(let limit) {
      throw CommandSidesError.timedOut(command, after: limit)
    }
  }

  /// Runs what an option names.
  ///
  /// It may start a server that goes on and prints, so its output ends in no pipe of this process.
  private static func run(_ text: String?, _ option: String) async throws {
    guard let text else { return }
    let errors = FileManager.default.temporaryDirectory
      .appending(path: "framegate-errors-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: errors) }
    let outcome = try await Command(
      "/bin/sh", ["-c", "exec >/dev/null 2>\(errors.path.shellWord)\n\(text)"]
    ).run()
    guard !outcome.isSuccess else { return }
    let said = try? Data(contentsOf: errors, options: .mappedIfSafe).suffix(64 << 10)
    throw CommandSidesError.failed(
      text, option: option,
      said: MeasuredCommand.quoted(lastLineOf: String(decoding: said ?? Data(), as: UTF8.self)))
  }
}

/// The reason why two commands cannot be compared.
enum CommandSidesError: ToolError {
  case empty
  case noProgram(String)
  case unreadableInput(String)
  case unknownTool
  case timedOut(MeasuredCommand, after: Duration)

  /// The command of an option has failed, with what it printed.
  case failed(String, option: String, said: String)

  var exitCode: ToolExit {
    switch self {
    case .empty: .wrongUsage
    case .noProgram, .unreadableInput, .unknownTool, .failed: .couldNotRun
    case .timedOut: .benchmarkFailed
    }
  }

  var description: String {
    switch self {
    case .empty: "'--command' is empty. Name a program, with its arguments."
    case .noProgram(let program):
      "There is no program '\(program)' to run. Check its name and the search path."
    case .unreadableInput(let file):
      "'\(file)' cannot be read. Name another file with '--input', or leave it out."
    case .unknownTool: "The file of this tool is unknown. Start it by its path."
    case .timedOut(let command, let limit):
      """
      '\(command.text)' did not end within \(limit.secondsText) s. \(command.surroundings) \
      Fix it, or raise '--timeout'.
      """
    case .failed(let text, let option, let said):
      "'\(text)', which '\(option)' names, failed\(said). Fix it, or leave it out."
    }
  }
}
