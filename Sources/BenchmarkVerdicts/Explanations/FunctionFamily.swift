/// Functions between which a compiler moved code, or a single function.
///
/// If a function is inlined into another one, its instructions count there: neither change explains
/// why a benchmark got slower. What changed is their sum.
package struct FunctionFamily: Hashable, Sendable {
  /// The largest change first; never empty.
  package let functions: [FunctionChange]

  package var baseline: Double { functions.reduce(0) { $0 + $1.baseline } }
  package var candidate: Double { functions.reduce(0) { $0 + $1.candidate } }

  /// How many more instructions the candidate executes, or nanoseconds it takes, in all of them.
  package var change: Double {
    let sum = functions.reduce(0) { $0 + $1.change }
    // Equal changes leave only a rounding error.
    return sum.magnitude < 1e-9 * functions[0].change.magnitude ? 0 : sum
  }

  /// How far samples may be from the change, in 95 % of cases, or nil for counts.
  package var error: Double? {
    let squares = functions.compactMap { $0.error.map { $0 * $0 } }
    return squares.isEmpty ? nil : squares.reduce(0, +).squareRoot()
  }
}

extension FunctionFamily {
  /// Two changes cancel if their sum is at most this share of the larger one, and one side does not
  /// execute one of the two functions, because it was inlined or no longer is.
  private static let restOfMoved = 0.1

  /// The same for functions that both sides execute: smaller, because more of them cancel by chance.
  private static let restOfOthers = 0.03

  /// The maximum number of functions that one was inlined into.
  private static let mostCallers = 4

  /// A function whose change nearly cancels another's.
  private struct Pair {
    let index: Int

    /// Whether one side does not execute one of the two functions.
    let isMoved: Bool

    /// What is left of both changes, as a share of the larger one.
    let rest: Double

    static func isBetter(_ one: Pair, _ other: Pair) -> Bool {
      one.isMoved == other.isMoved ? one.rest < other.rest : one.isMoved
    }
  }

  /// Groups functions whose changes nearly cancel; the family that changed most comes first.
  static func families(of functions: [FunctionChange]) -> [FunctionFamily] {
    var left = functions.sorted(by: isLarger)
    var families: [FunctionFamily] = []
    while let function = left.first {
      left.removeFirst()
      let others = counterparts(of: function, among: left)
      families.append(FunctionFamily(functions: [function] + others.map { left[$0] }))
      for index in others.reversed() { left.remove(at: index) }
    }
    return families.sorted { one, other in
      one.change.magnitude == other.change.magnitude
        ? isLarger(one.functions[0], other.functions[0])
        : one.change.magnitude > other.change.magnitude
    }
  }

  private static func isLarger(_ one: FunctionChange, _ other: FunctionChange) -> Bool {
    (other.change.magnitude, one.symbol) < (one.change.magnitude, other.symbol)
  }

  /// The indices of the functions that gained what `function` lost, or the reverse, ascending.
  ///
  /// Each of `others` changes by no more than `function` does.
  private static func counterparts(
    of function: FunctionChange, among others: [FunctionChange]
  ) -> [Int] {
    let pairs = others.indices.compactMap { index -> Pair? in
      let other = others[index]
      guard (function.change < 0) != (other.change < 0) else { return nil }
      let isMoved = function.isOnOneSide || other.isOnOneSide
      let rest = (function.change + other.change).magnitude / function.change.magnitude
      return rest <= (isMoved ? restOfMoved : restOfOthers)
        ? Pair(index: index, isMoved: isMoved, rest: rest) : nil
    }
    if let best = pairs.min(by: Pair.isBetter) { return [best.index] }
    guard function.isOnOneSide else { return [] }
    return severalCallers(of: function, among: others)
  }

  /// If one side no longer executes a function, the functions that it was inlined into; empty if
  /// their changes do not add up to its own.
  private static func severalCallers(
    of function: FunctionChange, among others: [FunctionChange]
  ) -> [Int] {
    var sum = 0.0
    var callers: [Int] = []
    for (index, other) in others.enumerated() where (function.change < 0) != (other.change < 0) {
      guard callers.count < mostCallers else { break }
      guard
        (sum + other.change).magnitude <= function.change.magnitude * (1 + restOfOthers)
      else { continue }
      sum += other.change
      callers.append(index)
      let rest = (function.change + sum).magnitude / function.change.magnitude
      if rest <= restOfOthers { return callers }
    }
    return []
  }
}

extension FunctionChange {
  /// Whether only one side executes it.
  fileprivate var isOnOneSide: Bool { (baseline == 0) != (candidate == 0) }
}

extension Explanation {
  /// The functions that changed, grouped if code moved between them, with the largest sum first.
  ///
  /// Sampled functions are not grouped: their errors can make any two changes seem to cancel.
  package var families: [FunctionFamily] {
    method == .counted
      ? FunctionFamily.families(of: functions)
      : functions.map { FunctionFamily(functions: [$0]) }
  }
}
