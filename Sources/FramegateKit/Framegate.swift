import ArgumentParser
import BenchmarkModel

/// The command line: one verb per file of `Commands`.
struct Framegate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ToolName.current.name,
    abstract:
      "Measure animation frames, report which of them drop, and fail when a change makes them slower.",
    version: version,
    subcommands: [
      Run.self, List.self, Compare.self, Check.self, Report.self, Calibrate.self, Replay.self,
      Inspect.self, Init.self,
    ],
    defaultSubcommand: Run.self)

  static let version = "0.1.0"
}
