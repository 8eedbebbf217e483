package import BenchmarkResults

/// The evidence for a row of a comparison of two builds: times, instructions, answers, layouts.
package struct RowEvidence: Hashable, Codable, Sendable {
  /// The verdict of the times alone, or nil if they were not measured.
  package internal(set) var time: Verdict?

  /// Instructions on each side, per operation or frame, or nil if they were not counted.
  package var instructions: BySide<Double>?

  /// Whether both sides compute the same.
  package let answers: AnswerEvidence

  /// What the times say over several orders of linking, or why these were not tried; nil if there
  /// was no reason to try them.
  package internal(set) var layouts: Measured<LayoutEvidence>?

  package init(answers: AnswerEvidence) { self.answers = answers }
}

extension ComparisonEntry {
  /// The entry with its evidence: if the sides compute different results, its times give no
  /// verdict.
  ///
  /// - Parameters:
  ///   - evidence: Its answers and instructions.
  ///   - allowsDifferent: Whether times are judged anyway.
  /// - Returns: The same entry for a counter or a gap.
  package func resting(on evidence: RowEvidence, allowsDifferent: Bool) -> ComparisonEntry {
    guard times != nil else { return self }
    var entry = self
    entry.evidence = evidence
    entry.evidence?.time = verdict
    guard let difference = evidence.answers.difference else { return entry }
    switch conclusion {
    case .verdict(let verdict, let own) where allowsDifferent:
      entry.conclusion = .verdict(
        verdict,
        reason: "\(difference.reason), which is allowed\(own.map { "; \($0)" } ?? "")")
    case .verdict: entry.withdrawVerdict(.differs(reason: difference.reason))
    case .missing, .added, .differs, .moved: break
    }
    return entry
  }
}
