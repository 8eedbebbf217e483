/// The two order statistics that enclose a median, by the exact sign test.
///
/// Of *n* independent values, the number below the true median is binomial(*n*, ½) for every
/// distribution. The interval from the *k*-th smallest to the *k*-th largest misses the median with
/// probability 2·P(B < k); *k* is the largest that keeps this at or below 1 − level.
/// (W. J. Conover, "Practical Nonparametric Statistics", confidence interval for a quantile.)
package struct MedianRanks: Hashable, Sendable {
  /// Ranks counted from 1; `lower + upper == count + 1`.
  package let lower, upper: Int

  /// The probability that the interval contains the median; at least the requested level.
  package let coverage: Double

  /// Finds the ranks for `count` values.
  ///
  /// Nil below ``minimumCount(level:)``: even the interval from the smallest to the largest value
  /// would miss the median too often.
  ///
  /// - Parameters:
  ///   - count: How many values there are.
  ///   - level: The minimum coverage, such as 0.95.
  /// - Precondition: `0 < level < 1`.
  /// - Complexity: O(√*count*).
  package init?(count: Int, level: Double) {
    requireProperFraction(level, "level")
    guard count >= 2 else { return nil }
    let tails = Self.lowerTails(count: count)
    // Slack for rounding: a level of 0.9375 is exactly what 5 values give.
    let allowed = (1 - level) / 2 * (1 + 1e-12)
    guard let lower = tails.last(where: { $0.probability <= allowed }) else { return nil }
    self.lower = lower.rank
    upper = count + 1 - lower.rank
    coverage = 1 - 2 * lower.probability
  }
}

extension MedianRanks {
  /// The minimum number of values that have an interval at `level`: 6 for 95 %, 8 for 99 %, 11 for
  /// 99.9 %.
  ///
  /// - Precondition: `0 < level < 1`.
  package static func minimumCount(level: Double) -> Int {
    requireProperFraction(level, "level")
    var count = 2
    var miss = 0.5
    while miss > (1 - level) * (1 + 1e-12) {
      count += 1
      miss /= 2
    }
    return count
  }

  /// For ranks k = 1, 2, … up to the middle: P(B < k) = P(B ≤ k − 1) with B binomial(count, ½).
  ///
  /// Weights are relative to the largest one, because 2⁻ⁿ underflows beyond 1,074 values; weights
  /// below 1e-30 are left out.
  private static func lowerTails(count: Int) -> [(rank: Int, probability: Double)] {
    let middle = count / 2
    var weights: [Double] = []
    var weight = 1.0
    var successes = middle
    while successes >= 0, weight > 1e-30 {
      weights.append(weight)
      weight *= Double(successes) / Double(count - successes + 1)
      successes -= 1
    }
    let below = weights.dropFirst().reduce(0, +)
    // An even count has one middle term, an odd one has two equal ones.
    let total = count.isMultiple(of: 2) ? 1 + 2 * below : 2 * (1 + below)

    var tails: [(rank: Int, probability: Double)] = []
    var sum = 0.0
    for (offset, weight) in weights.enumerated().reversed() {
      sum += weight
      tails.append((rank: middle - offset + 1, probability: sum / total))
    }
    return tails
  }
}
