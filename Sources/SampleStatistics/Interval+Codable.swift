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
