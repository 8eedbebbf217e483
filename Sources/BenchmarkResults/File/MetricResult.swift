package import BenchmarkModel
import Foundation
package import SampleStatistics

/// The samples of one metric, and their summary.
package struct MetricResult: Hashable, Codable, Sendable {
  /// How many samples a file keeps.
  package static let storedSampleLimit = 200

  /// The unit of every number here, such as `ns/op`.
  package var unit: String

  package var median: Double

  /// The 95 % interval of the median, from order statistics; absent with fewer than 6 samples.
  package var interval: Measured<Interval>

  package var minimum: Double

  /// `p25`, `p50`, …: those for which there are enough samples.
  package var percentiles: [String: Double]

  package var sampleCount: Int

  /// The first samples in the order they were taken, rounded to 7 significant digits.
  package var samples: [Double]

  /// Which direction of a change is good, for a metric that the benchmark recorded itself, or nil
  /// for others.
  package var polarity: CustomMetric.Polarity?

  /// The program that counted allocations, `jemalloc` or `counting library`, or nil for other
  /// metrics, and where it was not recorded.
  package var countedBy: String?
}

extension MetricResult {
  /// Summarizes all samples of a metric, in the order they were taken.
  ///
  /// Nil for no samples, or when one is NaN or infinite.
  package init?(unit: String, samples: [Double], level: Double = 0.95) {
    guard let sorted = SortedSamples(samples), let median = sorted.median,
      let minimum = sorted.minimum
    else { return nil }
    let needed = MedianRanks.minimumCount(level: level)
    var percentiles: [String: Double] = [:]
    for (name, percentile) in Percentile.reported {
      percentiles[name] = sorted.quantile(percentile)
    }
    self.init(
      unit: unit, median: median,
      interval: Measured(
        sorted.medianInterval(level: level),
        orUnavailable: "needs \(needed) samples, there are \(samples.count)"),
      minimum: minimum, percentiles: percentiles, sampleCount: samples.count,
      samples: samples.prefix(Self.storedSampleLimit).map { $0.rounded(toSignificantDigits: 7) })
  }

  func validate(_ check: ValueCheck) throws(ResultsError) {
    try check.quantity(median, "median")
    try check.quantity(minimum, "minimum")
    try check.require(minimum <= median, "minimum", "\(minimum) is above the median \(median)")
    try check.interval(interval.value, "interval")
    for (name, value) in percentiles { try check.quantity(value, "percentiles.\(name)") }
    try check.count(sampleCount, from: samples.count, "sampleCount")
    try check.quantities(samples, "samples")
  }
}

extension Double {
  /// The nearest number with this many significant digits, which JSON then writes with as many.
  func rounded(toSignificantDigits digits: Int) -> Double {
    guard isFinite, self != 0 else { return self }
    let places = digits - 1 - Int(log10(magnitude).rounded(.down))
    // Dividing by an exact power of ten gives the double nearest to the decimal number. Powers
    // above 10^22 are not exact; numbers that small do not matter here.
    guard abs(places) <= 22 else { return self }
    let power = pow(10, Double(abs(places)))
    return places >= 0 ? (self * power).rounded() / power : (self / power).rounded() * power
  }
}
