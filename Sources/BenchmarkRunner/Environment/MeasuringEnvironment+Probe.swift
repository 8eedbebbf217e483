package import BenchmarkResults
package import WorkerProtocol

extension MeasuringEnvironment {
  /// The environment in which a worker of a program measures now: the build and the machine.
  package init(of worker: WorkerHello, executable: String, variables: [String: String]) {
    self.init(
      toolchain: worker.compiler ?? "unknown", buildConfiguration: worker.build.rawValue,
      machine: MachineProbe.machine())
    binaryHash = Measured(
      BuildProbe(of: executable)?.hash, orUnavailable: "the executable cannot be read")
    allocator = .value(worker.allocator)
    loadAtStart = MachineProbe.load
    clockResolutionNs = .value(Double(worker.clockResolutionNs))
    self.variables = variables
    machineUse = MachineWatch().use
  }
}
