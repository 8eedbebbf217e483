import ArgumentParser
import BenchmarkModel
import BenchmarkRunner
import Foundation

extension Framegate {
  /// Answers the tool's questions about a command, as a worker does.
  ///
  /// `compare --command` starts it.
  struct CommandWorkerCommand: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "command-worker", abstract: "Answer questions about a command.",
      shouldDisplay: false)

    @Argument(help: "The file that describes the command.")
    var file: String

    @Argument(help: "The verb of workers.")
    var verb: String

    func perform() async throws -> ToolExit {
      guard let content = try? Data(contentsOf: URL(filePath: file)),
        let command = try? JSONDecoder().decode(MeasuredCommand.self, from: content)
      else {
        throw CommandError(
          "'\(file)' describes no command. Let 'compare --command' start this.", .couldNotRun)
      }
      var worker = CommandWorker(command)
      worker.serve()
      return .pass
    }
  }
}
