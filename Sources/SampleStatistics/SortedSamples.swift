/// Values in ascending order, and statistics of their ranks.
///
/// Nothing here assumes a distribution, and there is no mean: a single preempted sample moves a
/// mean, but not a median.
package struct SortedSamples: Hashable, Sendable {
  /// The values, ascending; ties are kept.
  package let values: [Double]

  /// Sorts `samples`, or nil when one of them is NaN or infinite.
  ///
  /// - Complexity: O(*n* log *n*).
  package init?(_ samples: [Double]) {
    guard samples.allSatisfy(\.isFinite) else { return nil }
    values = samples.sorted()
  }

  /// Sorts whole numbers, such as nanoseconds.
  ///
  /// - Complexity: O(*n* log *n*).
  package init(_ samples: [Int64]) { values = samples.sorted().map { Double($0) } }
}

extension SortedSamples {
  package var count: Int { values.count }

  /// The smallest value, or nil for no values.
  package var minimum: Double? { values.first }

  /// The largest value, or nil for no values.
  package var maximum: Double? { values.last }

  /// The middle value, or halfway between the middle two, or nil for no values.
  package var median: Double? {
    guard !values.isEmpty else { return nil }
    let upper = values[count / 2]
    guard count.isMultiple(of: 2) else { return upper }
    let lower = values[count / 2 - 1]
    // Halves first, because the sum of two large values may be infinite.
    return lower == upper ? lower : lower / 2 + upper / 2
  }

  /// The middle value, or the geometric mean of the middle two; nil without values, or if one is
  /// not above 0.
  ///
  /// For ratios: exchanging the two sides of every ratio gives the reciprocal.
  package var geometricMedian: Double? {
    guard let smallest = minimum, smallest > 0 else { return nil }
    let upper = values[count / 2]
    guard count.isMultiple(of: 2) else { return upper }
    let lower = values[count / 2 - 1]
    return lower == upper ? lower : (lower * upper).squareRoot()
  }

  /// The smallest value that at least `percentile` of all values do not exceed (nearest rank).
  ///
  /// Always one of the values, never a number between two. So with an even count, p50 is the lower
  /// of the middle two, while ``median`` is halfway between them.
  ///
  /// - Returns: Nil when there are fewer values than `percentile.minimumCount`.
  package func quantile(_ percentile: Percentile) -> Double? {
    guard count >= percentile.minimumCount else { return nil }
    let rank = (percentile.fraction * Double(count) - 1e-9).rounded(.up)
    return values[min(max(Int(rank), 1), count) - 1]
  }

  /// The interval of the median of the distribution that the values come from.
  ///
  /// Extends from one order statistic to another (``MedianRanks``), so it assumes only that the
  /// values are independent, and covers at least `level`.
  ///
  /// - Returns: Nil when there are fewer values than `MedianRanks.minimumCount(level:)`.
  package func medianInterval(level: Double = 0.95) -> Interval? {
    guard let ranks = MedianRanks(count: count, level: level) else { return nil }
    return Interval(low: values[ranks.lower - 1], high: values[ranks.upper - 1])
  }
}
