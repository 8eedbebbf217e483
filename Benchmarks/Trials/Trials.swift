import ArgumentParser
import BenchmarkModel
import BenchmarkRunner
import Dispatch
import Foundation
import FramegateKit
import ReportText

/// Measures how far Framegate's own results can be trusted; not a part of the tool.
///
/// Its workers have the scenarios of ``LateScenario`` and the benchmarks of ``TimedCode``.
@main
struct Trials: FramegateMain {
  /// The path of this executable.
  static let executable = Bundle.main.executablePath ?? CommandLine.arguments[0]

  static func register(in registry: inout BenchmarkRegistry) {
    for scenario in LateScenario.all { scenario.register(in: &registry) }
    for code in TimedCode.allCases { code.register(in: &registry) }
  }

  static func main() {
    if serveIfWorker() { return }
    Task {
      await Command.main()
      exit(0)
    }
    dispatchMain()
  }

  /// Writes to standard output.
  static func say(_ text: TerminalText) {
    FileHandle.standardOutput.write(text.data)
  }

  private struct Command: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "Trials", abstract: "Measure how far Framegate's own answers can be trusted.",
      subcommands: [
        NameCauses.self, JudgeWindows.self, CompareLayouts.self, RecordTimes.self,
        CompareEstimators.self,
      ])
  }
}

/// Why trials cannot be made.
struct TrialsError: Error, CustomStringConvertible {
  static let debugBuild = TrialsError(
    description: "A debug build says nothing about times. Build with '-c release'.")

  let description: String
}
