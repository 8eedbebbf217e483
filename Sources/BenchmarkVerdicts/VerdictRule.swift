package import SampleStatistics

/// The rule that turns numbers into a verdict, for `compare`, `check` and every report.
///
/// Less is better unless a function says otherwise. The rule is symmetric: swapping the sides
/// exchanges improved and regressed, and keeps the other verdicts.
package struct VerdictRule: Hashable, Sendable {
  /// The relative change that matters, such as 0.01: a ratio beyond 1.01 or below 1/1.01.
  package let threshold: Double

  /// How far times of unchanged code differ between the two sides; a change must be larger.
  package let spread: RunSpread

  /// Creates a rule.
  ///
  /// - Precondition: `threshold` is finite and not negative.
  package init(threshold: Double, spread: RunSpread = .none) {
    precondition(
      threshold >= 0 && threshold.isFinite, "A threshold must be 0 or more, got \(threshold)")
    self.threshold = threshold
    self.spread = spread
  }
}

extension VerdictRule {
  /// The verdict on times.
  ///
  /// - Parameter ratio: The interval of candidate / baseline, or nil when nothing is known.
  /// - Returns: Regressed or improved when the whole interval is beyond the threshold, unchanged
  ///   when all of it is within, ends included, else inconclusive.
  package func verdict(ratio: Interval?) -> Verdict {
    guard let ratio else { return .inconclusive }
    let lowest = 1 / (1 + threshold)
    let highest = 1 + threshold
    if ratio.low > highest * spread.factor { return .regressed }
    if ratio.high < lowest / spread.factor { return .improved }
    return ratio.low >= lowest && ratio.high <= highest ? .unchanged : .inconclusive
  }

  /// The verdict on counters, which repeat exactly: any difference counts, also from 0.
  package static func verdict(
    baseline: Double, candidate: Double, within tolerance: CountTolerance = .exact
  ) -> Verdict {
    if candidate > tolerance.largest(from: baseline) { return .regressed }
    if tolerance.largest(from: candidate) < baseline { return .improved }
    if tolerance != .exact, candidate.isFinite, baseline.isFinite { return .unchanged }
    return candidate == baseline ? .unchanged : .inconclusive
  }
}

extension VerdictRule {
  /// The verdict on the change of a share of which more is worse.
  ///
  /// - Parameter difference: The interval of candidate - baseline.
  /// - Returns: Regressed or improved when the whole interval is beyond 0, unchanged when it
  ///   contains only 0, else inconclusive.
  package static func verdict(difference: Interval) -> Verdict {
    if difference.low > 0 { return .regressed }
    if difference.high < 0 { return .improved }
    return difference.width == 0 ? .unchanged : .inconclusive
  }

  /// The verdict on a number of which more is better: any difference beyond a share counts.
  static func verdict(
    baseline: Double, largerCandidate candidate: Double, within share: Double
  ) -> Verdict {
    if candidate < baseline * (1 - share) { return .regressed }
    return baseline < candidate * (1 - share) ? .improved : .unchanged
  }
}

extension VerdictRule {
  /// Why a ratio is inconclusive.
  func reason(ratio: Interval) -> String {
    VerdictRule(threshold: threshold).verdict(ratio: ratio).isChange
      ? spread.reason : "the interval straddles the threshold"
  }
}
