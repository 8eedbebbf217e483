/// What the harness itself costs per frame, measured on frames without work.
package struct HarnessCost: Hashable, Codable, Sendable {
  /// The cost with one set of counters switched on.
  package struct PerFrame: Hashable, Codable, Sendable {
    /// Thread CPU time in nanoseconds: the median, and the 99th percentile.
    package var medianNs, p99Ns: Double

    /// Bytes allocated in steady state; absent without the counting allocator.
    package var bytes: Recorded<Double>

    package init(medianNs: Double, p99Ns: Double, bytes: Recorded<Double>) {
      (self.medianNs, self.p99Ns, self.bytes) = (medianNs, p99Ns, bytes)
    }
  }

  /// With nothing but the clock read around each frame.
  package var clockAlone: PerFrame

  /// With every counter switched on.
  package var allCounters: PerFrame

  package init(clockAlone: PerFrame, allCounters: PerFrame) {
    (self.clockAlone, self.allCounters) = (clockAlone, allCounters)
  }
}
