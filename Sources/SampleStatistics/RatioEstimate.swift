/// The ratio of two sides that was estimated from paired measurements.
package struct RatioEstimate: Hashable, Sendable {
  /// Candidate over baseline.
  package let ratio: Double

  /// The interval of the true ratio.
  package let interval: Interval

  package init(ratio: Double, interval: Interval) {
    self.ratio = ratio
    self.interval = interval
  }
}
