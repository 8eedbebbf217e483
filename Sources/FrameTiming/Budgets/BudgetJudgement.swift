/// Whether a scenario kept a budget, with the numbers that say so.
public struct BudgetJudgement: Hashable, Sendable {
  /// What became of a budget.
  public enum Outcome: Hashable, Sendable {
    case kept
    case broken

    /// The numbers that it limits are not there; absent is neither kept nor broken.
    case notMeasured(reason: String)
  }

  public let budget: FrameBudget
  public let outcome: Outcome

  /// The number that was compared: dropped frames, nanoseconds, ms/s or allocations; `nil` when it
  /// was not measured.
  public let measured: Double?

  /// The frames that broke it: those that ended a hitch, worked or allocated too much.
  ///
  /// Ascending.
  public let frames: [Int]

  /// Whether a dropped frame more or less hangs on frames that are too close to their deadline.
  public let restsOnFragileFrames: Bool

  /// The finding in words, such as `drops 3 of 15 slots`.
  public let finding: String
}

extension BudgetJudgement: CustomStringConvertible {
  /// One line: the budget, what became of it, and the numbers.
  public var description: String {
    let word =
      switch outcome {
      case .kept: "kept"
      case .broken: "broken"
      case .notMeasured: "not measured"
      }
    let doubt = restsOnFragileFrames ? " (rests on fragile frames)" : ""
    return "\(budget): \(word): \(finding)\(doubt)"
  }
}
