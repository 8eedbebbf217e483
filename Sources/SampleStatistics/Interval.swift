/// A closed interval of values, in the values' unit.
package struct Interval: Hashable, Sendable {
  /// The ends; `low` is never above `high`, and neither is NaN.
  package let low, high: Double

  /// Creates an interval.
  ///
  /// - Precondition: `low <= high`.
  package init(low: Double, high: Double) {
    precondition(low <= high, "An interval needs low ≤ high, got \(low) and \(high)")
    self.low = low
    self.high = high
  }
}

extension Interval {
  /// The distance between the ends.
  package var width: Double { high - low }

  /// Whether `value` is in the interval, ends included.
  package func contains(_ value: Double) -> Bool { low <= value && value <= high }

  /// The smallest interval that contains both.
  package func union(_ other: Interval) -> Interval {
    Interval(low: min(low, other.low), high: max(high, other.high))
  }

  /// The interval of `a / b` for `a` in `self` and `b` in `divisor`; nil unless `divisor` is above
  /// 0, `self` is not below 0, and both ends are finite.
  ///
  /// Wide on purpose: it assumes the worst of both sides.
  package func ratio(to divisor: Interval) -> Interval? {
    guard divisor.low > 0, low >= 0 else { return nil }
    let quotient = (low: low / divisor.high, high: high / divisor.low)
    guard quotient.low.isFinite, quotient.high.isFinite else { return nil }
    return Interval(low: quotient.low, high: quotient.high)
  }
}

/// Written as `[low, high]`.
extension Interval: Codable {
  package init(from decoder: any Decoder) throws {
    var ends = try decoder.unkeyedContainer()
    let low = try ends.decode(Double.self)
    let high = try ends.decode(Double.self)
    guard low <= high, ends.isAtEnd else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "expected [low, high] with low ≤ high"))
    }
    self.init(low: low, high: high)
  }

  package func encode(to encoder: any Encoder) throws {
    var ends = encoder.unkeyedContainer()
    try ends.encode(low)
    try ends.encode(high)
  }
}
