import SampleStatistics

/// Which side of a pair goes first: A B B A …, with a random start.
///
/// A drift that is steady over four samples then affects both sides alike.
struct PairOrder {
  private var baselineIsFirst: Bool

  init(using generator: inout SplitMix64) {
    baselineIsFirst = Bool.random(using: &generator)
  }

  /// Takes one value of each side, in the order of this turn.
  mutating func next<Value>(
    baseline: () async throws -> Value, candidate: () async throws -> Value
  ) async throws -> (baseline: Value, candidate: Value) {
    defer { baselineIsFirst.toggle() }
    if baselineIsFirst {
      let first = try await baseline()
      return (first, try await candidate())
    }
    let first = try await candidate()
    return (try await baseline(), first)
  }
}
