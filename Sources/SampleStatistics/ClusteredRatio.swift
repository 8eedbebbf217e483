import Foundation

/// The interval of a ratio of two sums, from what each group of measurements adds to its error.
///
/// To first order, the error of an estimate is the sum of its measurements' influences, so their
/// sums of squares by group and by launch estimate its variance: the infinitesimal jackknife (B.
/// Efron, "The Jackknife, the Bootstrap and Other Resampling Plans", 1982), clustered as by K.-Y.
/// Liang and S. L. Zeger (1986).
package struct ClusteredRatio: Hashable, Sendable {
  /// What one launch adds.
  package struct Launch: Hashable, Sendable {
    /// By group of consecutive pairs and, within it, by part: by how much it moves the ratio's
    /// logarithm.
    package let influences: [Double]

    /// The share of the estimate that is made of this launch; all shares add up to 1.
    package let share: Double

    package init(influences: [Double], share: Double) {
      self.influences = influences
      self.share = share
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
  /// The ratio and its interval at look `number`.
  ///
  /// The interval contains two, by Student's *t*: that of the groups at `level`, and that of the
  /// launches at ``SequentialLevel/launchLevel(atLook:)``. While there are too few launches for the
  /// second, it is their span and 5 % more on either side
  /// (``SequentialRatio/layoutAllowance``).
  ///
  /// - Returns: nil with fewer than 2 launches or 3 groups, or an interval that is not finite.
  /// - Complexity: O(*n*) for *n* groups.
  package func estimate(atLook number: Int, level: SequentialLevel) -> RatioEstimate? {
    let groups = launches.flatMap(\.influences)
    guard launches.count >= SequentialLevel.fewestLaunches, groups.count / parts >= 3 else {
      return nil
    }
    let middle = log(ratio)
    let ofGroups = Self.reach(
      groups, count: groups.count / parts, level: level.level(atLook: number),
      degrees: degrees(groups))
    var (low, high) = (middle - ofGroups, middle + ofGroups)
    // A launch with most of the weight leaves few that could contradict it.
    let effective = 1 / launches.reduce(0) { $0 + $1.share * $1.share }
    let sums = launches.map { $0.influences.reduce(0, +) }
    if number > 0, launches.count >= SequentialLevel.launchCount(atLook: 1) {
      let ofLaunches = Self.reach(
        sums, count: sums.count, level: SequentialLevel.launchLevel(atLook: number),
        degrees: max(1, Int(effective.rounded()) - 1))
      low = min(low, middle - ofLaunches)
      high = max(high, middle + ofLaunches)
    } else {
      let allowance = log(SequentialRatio.layoutAllowance)
      let alone = zip(sums, launches).map { middle + $0 / $1.share }
      low = min(low, (alone.min() ?? low) - allowance)
      high = max(high, (alone.max() ?? high) + allowance)
    }
    guard exp(high).isFinite, exp(low) > 0 else { return nil }
    // Rounding must not move an end past the ratio.
    return RatioEstimate(
      median: ratio, interval: Interval(low: min(exp(low), ratio), high: max(exp(high), ratio)))
  }

  /// How many degrees of freedom the variance of all groups has.
  ///
  /// One part of an animation may have most of the work, and then few influences count (F. E.
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

  /// Half of the interval from the influences of `count` groups or launches.
  private static func reach(
    _ influences: [Double], count: Int, level: Double, degrees: Int
  ) -> Double {
    let squares = influences.reduce(0) { $0 + $1 * $1 }
    return StudentT.quantile(level: level, degrees: degrees)
      * (squares * Double(count) / Double(max(1, count - 1))).squareRoot()
  }
}
