import BenchmarkModel
import ChildProcesses
import Dispatch
import Foundation
import ReportText

/// The tool.
public enum FramegateCommand {
  /// Runs the command that the arguments name, and exits.
  public static func main() {
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
