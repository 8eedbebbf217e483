/// A closed interval of whole nanoseconds, written as `[low, high]`.
package struct NanosecondRange: Hashable, Sendable {
  /// The ends; `low` is never above `high`.
  package let low, high: Int64

  /// Creates a range.
  ///
  /// - Precondition: `low <= high`.
  package init(low: Int64, high: Int64) {
    precondition(low <= high, "A range needs low ≤ high, got \(low) and \(high)")
    (self.low, self.high) = (low, high)
  }
}

extension NanosecondRange: Codable {
  package init(from decoder: any Decoder) throws {
    var ends = try decoder.unkeyedContainer()
    let low = try ends.decode(Int64.self)
    let high = try ends.decode(Int64.self)
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
