/// Whether both sides of a benchmark compute the same values, or both sides of a scenario show the
/// same.
package enum AnswerEvidence: Hashable, Codable, Sendable {
  /// All of `count` values are equal, bit for bit or within the tolerance.
  case equal(count: Int)
  case different(AnswerDifference)

  /// It is unknown whether they are equal, for this reason.
  case unknown(String)
}

/// The first value in which the answers of two sides differ.
package struct AnswerDifference: Hashable, Codable, Sendable {
  /// Where it is: `frame 12, view 3 'card', alpha`.
  package let place: String

  /// The frame of a scenario with the difference, counted from 0; nil for a benchmark.
  package let frame: Int?

  /// The value on each side, or nil if a side has none.
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
