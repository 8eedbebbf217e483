/// What a comparison found.
public enum Verdict: String, CaseIterable, Codable, Sendable {
  /// Certainly better by more than the threshold.
  case improved

  /// Certainly within the threshold.
  case unchanged

  /// Certainly worse by more than the threshold.
  case regressed

  /// The interval is too wide, or the two sides cannot be compared, to say which.
  case inconclusive
}
