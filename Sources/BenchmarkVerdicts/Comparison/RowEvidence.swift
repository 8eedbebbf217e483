package import BenchmarkModel
package import BenchmarkResults

/// What a row of a comparison of two builds rests on, in three kinds.
package struct RowEvidence: Hashable, Codable, Sendable {
  /// What the times alone say, or nil if they were not measured.
  package internal(set) var time: Verdict?

  /// The row's instructions, or nil if they were not counted.
  package var instructions: Instructions?

  /// Whether both sides compute the same.
  package let answers: AnswerEvidence

  /// What the times say over several orders of linking, or why these were not tried, or nil if
  /// nothing called for it.
  package internal(set) var layouts: Measured<LayoutEvidence>?

  package init(answers: AnswerEvidence) { self.answers = answers }

  /// Instructions of both sides, as a row of their own has them.
  package typealias Instructions = [ComparisonEntry.Side: Double]
}

/// Whether both sides of a benchmark compute the same, or show the same.
package enum AnswerEvidence: Hashable, Codable, Sendable {
  /// All of `count` values are equal, bit for bit or within the tolerance.
  case equal(count: Int)
  case different(AnswerDifference)

  /// Why it is not known.
  case unknown(String)
}

/// The first value in which the answers of two sides differ.
package struct AnswerDifference: Hashable, Codable, Sendable {
  /// Where it is: `frame 12, view 3 'card', alpha`.
  package let place: String

  /// The frame of a scenario that has it, from 0, or nil for a benchmark.
  package let frame: Int?

  /// The value on each side, or nil where a side has none.
  package let baseline, candidate: String?

  package init(place: String, frame: Int? = nil, baseline: String?, candidate: String?) {
    self.place = place
    self.frame = frame
    self.baseline = baseline
    self.candidate = candidate
  }
}

extension AnswerEvidence {
  /// The first difference, if there is one.
  package var difference: AnswerDifference? {
    if case .different(let difference) = self { difference } else { nil }
  }
}

extension AnswerDifference {
  /// Why the sides are not comparable.
  package var reason: String { "answers differ, first \(self)" }
}

extension AnswerDifference: CustomStringConvertible {
  /// `frame 12, view 3 'card', alpha: 1.0 against 0.5`.
  package var description: String {
    let values = [candidate, baseline].map { $0.map { String($0.prefix(60)) } ?? "nothing" }
    return (place.isEmpty ? "" : "\(place.prefix(160)): ") + values.joined(separator: " against ")
  }
}

extension ComparisonEntry {
  /// The entry with what else is known of it: times of code that computes something else are no
  /// verdict.
  ///
  /// - Parameters:
  ///   - evidence: Its answers and instructions.
  ///   - allowsDifferent: Whether times are judged all the same.
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

extension RowEvidence {
  /// What reports for programs say: `{time, instructions, answers, layouts, layoutsReason}`.
  ///
  /// `answers` has `finding` (`equal`, `different` or `unknown`), and `values`, `first` or `reason`.
  var json: JSONObject {
    [
      "time": time,
      "instructions": instructions.map { counts in
        JSONObject(Dictionary(uniqueKeysWithValues: counts.map { ($0.rawValue, $1) }))
      }, "answers": answers.json, "layouts": layouts?.value, "layoutsReason": layouts?.reason,
    ]
  }
}

extension AnswerEvidence {
  fileprivate var json: JSONObject {
    switch self {
    case .equal(let count): ["finding": "equal", "values": count]
    case .different(let difference): ["finding": "different", "first": difference]
    case .unknown(let reason): ["finding": "unknown", "reason": reason]
    }
  }
}
