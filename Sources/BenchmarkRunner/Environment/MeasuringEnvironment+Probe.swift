package import BenchmarkResults
package import BenchmarkWorker

extension MeasuringEnvironment {
  /// What a worker of a program measures in now: the build and the machine.
  package init(of worker: WorkerHello, executable: String, variables: [String: String]) {
    let build = BuildProbe(of: executable)
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
