/// One measurement over many iterations, what the loop and the clocks cost already taken off.
package struct Sample: Hashable, Codable, Sendable {
  /// Nanoseconds on the monotonic clock, all iterations together.
  package let wallNs: Double

  /// Nanoseconds of thread CPU time, all iterations together.
  package let cpuNs: Double

  package init(wallNs: Double, cpuNs: Double) {
    (self.wallNs, self.cpuNs) = (wallNs, cpuNs)
  }
}
