/// The build and the machine that the numbers come from.
///
/// Gathered by the runner; a fact that could not be found out is absent with its reason.
package struct MeasuringEnvironment: Hashable, Codable, Sendable {
  /// The full hash of the commit that was checked out.
  package var commit: Recorded<String>

  /// Whether tracked files differed from the commit.
  package var dirty: Recorded<Bool>

  /// The branch that was checked out.
  package var branch: Recorded<String>

  /// The compiler, such as `Swift version 6.3.1 (swift-6.3.1-RELEASE)`.
  package var toolchain: String

  /// `release` or `debug`.
  package var buildConfiguration: String

  /// Flags beyond the configuration's own, such as `-Xswiftc -Ounchecked`.
  package var buildFlags: [String]

  /// A hash of the executable's bytes: equal hashes mean the very same build.
  package var binaryHash: Recorded<String>

  /// The machine.
  package var machine: Machine

  /// The allocator of the process in which times were measured, such as `system (glibc 2.36)`.
  package var allocator: Recorded<String>

  /// The one-minute load average before the first benchmark.
  package var loadAtStart: Recorded<Double>

  /// The one-minute load average after the last benchmark.
  package var loadAtEnd: Recorded<Double>

  /// The smallest step of the clock that times are read from, in nanoseconds.
  package var clockResolutionNs: Recorded<Double>

  package init(
    commit: Recorded<String>, dirty: Recorded<Bool>, branch: Recorded<String>,
    toolchain: String, buildConfiguration: String, buildFlags: [String] = [],
    binaryHash: Recorded<String>, machine: Machine, allocator: Recorded<String>,
    loadAtStart: Recorded<Double>, loadAtEnd: Recorded<Double> = .unavailable("run not finished"),
    clockResolutionNs: Recorded<Double>
  ) {
    (self.commit, self.dirty, self.branch) = (commit, dirty, branch)
    (self.toolchain, self.buildConfiguration) = (toolchain, buildConfiguration)
    (self.buildFlags, self.binaryHash, self.machine) = (buildFlags, binaryHash, machine)
    (self.allocator, self.clockResolutionNs) = (allocator, clockResolutionNs)
    (self.loadAtStart, self.loadAtEnd) = (loadAtStart, loadAtEnd)
  }
}
