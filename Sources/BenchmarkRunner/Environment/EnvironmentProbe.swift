package import BenchmarkHarness
package import BenchmarkResults
import Foundation

/// Gathers what it takes to distrust a result.
package enum EnvironmentProbe {
  /// The build and the machine, now.
  ///
  /// - Parameters:
  ///   - executable: The tool itself.
  ///   - git: The state of the working folder.
  ///   - worker: The first worker's hello: the clock and the allocator are in its process.
  /// - Returns: What could be found out; the rest is absent with its reason.
  package static func environment(
    executable: String, git: GitState, worker: WorkerHello
  ) -> MeasuringEnvironment {
    let build = BuildProbe(executable: executable)
    return MeasuringEnvironment(
      commit: git.commit, dirty: git.isDirty, branch: git.branch,
      toolchain: build?.toolchain ?? "unknown",
      buildConfiguration: worker.isDebugBuild ? "debug" : "release",
      binaryHash: Recorded(build?.hash, orUnavailable: "the executable cannot be read"),
      machine: MachineProbe.machine(),
      allocator: .value(worker.allocator),
      loadAtStart: MachineProbe.load,
      clockResolutionNs: .value(Double(worker.clockResolutionNs)))
  }

  /// The machine, as far as times depend on it.
  package static var machine: Machine { MachineProbe.machine() }

  /// The one-minute load average.
  package static var load: Recorded<Double> { MachineProbe.load }

  /// The absolute path of the running executable.
  package static var executablePath: String {
    #if os(Linux)
      // Also right when the tool was found on the PATH, or its folder was changed since.
      if let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
        return path
      }
    #endif
    return Bundle.main.executablePath ?? CommandLine.arguments[0]
  }
}
