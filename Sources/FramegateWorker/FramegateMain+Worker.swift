@_exported public import BenchmarkHarness
@_exported public import BenchmarkModel
import BenchmarkWorker
import Foundation
@_exported public import FrameSignposts
@_exported public import FrameTiming
@_exported public import ViewStates

// This is FramegateKit in the builds that a comparison makes: a revision is measured by the tool
// that compares, so its own executable needs no commands, reports and pages. They would take two
// thirds of the build. Package.swift chooses by the variable FRAMEGATE_WORKER.

extension FramegateMain {
  /// Serves the tool that compares; other arguments are refused.
  public static func main() {
    if serveIfWorker() { return }
    let message = """
      Error: A comparison built this executable to be measured, so it has no commands. Build the package \
      with 'swift build -c release', and use the executable that this makes.

      """
    FileHandle.standardError.write(Data(message.utf8))
    exit(1)
  }
}
