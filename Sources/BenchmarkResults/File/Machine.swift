/// The machine that measured: everything that times depend on.
package struct Machine: Hashable, Codable, Sendable {
  /// The processor's name as the system gives it.
  package var cpuModel: Measured<String>

  /// Logical cores that the process may use.
  package var cores: Int

  /// Physical memory in bytes.
  package var memoryBytes: Measured<Int64>

  /// The system and its version, such as `Debian GNU/Linux 12`.
  package var os: String

  /// The kernel's release, such as `6.1.0-18-amd64`.
  package var kernel: Measured<String>

  /// `x86_64` or `arm64`.
  package var architecture: String

  /// Whether this is a virtual machine or the guest of a container host.
  package var virtualized: Measured<Bool>

  /// The data caches of a core, the smallest first, or nil if the system does not report them.
  package var caches: [Cache]?

  /// A cache that holds data.
  package struct Cache: Hashable, Codable, Sendable {
    /// 1 for the one that is nearest to the core.
    package let level: Int
    package let bytes: Int

    package init(level: Int, bytes: Int) {
      self.level = level
      self.bytes = bytes
    }
  }

  package init(
    cpuModel: Measured<String>, cores: Int, memoryBytes: Measured<Int64>, os: String,
    kernel: Measured<String>, architecture: String, virtualized: Measured<Bool>,
    caches: [Cache]? = nil
  ) {
    self.cpuModel = cpuModel
    self.cores = cores
    self.memoryBytes = memoryBytes
    self.os = os
    self.kernel = kernel
    self.architecture = architecture
    self.virtualized = virtualized
    self.caches = caches
  }
}

extension Machine {
  /// Whether times of the two machines can be compared; false if a processor is unknown.
  package func isSame(as other: Machine) -> Bool {
    executesLike(other) && cores == other.cores && virtualized == other.virtualized
  }

  /// Whether the C library selects the same routines on both; no, if a processor is not known.
  package func executesLike(_ other: Machine) -> Bool {
    cpuModel.value != nil && cpuModel == other.cpuModel && architecture == other.architecture
  }

  /// Processor and cores in a few words.
  package var summary: String {
    "\(cpuModel.value ?? architecture) (\(cores) \(cores == 1 ? "core" : "cores"))"
  }
}

/// How much of the machine a run could use, and what others used meanwhile.
package struct MachineUse: Hashable, Codable, Sendable {
  /// Cores that the process could run on, or nil if the system does not report it.
  package var usableCores: Int?

  /// The CPU time that the run's control group could use, in cores; nil without a limit.
  package var coreQuota: Double?

  /// From -20, which runs first, to 19; 0 is normal.
  package var niceness = 0

  /// The average number of cores that other processes kept busy; nil if the run was too short to
  /// tell or the system does not report it.
  package var otherCores: Double?

  /// The average number of cores that the hypervisor gave to other machines; nil in the same cases.
  package var stolenCores: Double?

  package init() {}
}

/// A machine, and how much of it a comparison could use.
package struct MachineConditions: Hashable, Codable, Sendable {
  package let machine: Machine
  package let use: MachineUse

  package init(machine: Machine, use: MachineUse) {
    self.machine = machine
    self.use = use
  }
}

extension MachineUse {
  func validate(_ check: ValueCheck) throws(ResultsError) {
    try check.count(usableCores, from: 1, "machineUse.usableCores")
    try check.count(niceness, from: -20, to: 20, "machineUse.niceness")
    try check.quantity(coreQuota, "machineUse.coreQuota")
    try check.quantity(otherCores, "machineUse.otherCores")
    try check.quantity(stolenCores, "machineUse.stolenCores")
  }
}
