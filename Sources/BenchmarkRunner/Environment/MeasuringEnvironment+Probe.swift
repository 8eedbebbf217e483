package import BenchmarkResults
package import BenchmarkWorker

extension MeasuringEnvironment {
  /// What a worker of this tool measures in now: the build and the machine.
  package init(of worker: WorkerHello, variables: [String: String]) {
    let build = BuildProbe.tool
    self.init(
      toolchain: build?.toolchain ?? "unknown",
      buildConfiguration: worker.isDebugBuild ? "debug" : "release",
      machine: MachineProbe.machine())
    binaryHash = Measured(build?.hash, orUnavailable: "the executable cannot be read")
    allocator = .value(worker.allocator)
    loadAtStart = MachineProbe.load
    clockResolutionNs = .value(Double(worker.clockResolutionNs))
    self.variables = variables
    machineUse = MachineWatch().use
  }
}
