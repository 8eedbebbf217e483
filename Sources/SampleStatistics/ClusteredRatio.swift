import Foundation

/// The ratio of two sums, and its interval from what each group of measurements adds to its error.
///
/// To first order, the error of an estimate is the sum of its measurements' influences, so their
/// sums of squares by group and by launch estimate its variance: the infinitesimal jackknife (B.
/// Efron, "The Jackknife, the Bootstrap and Other Resampling Plans", 1982), clustered as by K.-Y.
/// Liang and S. L. Zeger (1986).
package struct ClusteredRatio: Hashable, Sendable {
  /// What one launch adds to the ratio's error.
  package struct Launch: Hashable, Sendable {
    /// How far each group of consecutive pairs, and within it each part, moves the ratio's
    /// logarithm: all parts of the first group, then those of the second.
    package let influences: [Double]

    /// This launch's share of the weight of all launches; the shares add up to 1.
    package let share: Double

    /// By pair: the candidate over the baseline.
    package let pairs: [Double]

    package init(influences: [Double], share: Double, pairs: [Double] = []) {
      self.influences = influences
      self.share = share
      self.pairs = pairs
    }
  }

  private let ratio: Double
  private let parts: Int
  private let launches: [Launch]

  /// Creates an estimate; launches without a share are left out.
  ///
  /// - Precondition: `ratio` is above 0 and finite; every group has `parts` influences.
  package init(ratio: Double, parts: Int = 1, launches: [Launch]) {
    precondition(ratio > 0 && ratio.isFinite, "A ratio must be above 0, got \(ratio)")
    self.ratio = ratio
    self.parts = parts
    self.launches = launches.filter { $0.share > 0 }
  }
}

extension ClusteredRatio {
  /// The factor by which the memory layout may change times, as long as there are too few launches
  /// to measure it.
  ///
  /// In calibrations with identical code, no launch's median was off by this much.
  package static let layoutAllowance = 1.05

  /// The factor by which all pairs of a comparison may be off in the same direction.
  ///
  /// Identical code was never off by nearly as much. The factor matters only if there are so few
  /// pairs that nothing else shows how far they scatter.
  package static let pairAllowance = 1.3

  /// The ratio and its interval at look `number`.
  ///
  /// The interval is the union of two intervals by Student's *t*: of the groups at `level`, and of
  /// the launches at ``SequentialLevel/launchLevel(atLook:)``. While there are too few launches for
  /// the second, the range of their own estimates takes its place, widened by 5 % at either end
  /// (``layoutAllowance``). The union never extends beyond the ``span(ofPairs:)``, so that a few
  /// pairs are enough if all of them show a large change.
  ///
  /// - Returns: Nil with fewer than 2 launches, with fewer than 3 groups unless the pairs are
  ///   known, or for an interval that is not finite.
  /// - Complexity: O(*n*) for *n* groups.
  package func estimate(atLook number: Int, level: SequentialLevel) -> RatioEstimate? {
    let groups = launches.flatMap(\.influences)
    guard launches.count >= SequentialLevel.fewestLaunches else { return nil }
    let span = Self.span(ofPairs: launches.flatMap(\.pairs))
    guard groups.count / parts >= 3 else { return span.map { estimate(within: $0) } }
    let middle = log(ratio)
    let ofGroups = Self.reach(
      groups, count: groups.count / parts, level: level.level(atLook: number),
      degrees: degrees(groups))
    var (low, high) = (middle - ofGroups, middle + ofGroups)
    // If one launch has most of the weight, the others can hardly contradict it.
    let effective = 1 / launches.reduce(0) { $0 + $1.share * $1.share }
    let sums = launches.map { $0.influences.reduce(0, +) }
    if number > 0, launches.count >= SequentialLevel.launchCount(atLook: 1) {
      let ofLaunches = Self.reach(
        sums, count: sums.count, level: SequentialLevel.launchLevel(atLook: number),
        degrees: max(1, Int(effective.rounded()) - 1))
      low = min(low, middle - ofLaunches)
      high = max(high, middle + ofLaunches)
    } else {
      let allowance = log(Self.layoutAllowance)
      let alone = zip(sums, launches).map { middle + $0 / $1.share }
      low = min(low, (alone.min() ?? low) - allowance)
      high = max(high, (alone.max() ?? high) + allowance)
    }
    if let span { (low, high) = (max(low, log(span.low)), min(high, log(span.high))) }
    guard exp(high).isFinite, exp(low) > 0 else { return nil }
    return estimate(within: Interval(low: min(exp(low), ratio), high: max(exp(high), ratio)))
  }

  /// The ratio with an interval; rounding must not move an end past the ratio.
  private func estimate(within interval: Interval) -> RatioEstimate {
    RatioEstimate(ratio: ratio, interval: interval.union(Interval(low: ratio, high: ratio)))
  }

  /// The range from the smallest ratio of any pair to the largest, widened by a factor of
  /// ``pairAllowance`` at either end; nil with fewer than two pairs, and for ratios that are not
  /// above 0 and finite.
  package static func span(ofPairs ratios: [Double]) -> Interval? {
    guard ratios.count >= 2, let least = ratios.min(), let most = ratios.max(), least > 0,
      (most * pairAllowance).isFinite
    else { return nil }
    return Interval(low: least / pairAllowance, high: most * pairAllowance)
  }

  /// The degrees of freedom of the variance of all groups.
  ///
  /// If one part of an animation has most of the work, only a few influences count (F. E.
  /// Satterthwaite, "An approximate distribution of estimates of variance components", 1946).
  private func degrees(_ influences: [Double]) -> Int {
    let count = influences.count / parts
    let squares = (0..<parts).map { part in
      (0..<count).reduce(0) { $0 + influences[$1 * parts + part] * influences[$1 * parts + part] }
    }
    let all = squares.reduce(0, +)
    let shares = squares.reduce(0) { $0 + $1 / all * ($1 / all) }
    return max(1, shares > 0 ? Int(Double(count - 1) / shares) : count - 1)
  }

  /// Half the width of the interval from the influences of `count` groups or launches.
  private static func reach(
    _ influences: [Double], count: Int, level: Double, degrees: Int
  ) -> Double {
    let squares = influences.reduce(0) { $0 + $1 * $1 }
    return StudentT.quantile(level: level, degrees: degrees)
      * (squares * Double(count) / Double(max(1, count - 1))).squareRoot()
  }
}
