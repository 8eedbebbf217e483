/// The cost of the harness itself per frame, in nanoseconds and bytes.
package struct HarnessOverhead: Hashable, Codable, Sendable {
  /// The cost with one set of counters.
  package struct PerFrame: Hashable, Codable, Sendable {
    package let medianNs: Int64

    package let p99Ns: Int64

    package let minimumNs: Int64

    package init(medianNs: Int64, p99Ns: Int64, minimumNs: Int64) {
      self.medianNs = medianNs
      self.p99Ns = p99Ns
      self.minimumNs = minimumNs
    }
  }

  package let clockAlone: PerFrame

  /// The thread CPU clock alone; its minimum is subtracted from every frame's work.
  package let threadClock: PerFrame

  /// Both clocks and, if available, the allocation counter; CPU time.
  package let allCounters: PerFrame

  /// The maximum number of bytes that recording a frame allocated, without the first frame, or nil
  /// if allocations cannot be counted.
  package let bytesPerFrame: Int?

  package init(
    clockAlone: PerFrame, threadClock: PerFrame, allCounters: PerFrame, bytesPerFrame: Int?
  ) {
    self.clockAlone = clockAlone
    self.threadClock = threadClock
    self.allCounters = allCounters
    self.bytesPerFrame = bytesPerFrame
  }
}
