import BenchmarkModel

/// One value of an answer, and where it is.
package struct AnswerValue: Hashable, Codable, Sendable {
  /// `frame 12, view 3 'card', alpha`; `[3].name`; empty for an answer that is one value.
  package let path: String

  /// Equal texts are equal values, bit for bit.
  package let text: String

  /// The frame of a scenario that it belongs to, from 0, or nil for a benchmark.
  package let frame: Int?

  package init(path: String, text: String, frame: Int? = nil) {
    self.path = path
    self.text = text
    self.frame = frame
  }
}

/// What a benchmark computes, as hashes of its values.
package struct RecordedAnswer: Hashable, Sendable {
  /// How many values share a hash.
  package static let blockSize = 256

  /// How many iterations it is from; 0 for a scenario.
  package let iterations: Int

  /// How many values it has; 0 for a benchmark without an answer.
  package let count: Int

  /// The hashes of its values, block after block.
  package let blocks: [UInt64]

  /// Why it cannot be compared, or nil if it can.
  package var problem: String?

  package init(iterations: Int, count: Int, blocks: [UInt64], problem: String? = nil) {
    self.iterations = iterations
    self.count = count
    self.blocks = blocks
    self.problem = problem
  }
}

/// Hashes are hexadecimal texts: many programs read numbers of JSON with 53 bits only.
extension RecordedAnswer: Codable {
  private enum CodingKeys: CodingKey { case iterations, count, blocks, problem }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    iterations = try values.decodeIfPresent(Int.self, forKey: .iterations) ?? 0
    count = try values.decode(Int.self, forKey: .count)
    problem = try values.decodeIfPresent(String.self, forKey: .problem)
    blocks = try values.decode([String].self, forKey: .blocks).map { digits in
      guard let hash = UInt64(digits, radix: 16) else {
        throw DecodingError.dataCorruptedError(
          forKey: .blocks, in: values, debugDescription: "a hash is no hexadecimal number")
      }
      return hash
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(iterations, forKey: .iterations)
    try values.encode(count, forKey: .count)
    try values.encode(blocks.map(\.hexadecimal), forKey: .blocks)
    try values.encodeIfPresent(problem, forKey: .problem)
  }
}
