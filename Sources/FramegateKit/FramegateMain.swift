@_exported public import BenchmarkHarness
@_exported public import BenchmarkModel
import BenchmarkRunner
import BenchmarkWorker
import Dispatch
import Foundation
@_exported public import FrameSignposts
@_exported public import FrameTiming
import ReportText
@_exported public import ViewStates

extension FramegateMain {
  /// Runs the command that the arguments name, and exits.
  public static func main() {
    if serveIfWorker() { return }
    let registration = Registration(register)
    ProgramImage.pinTool()
    do throws(ResourceLimit) {
      try ResourceLimit.check()
      try Interruption.run {
        await Registration.$current.withValue(registration) { await Framegate.runAndExit() }
      }
    } catch {
      Terminal.say("Error: \(error)\n")
      exit(error.exitCode.rawValue)
    }
    dispatchMain()
  }
}

/// The function that fills the registry of the running tool.
///
/// The commands find it here, because ArgumentParser creates them and passes nothing along. They
/// need it only to measure inside the tool's own process; otherwise they ask a worker what is
/// registered.
struct Registration: Sendable {
  @TaskLocal static var current: Registration?

  private let register: @Sendable (inout BenchmarkRegistry) -> Void

  init(_ register: @escaping @Sendable (inout BenchmarkRegistry) -> Void) {
    self.register = register
  }

  func makeRegistry() -> BenchmarkRegistry {
    var registry = BenchmarkRegistry()
    register(&registry)
    return registry
  }
}

/// The tool that is running: its workers measure, and it is also what other revisions are built
/// for.
enum RunningTool {
  /// Absolute path of its executable.
  static let executable = ProgramImage.tool.path

  /// The package whose build folder contains it; nil for an installed copy.
  static var package: URL? {
    let parts = executable.components(separatedBy: "/.build/")
    return parts.count > 1 ? URL(filePath: parts[0], directoryHint: .isDirectory) : nil
  }

  /// What is registered in it.
  static func listing(_ settings: MeasuringSettings) async throws -> BenchmarkListing {
    try await workers(settings).withWorker { try await $0.ask(ListBenchmarks()) }
  }

  static func workers(_ settings: MeasuringSettings, isInProcess: Bool = false) -> WorkerSource {
    guard isInProcess, let registration = Registration.current else {
      return WorkerSource(settings.launch(executable))
    }
    return WorkerSource(inProcess: { InProcessConnection(registry: registration.makeRegistry()) })
  }
}
