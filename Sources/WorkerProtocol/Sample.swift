/// One measurement over many iterations, without the cost of the loop and the clocks.
package struct Sample: Hashable, Codable, Sendable {
  /// The time on the monotonic clock for all iterations together, in nanoseconds.
  package let wallNs: Double

  /// The thread's CPU time for all iterations together, in nanoseconds.
  package let cpuNs: Double

  /// Nanoseconds for which the thread waited for anything but a core, or nil if the system does
  /// not report it.
  package let waitedNs: Double?

  package init(wallNs: Double, cpuNs: Double, waitedNs: Double? = nil) {
    self.wallNs = wallNs
    self.cpuNs = cpuNs
    self.waitedNs = waitedNs
  }
}
