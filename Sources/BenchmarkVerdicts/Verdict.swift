/// The result of a comparison.
package enum Verdict: String, CaseIterable, Codable, Sendable {
  /// Certainly better by more than the threshold.
  case improved

  /// Certainly within the threshold.
  case unchanged

  /// Certainly worse by more than the threshold.
  case regressed

  /// Undecided: the interval is too wide, or the two sides cannot be compared.
  case inconclusive

  package var isChange: Bool { self == .improved || self == .regressed }
}

extension Verdict {
  /// The verdict with both sides exchanged.
  var reversed: Verdict {
    switch self {
    case .improved: .regressed
    case .regressed: .improved
    case .unchanged, .inconclusive: self
    }
  }
}
