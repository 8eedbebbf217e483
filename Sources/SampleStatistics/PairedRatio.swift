/// The median ratio of paired measurements, with its interval.
///
/// The sign test of ``MedianRanks`` on the logarithms of the ratios: order statistics survive a
/// logarithm, so none is taken, and an even count's median is the geometric mean of the middle two.
/// Swapping the sides gives exactly the reciprocal.
package struct PairedRatio: Hashable, Sendable {
  /// Candidate over baseline; 1.1 is 10 % more.
  package let median: Double

  /// Holds the median ratio at the level asked for; nil with too few pairs for that level.
  package let interval: Interval?

  /// Pairs the values of the two sides by position.
  ///
  /// Nil when there are no pairs, the counts differ, or a value is not above 0 and finite.
  ///
  /// - Parameters:
  ///   - baseline: One value per pair.
  ///   - candidate: The other value of each pair, in the same order.
  ///   - level: The least coverage of the interval.
  package init?(baseline: [Double], candidate: [Double], level: Double = 0.95) {
    guard baseline.count == candidate.count,
      baseline.allSatisfy({ $0 > 0 }), candidate.allSatisfy({ $0 > 0 }),
      let ratios = SortedSamples(zip(candidate, baseline).map { $0 / $1 }),
      let middle = ratios.geometricMedian
    else { return nil }
    median = middle
    interval = ratios.medianInterval(level: level)
  }
}

extension SortedSamples {
  /// The middle value, or the geometric mean of the middle two; nil for no values or any not above 0.
  package var geometricMedian: Double? {
    guard let smallest = minimum, smallest > 0 else { return nil }
    let upper = values[count / 2]
    guard count.isMultiple(of: 2) else { return upper }
    let lower = values[count / 2 - 1]
    return lower == upper ? lower : (lower * upper).squareRoot()
  }
}
