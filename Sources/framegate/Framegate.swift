import ArgumentParser
import BenchmarkModel
import ReportText

/// The command line; each file of `Commands` has a verb.
struct Framegate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ToolName.current.name,
    abstract:
      "Measure animation frames, report which of them drop, and fail when a change makes them slower.",
    discussion: """
      Options come after the subcommand; only '--package-path', '--product' and '--worker' may precede it. '--help-hidden' \
      also shows rarely used options. Pages that help texts name are in Framegate's repository.
      """,
    version: version,
    subcommands: [
      Run.self, List.self, Compare.self, Check.self, Trend.self, Bisect.self, History.self,
      Report.self, Baseline.self, Merge.self, Calibrate.self, Replay.self, Inspect.self,
      Init.self, KeepTool.self, CommandWorkerCommand.self,
    ])

  static let version = ToolVersion.current

  // Commands have the same group, and get the values that were parsed here.
  @OptionGroup var program: ProgramOptions
}
