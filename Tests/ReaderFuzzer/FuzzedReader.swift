import BenchmarkModel
import Foundation
import ReportText
import SampleStatistics
import TestSupport

/// A reader of foreign files or texts, with what its inputs are made from.
struct FuzzedReader: Sendable {
  /// What became of an input.
  enum Outcome {
    case accepted

    /// It was refused, with the message that a user would see, or nil where the reader has none.
    case refused(String?)

    /// It was accepted, but the reader contradicts itself.
    case contradiction(String)
  }

  /// How inputs are damaged.
  enum Damage {
    case json

    /// Bytes, with words that belong to the format.
    case bytes(words: [String])

    /// Not at all: each input is made as a whole.
    case none(make: @Sendable (inout SplitMix64) -> [UInt8])
  }

  typealias Read = ([UInt8]) async -> Outcome

  let name: String
  let seeds: [[UInt8]]
  private let damage: Damage

  /// Makes the function that reads an input.
  let makeRead: @Sendable () throws -> Read

  init(
    _ name: String, _ damage: Damage, seeds: [[UInt8]],
    makeRead: @escaping @Sendable () throws -> Read
  ) {
    self.name = name
    self.damage = damage
    self.seeds = seeds
    self.makeRead = makeRead
  }

  /// Creates a reader whose inputs are made as a whole, from a generator of random numbers.
  init(
    _ name: String, shaped make: @escaping @Sendable (inout SplitMix64) -> [UInt8],
    makeRead: @escaping @Sendable () throws -> Read, seeds: () -> [[UInt8]]
  ) {
    self.init(name, .none(make: make), seeds: seeds(), makeRead: makeRead)
  }

  /// The input with a number: the same for the same seed, whatever was read before.
  func input(seed: Int, index: Int) -> [UInt8] {
    var generator = SplitMix64(
      seed: UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(index))
    if case .none(let make) = damage { return make(&generator) }
    let seedNumber = Int.random(in: seeds.indices, using: &generator)
    var bytes = seeds[seedNumber]
    let other = seeds.randomElement(using: &generator) ?? bytes
    switch damage {
    case .json:
      JSONDamage.applySeveral(to: &bytes, other: other, using: &generator)
      if Int.random(in: 0..<16, using: &generator) == 0 {
        ByteDamage.apply(to: &bytes, other: other, words: [], using: &generator)
      }
    case .bytes(let words):
      for _ in 0..<(1 << Int.random(in: 0...3, using: &generator)) {
        ByteDamage.apply(to: &bytes, other: other, words: words, using: &generator)
      }
    case .none: break
    }
    return bytes
  }
}

extension FuzzedReader {
  /// Whether its inputs are made as a whole.
  var isShaped: Bool { if case .none = damage { true } else { false } }

  /// The message that the tool prints for an error.
  static func message(of error: any Error) -> String {
    (error as? any ToolError)?.message ?? String(describing: error)
  }

  static let all: [FuzzedReader] =
    [
      result, replay, log, calibration, answer, profile, executable, option, pattern, operand,
      records, recordStructures,
    ] + logs + shapes
}
