/// What the harness itself costs per frame, measured on frames without work.
package struct HarnessCost: Hashable, Codable, Sendable {
  /// The cost with one set of counters switched on.
  package struct PerFrame: Hashable, Codable, Sendable {
    /// Median thread CPU time, in nanoseconds.
    package var medianNs: Double

    /// 99th percentile of thread CPU time, in nanoseconds.
    package var p99Ns: Double

    /// Bytes allocated in steady state; absent without the counting allocator.
    package var bytes: Measured<Double>

    package init(medianNs: Double, p99Ns: Double, bytes: Measured<Double>) {
      self.medianNs = medianNs
      self.p99Ns = p99Ns
      self.bytes = bytes
    }

    fileprivate func validate(_ check: ValueCheck) throws(ResultsError) {
      try check.quantity(medianNs, "medianNs")
      try check.quantity(p99Ns, "p99Ns")
      try check.quantity(bytes.value, "bytes")
    }
  }

  /// With only the clock read before and after each frame.
  package var clockAlone: PerFrame

  package var allCounters: PerFrame

  package init(clockAlone: PerFrame, allCounters: PerFrame) {
    self.clockAlone = clockAlone
    self.allCounters = allCounters
  }

  func validate(_ check: ValueCheck) throws(ResultsError) {
    try clockAlone.validate(check.object("clockAlone"))
    try allCounters.validate(check.object("allCounters"))
  }
}
