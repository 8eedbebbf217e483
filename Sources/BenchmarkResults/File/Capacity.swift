package import BenchmarkModel
package import FrameTiming
package import SampleStatistics

/// How many layers a scenario can have before its replay drops a frame.
///
/// Replayed at depth 1 without a reserve, with every frame of the scenario.
package struct Capacity: Hashable, Codable, Sendable {
  /// The implementation that evaluated the layers, or nil for a scenario without variants.
  package var variant: Variant?

  /// The rate at which no frame may be dropped.
  package var rate: RefreshRate

  /// The maximum number of layers that still fit.
  package var layers: Int

  /// The interval of `layers`, from the 95 % intervals of the frames' work; absent for an estimate.
  package var interval: Measured<Interval>

  private enum CodingKeys: String, CodingKey {
    case variant
    case rate = "rateHz"
    case layers, interval
  }

  package init(variant: Variant?, rate: RefreshRate, layers: Int, interval: Measured<Interval>) {
    self.variant = variant
    self.rate = rate
    self.layers = layers
    self.interval = interval
  }
}

extension Capacity {
  /// The largest scene that is tried.
  package static let most = 8_000_000

  /// The sign before a number that was not measured: `≈`, or `≥` if even the largest scene fits.
  package var mark: String { isMeasured ? "" : layers < Self.most ? "≈ " : "≥ " }

  /// Whether it was measured with that many layers, and not extrapolated from smaller scenes.
  package var isMeasured: Bool { interval.value != nil }

  func validate(_ check: ValueCheck) throws(ResultsError) {
    try check.count(layers, "layers")
    try check.interval(interval.value, "interval")
  }
}
