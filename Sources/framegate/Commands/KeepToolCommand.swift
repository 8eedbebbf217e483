import ArgumentParser
import BenchmarkModel
import Foundation

extension Framegate {
  /// Keeps a copy of this tool for benchmark executables that are built from the same sources.
  ///
  /// They then hand their commands over to this copy instead of building the tool again.
  /// 'scripts/install' calls it.
  struct KeepTool: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "keep-tool", abstract: "Keep this tool for executables that hand over to it.",
      shouldDisplay: false)

    @Argument(help: "The folder of Framegate's sources that it was built from.")
    var sources: String

    func perform() async throws -> ToolExit {
      guard let tool = ExecutablePath.current else {
        throw CommandError(
          "The file of this tool is unknown, so it is not kept. Start it by its path.",
          .couldNotRun)
      }
      let folder = URL(filePath: sources, directoryHint: .isDirectory)
      // Without the lock: whoever has built this tool for an executable holds it.
      try ToolCache(for: folder).store(URL(filePath: tool))
      return .pass
    }
  }
}
