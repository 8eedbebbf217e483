/// The share of a sample that is at or below a quantile: 0.5 for the median, 0.99 for p99.
package struct Percentile: Hashable, Sendable {
  /// The fraction, strictly between 0 and 1.
  package let fraction: Double

  /// Creates a percentile.
  ///
  /// - Precondition: `0 < fraction < 1`.
  package init(_ fraction: Double) {
    requireProperFraction(fraction, "percentile")
    self.fraction = fraction
  }
}

extension Percentile {
  package static let p25 = Percentile(0.25)
  package static let p50 = Percentile(0.5)
  package static let p75 = Percentile(0.75)
  package static let p90 = Percentile(0.9)
  package static let p95 = Percentile(0.95)
  package static let p99 = Percentile(0.99)
  package static let p999 = Percentile(0.999)

  /// The percentiles that are reported, each with its key in result files.
  package static let reported: [(name: String, percentile: Percentile)] = [
    ("p25", .p25), ("p50", .p50), ("p75", .p75), ("p90", .p90), ("p95", .p95), ("p99", .p99),
    ("p999", .p999),
  ]

  /// The minimum number of values for this percentile: with fewer it would always be the extreme
  /// value.
  ///
  /// 100 for p99, 20 for p95, 10 for p90, 2 for p50; the lower half needs as many as the upper one.
  package var minimumCount: Int {
    let tail = min(fraction, 1 - fraction)
    // 1 / (1 - 0.99) is 99.999… or 100.000…1 in binary: subtract the error before rounding up.
    return max(2, Int((1 / tail - 1e-9).rounded(.up)))
  }
}
