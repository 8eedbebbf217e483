/// Values in ascending order, with what can be read off their ranks.
///
/// Nothing here assumes a distribution, and there is no mean: a single sample that was preempted
/// moves a mean and leaves a median where it is.
package struct SortedSamples: Hashable, Sendable {
  /// The values, ascending; ties are kept.
  package let values: [Double]

  /// Sorts `samples`; nil when one of them is NaN or infinite.
  ///
  /// - Complexity: O(*n* log *n*).
  package init?(_ samples: [Double]) {
    guard samples.allSatisfy(\.isFinite) else { return nil }
    values = samples.sorted()
  }
}

extension SortedSamples {
  package var count: Int { values.count }

  /// The smallest value; nil for no values.
  package var minimum: Double? { values.first }

  /// The largest value; nil for no values.
  package var maximum: Double? { values.last }

  /// The middle value, or halfway between the middle two; nil for no values.
  package var median: Double? {
    guard !values.isEmpty else { return nil }
    let upper = values[count / 2]
    guard count.isMultiple(of: 2) else { return upper }
    let lower = values[count / 2 - 1]
    // Halves first: the sum of two large values may be infinite.
    return lower == upper ? lower : lower / 2 + upper / 2
  }

  /// The smallest value that at least `percentile` of all values do not exceed (nearest rank).
  ///
  /// Always a value that was measured, never between two. The median of an even count is therefore
  /// ``median``, and p50 the lower of the middle two.
  ///
  /// - Returns: nil when there are fewer values than `percentile.minimumCount`.
  package func quantile(_ percentile: Percentile) -> Double? {
    guard count >= percentile.minimumCount else { return nil }
    let rank = (percentile.fraction * Double(count) - 1e-9).rounded(.up)
    return values[min(max(Int(rank), 1), count) - 1]
  }

  /// The interval that holds the median of whatever the values were drawn from.
  ///
  /// Runs from one order statistic to another (``MedianRanks``), so it needs no assumption but
  /// independence, and covers at least `level`.
  ///
  /// - Returns: nil when there are fewer values than `MedianRanks.minimumCount(level:)`.
  package func medianInterval(level: Double = 0.95) -> Interval? {
    guard let ranks = MedianRanks(count: count, level: level) else { return nil }
    return Interval(low: values[ranks.lower - 1], high: values[ranks.upper - 1])
  }
}
