import ArgumentParser
import BenchmarkModel
import BenchmarkRunner
import BenchmarkVerdicts

/// Commands whose processes `compare` measures, and how they are run.
struct CommandOptions: ParsableArguments {
  @Option(
    help: .value("command", "Measure this command; give the option twice to compare two."))
  var command: [String] = []

  @Option(help: .value("command", "Run this before everything else."))
  var setup: String?

  @Option(help: .value("command", "Run this before each process, unmeasured."))
  var prepare: String?

  @Option(help: .value("command", "Run this when all is done.", isHidden: true))
  var cleanup: String?

  @Option(help: .value("count", "Run each command this many times before measuring."))
  var warmUp: Int?

  @Option(help: .value("file", "Use this file as standard input."), completion: .file())
  var input: String?

  @Flag(help: "Also compare what the commands print.")
  var compareOutput = false

  @Flag(
    help: ArgumentHelp("Measure commands that fail, and compare exit codes.", visibility: .hidden))
  var ignoreExitCode = false

  func validate() throws {
    try ValidationError.check(warmUp, in: 0...1_000, "--warm-up")
    switch command.count {
    case 2: return
    case 0:
      guard isEmpty else {
        throw ValidationError(
          """
          '--setup', '--prepare', '--cleanup', '--warm-up', '--input', '--compare-output' and \
          '--ignore-exit-code' belong to commands. Name two with '--command', or leave them out.
          """)
      }
    default:
      throw ValidationError(
        "'--command' is given \(command.count == 1 ? "once" : "\(command.count) times"). Name two commands."
      )
    }
  }

  private var isEmpty: Bool {
    setup == nil && prepare == nil && cleanup == nil && warmUp == nil && input == nil
      && !compareOutput && !ignoreExitCode
  }
}

extension CommandOptions {
  /// The commands to compare.
  ///
  /// - Precondition: There are two commands; ``validate()`` refuses any other number except none.
  func sides() throws -> CommandSides {
    try CommandSides(
      BySide(baseline: command[0], candidate: command[1]).map { text in
        MeasuredCommand(
          text, prepare: prepare, input: input, comparesOutput: compareOutput,
          ignoresExitCode: ignoreExitCode)
      }, setup: setup, cleanup: cleanup, warmUp: warmUp ?? 1)
  }
}
