import ArgumentParser

/// The command line: one verb per file of `Commands`.
struct Framegate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "framegate",
    abstract:
      "Measure animation frames, say whether they drop, stop changes that make them slower.",
    version: ToolVersion.current,
    subcommands: [
      Run.self, List.self, Compare.self, Check.self, Calibrate.self, Replay.self, Inspect.self,
    ],
    defaultSubcommand: Run.self)
}

/// This version of Framegate.
enum ToolVersion {
  static let current = "0.1.0"
}
