/// The build and the machine that the numbers come from.
///
/// Gathered by the tool; an unknown fact is absent with the reason.
package struct MeasuringEnvironment: Hashable, Codable, Sendable {
  /// The full hash of the commit that was checked out.
  package var commit = Measured<String>.notMeasured

  /// Whether tracked files differed from the commit.
  package var dirty = Measured<Bool>.notMeasured

  package var branch = Measured<String>.notMeasured

  /// The compiler, such as `Swift version 6.3.1 (swift-6.3.1-RELEASE)`.
  package var toolchain: String

  /// `release` or `debug`.
  package var buildConfiguration: String

  /// Flags in addition to the configuration's own, such as `-Xswiftc -Ounchecked`.
  package var buildFlags: [String] = []

  /// A hash of the executable's bytes: equal hashes mean the same build.
  package var binaryHash = Measured<String>.notMeasured

  package var machine: Machine

  /// The allocator of the process that measured times, such as `system (glibc 2.36)`.
  package var allocator = Measured<String>.notMeasured

  /// The one-minute load average before the first benchmark.
  package var loadAtStart = Measured<Double>.notMeasured

  /// The one-minute load average after the last benchmark.
  package var loadAtEnd = Measured<Double>.unavailable("run not finished")

  /// The smallest step of the clock that times are read from, in nanoseconds.
  package var clockResolutionNs = Measured<Double>.notMeasured

  /// The environment variables that workers read and that were set.
  package var variables: [String: String] = [:]

  package var machineUse = MachineUse()

  package init(toolchain: String, buildConfiguration: String, machine: Machine) {
    self.toolchain = toolchain
    self.buildConfiguration = buildConfiguration
    self.machine = machine
  }
}

extension MeasuringEnvironment {
  /// The variables in words: `LEVEL=high, SIZE=2`.
  package var variablesText: String {
    variables.isEmpty
      ? "none"
      : variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        .joined(separator: ", ")
  }

  /// The configuration and the flags in addition to it.
  package var build: String { ([buildConfiguration] + buildFlags).joined(separator: " ") }

  func validate(_ check: ValueCheck) throws(ResultsError) {
    try check.count(machine.cores, from: 1, "machine.cores")
    try check.count(machine.memoryBytes.value, from: 1, to: 1 << 60, "machine.memoryBytes")
    for (index, cache) in (machine.caches ?? []).enumerated() {
      try check.count(cache.level, from: 1, "machine.caches[\(index)].level")
      try check.count(cache.bytes, "machine.caches[\(index)].bytes")
    }
    try check.quantity(loadAtStart.value, "loadAtStart")
    try check.quantity(loadAtEnd.value, "loadAtEnd")
    try check.quantity(clockResolutionNs.value, "clockResolutionNs")
    try machineUse.validate(check)
  }
}
