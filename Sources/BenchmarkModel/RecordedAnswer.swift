/// One value of an answer, and its path.
package struct AnswerValue: Hashable, Codable, Sendable {
  /// Such as `frame 12, view 3 'card', alpha` or `[3].name`; empty for an answer that is one value.
  package let path: String

  /// The value as text; values with the same text are equal bit for bit.
  package let text: String

  /// The scenario's frame that the value belongs to, from 0, or nil for a benchmark.
  package let frame: Int?

  package init(path: String, text: String, frame: Int? = nil) {
    self.path = path
    self.text = text
    self.frame = frame
  }
}

/// What a benchmark computes, as hashes of its values.
package struct RecordedAnswer: Hashable, Sendable {
  /// The number of values that share a hash.
  package static let blockSize = 256

  /// The number of iterations that computed the answer; 0 for a scenario.
  package let iterations: Int

  /// The number of values; 0 for a benchmark without an answer.
  package let count: Int

  /// The hashes of the values, one per block.
  package let blocks: [UInt64]

  /// Why the answer cannot be compared, or nil if it can.
  package var problem: String?

  package init(iterations: Int, count: Int, blocks: [UInt64], problem: String? = nil) {
    self.iterations = iterations
    self.count = count
    self.blocks = blocks
    self.problem = problem
  }
}

/// Builds an answer: hashes all values in blocks, and keeps the first values.
package struct AnswerRecording: Sendable {
  /// The maximum number of values that are hashed; those after them are only counted.
  package static let mostValues = 1 << 22

  /// The maximum size of the kept texts together, in bytes; further ones are only hashed.
  private static let mostKeptBytes = 32 << 20

  /// The first values.
  package private(set) var kept: [AnswerValue] = []
  package private(set) var count = 0

  private let mostKept: Int
  private var keptBytes = 0
  private var blocks: [UInt64] = []
  private var hash = StableHash()

  /// - Parameter mostKept: The maximum number of values that are kept.
  package init(mostKept: Int = .max) { self.mostKept = mostKept }
}

extension AnswerRecording {
  package mutating func add(_ value: AnswerValue) {
    count += 1
    guard count <= Self.mostValues else { return }
    if count <= mostKept, keptBytes < Self.mostKeptBytes {
      kept.append(value)
      keptBytes += value.text.utf8.count
    }
    hash.combine(value.path)
    hash.combine(value.text)
    if count.isMultiple(of: RecordedAnswer.blockSize) {
      blocks.append(hash.number)
      hash = StableHash()
    }
  }

  package func answer(iterations: Int, problem: String? = nil) -> RecordedAnswer {
    let isWhole = count.isMultiple(of: RecordedAnswer.blockSize)
    return RecordedAnswer(
      iterations: iterations, count: count, blocks: isWhole ? blocks : blocks + [hash.number],
      problem: problem)
  }
}

extension [AnswerValue] {
  /// The kept values of each of these blocks; empty for a block whose values were not kept.
  package func values(ofBlocks numbers: [Int]) -> [[AnswerValue]] {
    let size = RecordedAnswer.blockSize
    return numbers.map { number in
      let start = Swift.min(Swift.max(0, number), count / size + 1) * size
      return Array(self[Swift.min(start, count)..<Swift.min(start + size, count)])
    }
  }
}

/// Hashes are hexadecimal texts, because many programs read JSON numbers with only 53 bits.
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
          forKey: .blocks, in: values, debugDescription: "a hash is not a hexadecimal number")
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
