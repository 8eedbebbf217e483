/// How an error probability is divided among all looks at the data.
///
/// Looking repeatedly and stopping at the first verdict errs more often than looking once. So the
/// probability is divided evenly among the series of a comparison, and within a series look *j*
/// gets 1/(*j*·(*j* + 1)) of its share. These fractions add up to 1 for any number of looks (alpha
/// spending: Lan and DeMets, "Discrete sequential boundaries for clinical trials", 1983), and by
/// Bonferroni's inequality all intervals of all looks hold simultaneously.
package struct SequentialLevel: Hashable, Sendable {
  /// The probability that any interval of this series, at any look, misses its median.
  package let alpha: Double

  /// Divides `family` among `count` series.
  ///
  /// - Parameters:
  ///   - family: The error probability of everything together, such as 0.01.
  ///   - count: How many series share it.
  /// - Precondition: `0 < family < 1` and `count >= 1`.
  package init(family: Double, sharedBy count: Int = 1) {
    precondition(family > 0 && family < 1, "A probability must be between 0 and 1, got \(family)")
    precondition(count >= 1, "At least 1 series must share it, got \(count)")
    alpha = family / Double(count)
  }
}

extension SequentialLevel {
  /// The level of an interval at look `number`, counted from 1.
  ///
  /// - Precondition: `number >= 1`.
  package func level(atLook number: Int) -> Double {
    precondition(number >= 1, "Looks are counted from 1, got \(number)")
    return 1 - alpha / (Double(number) * Double(number + 1))
  }

  /// The share of one of `count` equal parts of this series, such as the frames of a scenario.
  package func shared(by count: Int) -> SequentialLevel {
    SequentialLevel(family: alpha, sharedBy: count)
  }

  /// The level of an interval of the launches' medians at look `number`.
  ///
  /// There are few launches, so their error probability is larger: 0.1, divided among looks in the
  /// same way. For a change that a second set of launches confirms, that leaves 0.05² on either
  /// side.
  package static func launchLevel(atLook number: Int) -> Double {
    1 - 0.1 / (Double(number) * Double(number + 1))
  }

  /// Whether there are enough ratios and launches for look `number`.
  package static func isDue(look number: Int, ratios: Int, launches: Int) -> Bool {
    ratios >= ratioCount(atLook: number)
      && launches >= MedianRanks.minimumCount(level: launchLevel(atLook: number))
  }

  /// How many ratios there should be at look `number`: 24, 36, 54, …, each time half as many more.
  package static func ratioCount(atLook number: Int) -> Int {
    var count = 24
    for _ in 1..<max(number, 1) { count += count / 2 }
    return count
  }
}
