package import SampleStatistics

/// The samples of one metric and what can be said about them.
package struct MetricResult: Hashable, Codable, Sendable {
  /// How many samples a file keeps.
  package static let storedSampleLimit = 200

  /// The unit of every number here, such as `ns/op`.
  package var unit: String

  /// The median of all samples.
  package var median: Double

  /// Holds the median at 95 %, from order statistics; absent with fewer than 6 samples.
  package var interval: Recorded<Interval>

  /// The smallest of all samples.
  package var minimum: Double

  /// `p25`, `p50`, … as far as the number of samples allows them.
  package var percentiles: [String: Double]

  /// How many samples there were.
  package var sampleCount: Int

  /// The first samples in the order in which they were taken, to 7 significant digits.
  package var samples: [Double]

  /// Creates a metric from stored parts.
  package init(
    unit: String, median: Double, interval: Recorded<Interval>, minimum: Double,
    percentiles: [String: Double], sampleCount: Int, samples: [Double]
  ) {
    (self.unit, self.median, self.interval, self.minimum) = (unit, median, interval, minimum)
    (self.percentiles, self.sampleCount, self.samples) = (percentiles, sampleCount, samples)
  }
}

extension MetricResult {
  /// Summarizes all samples of a metric, in the order in which they were taken.
  ///
  /// Nil for no samples, or when one is NaN or infinite.
  ///
  /// - Parameters:
  ///   - unit: The unit of the samples.
  ///   - samples: At least one, all finite.
  ///   - level: The level of the interval.
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
      interval: Recorded(
        sorted.medianInterval(level: level),
        orUnavailable: "needs \(needed) samples, there are \(samples.count)"),
      minimum: minimum, percentiles: percentiles, sampleCount: samples.count,
      samples: samples.prefix(Self.storedSampleLimit).map { $0.rounded(toSignificantDigits: 7) })
  }
}
