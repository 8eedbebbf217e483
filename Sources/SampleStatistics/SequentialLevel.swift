/// How an error probability is divided among all looks at the data.
///
/// Looking repeatedly and stopping at the first verdict errs more often than looking once. So the
/// probability is divided evenly among the series of a comparison. Within a series a tenth of its
/// share goes to an early look, number 0, which can find only large changes, and look *j* gets
/// 1/(*j*·(*j* + 1)) of the rest. These fractions add up to 1 for any number of looks (alpha
/// spending: Lan and DeMets, "Discrete sequential boundaries for clinical trials", 1983), and by
/// Bonferroni's inequality all intervals of all looks hold simultaneously.
package struct SequentialLevel: Hashable, Sendable {
  /// The probability that at least one interval of this series, at any look, misses the true value.
  package let alpha: Double

  /// Divides a probability among `count` series.
  ///
  /// - Parameters:
  ///   - probability: The error probability of everything together, such as 0.01.
  ///   - count: How many series share it.
  /// - Precondition: `0 < probability < 1` and `count >= 1`.
  package init(familywise probability: Double, sharedBy count: Int = 1) {
    requireProperFraction(probability, "probability")
    precondition(count >= 1, "At least 1 series must share it, got \(count)")
    alpha = probability / Double(count)
  }
}

extension SequentialLevel {
  /// The part of a series' error probability that the early look gets.
  private static let earlyShare = 0.1

  /// The minimum number of launches of any look.
  package static let fewestLaunches = 2

  /// The level of an interval at look `number`, counted from 0.
  ///
  /// - Precondition: `number >= 0`.
  package func level(atLook number: Int) -> Double {
    precondition(number >= 0, "Looks are counted from 0, got \(number)")
    guard number > 0 else { return 1 - alpha * Self.earlyShare }
    return 1 - alpha * (1 - Self.earlyShare) / (Double(number) * Double(number + 1))
  }

  /// The share of one of `count` equal parts of this series, such as the frames of a scenario.
  package func shared(by count: Int) -> SequentialLevel {
    SequentialLevel(familywise: alpha, sharedBy: count)
  }

  /// The level of the interval between launches at look `number`, counted from 1.
  ///
  /// There are few launches, so their error probability is larger: 0.1, divided among looks in the
  /// same way. A change has to be confirmed by a second set of launches, which leaves 0.05² on
  /// either side.
  package static func launchLevel(atLook number: Int) -> Double {
    1 - 0.1 / (Double(number) * Double(number + 1))
  }

  /// How many launches there should be at look `number`.
  package static func launchCount(atLook number: Int) -> Int {
    number == 0
      ? fewestLaunches : MedianRanks.minimumCount(level: launchLevel(atLook: number))
  }

  /// How many ratios there should be at look `number`: 24, 24, 36, 54, …; from look 2 on, 1.5 times
  /// as many as at the look before.
  package static func ratioCount(atLook number: Int) -> Int {
    var count = 24
    for _ in 1..<max(number, 1) { count += count / 2 }
    return count
  }

  /// Whether there are enough ratios and launches for look `number`.
  package static func isDue(look number: Int, ratios: Int, launches: Int) -> Bool {
    ratios >= ratioCount(atLook: number) && launches >= launchCount(atLook: number)
  }
}
