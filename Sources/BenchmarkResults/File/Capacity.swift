package import BenchmarkModel
package import SampleStatistics

/// How many layers a scenario can have before its replay drops a frame.
///
/// Depth 1, no reserve, every frame of the scenario.
package struct Capacity: Hashable, Codable, Sendable {
  /// The implementation that evaluated the layers.
  package var variant: Variant

  /// The rate at which nothing may be dropped.
  package var rateHz: Int

  /// The most layers that still fit.
  package var layers: Int

  /// Holds `layers`, from the 95 % intervals of the frames' work; absent for an estimate.
  package var interval: Recorded<Interval>

  package init(variant: Variant, rateHz: Int, layers: Int, interval: Recorded<Interval>) {
    (self.variant, self.rateHz, self.layers, self.interval) = (variant, rateHz, layers, interval)
  }
}

extension Capacity {
  /// Whether it was measured at that size, and not extrapolated from smaller scenes.
  package var isMeasured: Bool { interval.value != nil }

  func validate(_ check: ValueCheck, _ path: String) throws(ResultsError) {
    try check.require(
      (1...1_000).contains(rateHz), "\(path).rateHz", "\(rateHz) is not a rate of 1…1000 Hz")
    try check.count(layers, "\(path).layers")
    if let interval = interval.value {
      try check.quantity(interval.low, "\(path).interval[0]")
      try check.quantity(interval.high, "\(path).interval[1]")
    }
  }
}
