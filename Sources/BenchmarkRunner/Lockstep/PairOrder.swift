import BenchmarkVerdicts
import SampleStatistics

/// Which side of a pair goes first: A B B A …, with a random start.
///
/// A drift that is steady over four samples then affects both sides alike.
struct PairOrder {
  private var baselineIsFirst: Bool

  init(using generator: inout SplitMix64) { baselineIsFirst = Bool.random(using: &generator) }

  /// The order of this pair; the next pair has the opposite one.
  mutating func next() -> Turn {
    defer { baselineIsFirst.toggle() }
    return Turn(baselineIsFirst: baselineIsFirst)
  }

  /// Which side of one pair goes first.
  struct Turn {
    static let baselineFirst = Turn(baselineIsFirst: true)

    let baselineIsFirst: Bool
  }
}

extension PairOrder.Turn {
  /// The order in which both sides take part `index` of this pair.
  ///
  /// A B, B A, B A, A B, …: in this sequence of Thue and Morse, both sides also go first equally
  /// often among every second, fourth or eighth part.
  func part(_ index: Int) -> PairOrder.Turn {
    PairOrder.Turn(baselineIsFirst: baselineIsFirst == index.nonzeroBitCount.isMultiple(of: 2))
  }

  /// The side that goes first.
  var first: ComparisonSide { baselineIsFirst ? .baseline : .candidate }

  /// Runs `body` for both sides, one after the other.
  func take<Value>(
    _ body: (ComparisonSide) async throws -> Value
  ) async throws -> BySide<Value> {
    let value = try await body(first)
    return BySide(first, value, other: try await body(first.other))
  }
}
