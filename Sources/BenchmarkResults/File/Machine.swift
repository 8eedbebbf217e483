/// The machine that measured, as far as times depend on it.
package struct Machine: Hashable, Codable, Sendable {
  /// The processor's name as the system gives it.
  package var cpuModel: Recorded<String>

  /// Logical cores that the process may use.
  package var cores: Int

  /// Physical memory in bytes.
  package var memoryBytes: Recorded<Int64>

  /// The system and its version, such as `Debian GNU/Linux 12`.
  package var os: String

  /// The kernel's release, such as `6.1.0-18-amd64`.
  package var kernel: Recorded<String>

  /// `x86_64` or `arm64`.
  package var architecture: String

  /// Whether this is a virtual machine or container host's guest.
  package var virtualized: Recorded<Bool>

  package init(
    cpuModel: Recorded<String>, cores: Int, memoryBytes: Recorded<Int64>, os: String,
    kernel: Recorded<String>, architecture: String, virtualized: Recorded<Bool>
  ) {
    (self.cpuModel, self.cores, self.memoryBytes) = (cpuModel, cores, memoryBytes)
    (self.os, self.kernel) = (os, kernel)
    (self.architecture, self.virtualized) = (architecture, virtualized)
  }
}
