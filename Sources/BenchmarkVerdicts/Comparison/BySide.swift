/// One of the two things that are compared.
package enum ComparisonSide: String, CaseIterable, Hashable, Codable, Sendable {
  case baseline, candidate

  package var other: ComparisonSide { self == .baseline ? .candidate : .baseline }
}

/// A value of each side of a comparison.
package struct BySide<Value> {
  package var baseline: Value
  package var candidate: Value

  package init(baseline: Value, candidate: Value) {
    self.baseline = baseline
    self.candidate = candidate
  }

  /// Takes a value of one side, and the other side's.
  package init(_ side: ComparisonSide, _ value: Value, other: Value) {
    switch side {
    case .baseline: self.init(baseline: value, candidate: other)
    case .candidate: self.init(baseline: other, candidate: value)
    }
  }

  /// Takes one value for both sides.
  package init(both value: Value) { self.init(baseline: value, candidate: value) }
}

extension BySide: Sendable where Value: Sendable {}
extension BySide: Equatable where Value: Equatable {}
extension BySide: Hashable where Value: Hashable {}
extension BySide: Encodable where Value: Encodable {}
extension BySide: Decodable where Value: Decodable {}

extension BySide {
  package subscript(side: ComparisonSide) -> Value {
    get { side == .baseline ? baseline : candidate }
    set {
      switch side {
      case .baseline: baseline = newValue
      case .candidate: candidate = newValue
      }
    }
  }

  /// The baseline's value, then the candidate's.
  package var both: [Value] { [baseline, candidate] }

  /// The same values with both sides exchanged.
  package var reversed: BySide { BySide(baseline: candidate, candidate: baseline) }

  package func map<Mapped>(_ body: (Value) throws -> Mapped) rethrows -> BySide<Mapped> {
    BySide<Mapped>(baseline: try body(baseline), candidate: try body(candidate))
  }
}
