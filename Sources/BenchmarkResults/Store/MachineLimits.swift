import BenchmarkModel

/// What the `limit.copy` benchmarks of a run reached: how fast this machine moves bytes.
package struct MachineLimits: Hashable, Sendable {
  /// How near a benchmark comes to what holds it.
  package struct Share: Hashable, Sendable {
    /// Of the limit; above 100 for a kernel that reads more than it writes, since the limit is that
    /// of copying, half of which is writing.
    package let percent: Double

    /// The limit: the cache that the bytes come from, `L2`.
    package let bound: String
  }

  /// Bytes per nanosecond, by cache level as names spell it (`l2`).
  ///
  /// With the base instruction set, which all variants but one are compiled for, and with the best.
  private let base, best: [String: Double]

  /// Reads the limits from `file`; nil when it holds none.
  package init?(_ file: ResultFile) {
    base = Self.copyRates(file, .block)
    best = Self.copyRates(file, .dispatch)
    if base.isEmpty && best.isEmpty { return nil }
  }

  private static func copyRates(_ file: ResultFile, _ variant: Variant) -> [String: Double] {
    var rates: [String: Double] = [:]
    for benchmark in file.benchmarks {
      let parts = benchmark.name.split(separator: ".")
      guard parts.count == 4, benchmark.name.hasPrefix("limit.copy."), benchmark.failure == nil,
        parts[3] == variant.rawValue,
        // The fastest sample: whatever disturbed the others was not the machine's limit.
        let rate = benchmark.bytesPerNanosecond(of: \.minimum)
      else { continue }
      rates[String(parts[2])] = rate
    }
    return rates
  }
}

extension MachineLimits {
  /// The bytes that a benchmark moves per second, of what its cache level allows.
  ///
  /// - Parameter benchmark: States its bytes per operation, and its level as a part of its name:
  ///   `kernel.compose.l2.simd`.
  /// - Returns: Nil without a time, bytes or a measured limit at that level; nil for the limits
  ///   themselves.
  package func share(of benchmark: BenchmarkResult) -> Share? {
    let parts = benchmark.name.split(separator: ".").map { String($0) }
    guard benchmark.failure == nil, parts.first != "limit",
      let rate = benchmark.bytesPerNanosecond(of: \.median)
    else { return nil }
    let rates = benchmark.variant == .dispatch ? best : base
    for part in parts {
      guard let limit = rates[part] else { continue }
      return Share(percent: 100 * rate / limit, bound: part.uppercased())
    }
    return nil
  }
}

extension BenchmarkResult {
  /// How many bytes it moves in a nanosecond: gigabytes per second.
  fileprivate func bytesPerNanosecond(of time: (MetricResult) -> Double) -> Double? {
    guard let bytes = bytesPerOperation, bytes > 0,
      let time = metric(.wallClock).value.map(time), time > 0
    else { return nil }
    return Double(bytes) / time
  }
}

extension ResultStore {
  /// The limits that `file` measured, else those of the newest run on its machine that did.
  ///
  /// - Parameter file: The run that is shown.
  /// - Returns: Nil when no run measured any.
  package func lastLimits(like file: ResultFile) -> MachineLimits? {
    if let limits = MachineLimits(file) { return limits }
    for earlier in newestRuns(like: file) {
      if let limits = MachineLimits(earlier) { return limits }
    }
    return nil
  }
}
