import BenchmarkModel
import Dispatch
import Foundation
import ReportText
import WorkerClient

@main
enum FramegateTool {
  /// Runs the command that the arguments name, and exits.
  static func main() {
    do throws(ResourceLimit) {
      try ResourceLimit.check()
      ProcessSession.adoptOrphans()
      try Interruption.run { await Framegate.runAndExit() }
    } catch {
      Terminal.say("Error: \(error)\n")
      exit(error.exitCode.rawValue)
    }
    dispatchMain()
  }
}
