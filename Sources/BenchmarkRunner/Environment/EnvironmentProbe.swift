import BenchmarkModel
package import BenchmarkHarness
package import BenchmarkResults

/// Collects the conditions of a measurement: the build, the sources and the machine.
package enum EnvironmentProbe {
  /// The current conditions.
  package static func environment(
    sources: SourceState, worker: WorkerHello, variables: [String: String]
  ) -> MeasuringEnvironment {
    let tool = try? ProgramImage.file(of: ProgramImage.tool.path)
    let build = tool.flatMap { BuildProbe(executable: $0) }
    return MeasuringEnvironment(
      commit: sources.commit, dirty: sources.isDirty, branch: sources.branch,
      toolchain: build?.toolchain ?? "unknown",
      buildConfiguration: worker.isDebugBuild ? "debug" : "release",
      binaryHash: Measured(build?.hash, orUnavailable: "the executable cannot be read"),
      machine: MachineProbe.machine(),
      allocator: .value(worker.allocator),
      loadAtStart: MachineProbe.load,
      clockResolutionNs: .value(Double(worker.clockResolutionNs)),
      variables: variables, machineUse: MachineWatch().use)
  }

  /// The machine, as far as times depend on it.
  package static var machine: Machine { MachineProbe.machine() }

  /// The one-minute load average.
  package static var load: Measured<Double> { MachineProbe.load }
}

/// The version of the sources that a tool was started in.
package struct SourceState: Sendable {
  package let commit: Measured<String>
  package let isDirty: Measured<Bool>
  package let branch: Measured<String>

  package init(commit: Measured<String>, isDirty: Measured<Bool>, branch: Measured<String>) {
    self.commit = commit
    self.isDirty = isDirty
    self.branch = branch
  }
}
