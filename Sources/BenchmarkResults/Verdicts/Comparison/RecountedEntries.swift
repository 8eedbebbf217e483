import BenchmarkModel
package import SampleStatistics

/// Counters that were counted twice on each side, in different processes.
///
/// A count that differs between two processes of one build depends on something besides the code, such as
/// the order of a set, addresses or time. It has a range, and changed only if the ranges of both sides are
/// further apart than either is wide.
enum RecountedEntries {
  /// The verdicts on both counts together.
  ///
  /// - Parameters:
  ///   - first: What the first counts say.
  ///   - again: What the second counts say.
  /// - Returns: An entry for each of `first`.
  static func merge(
    _ first: [ComparisonEntry], _ again: [ComparisonEntry]
  ) -> [ComparisonEntry] {
    first.map { entry in
      guard let other = again.first(where: { $0.subject == entry.subject }) else { return entry }
      return merge(entry, other)
    }
  }

  /// The verdict on both counts of a counter together.
  static func merge(
    _ first: ComparisonEntry, _ second: ComparisonEntry
  ) -> ComparisonEntry {
    guard first.verdict != nil, second.verdict != nil, first.times == nil,
      let old = range(first.baseline, second.baseline),
      let new = range(first.candidate, second.candidate)
    else { return first }
    var entry = first
    if old.width == 0, new.width == 0 {
      guard first.verdict != second.verdict else { return first }
      entry.finding = .verdict(
        .inconclusive,
        reason: "some frames count differently in two processes of one build, all together alike")
      entry.changedFrames = entry.changedFrames.undecided
      return entry
    }
    entry.countRanges = CountRanges(baseline: old, candidate: new)
    // Within a tolerance of the benchmark's own, counts may differ and be unchanged.
    let isTolerated = first.verdict == .unchanged && second.verdict == .unchanged
    if !isTolerated || old.overlaps(new) {
      entry.finding = first.prefersLarger ? finding(new, old) : finding(old, new)
    }
    if entry.verdict?.isChange != true { entry.changedFrames = entry.changedFrames.undecided }
    return entry
  }

  /// The verdict on two ranges.
  static func finding(_ old: Interval, _ new: Interval) -> ComparisonEntry.Finding {
    let gap = max(new.low - old.high, old.low - new.high)
    guard !old.overlaps(new) else {
      return .verdict(
        .unchanged, reason: "it does not repeat, and the ranges of both sides overlap")
    }
    guard gap > max(old.width, new.width) else {
      return .verdict(
        .inconclusive,
        reason: """
          it does not repeat: two processes of one build differ by as much as the two sides; use \
          times, or make the code repeat
          """)
    }
    return .verdict(new.low > old.high ? .regressed : .improved)
  }

  private static func range(_ one: Double?, _ other: Double?) -> Interval? {
    guard let one, let other else { return nil }
    return Interval(low: min(one, other), high: max(one, other))
  }
}

extension Interval {
  fileprivate func overlaps(_ other: Interval) -> Bool {
    max(other.low - high, low - other.high) <= 0
  }
}

/// The smallest and the largest count on each side.
package struct CountRanges: Hashable, Sendable {
  package let baseline, candidate: Interval
}

extension Comparison {
  /// Judges counters that were counted twice on each side.
  ///
  /// - Parameters:
  ///   - first: What the first counts say.
  ///   - again: What counts in other processes say.
  /// - Returns: An entry for each of `first`; one whose counts do not repeat has their ranges.
  package static func counters(
    _ first: [ComparisonEntry], countedAgain again: [ComparisonEntry]
  ) -> [ComparisonEntry] {
    RecountedEntries.merge(first, again)
  }
}
