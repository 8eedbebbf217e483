import BenchmarkModel
import SampleStatistics

/// Counters that were counted several times on each side, in different processes.
///
/// A count that differs between two processes of one build depends on something besides the code,
/// such as the order of a set, addresses or time. It has a range, and changed only if the ranges of
/// both sides are further apart than either is wide.
enum RecountedEntries {
  /// The verdict on all counts of a counter together.
  static func merge(_ first: ComparisonEntry, _ others: [ComparisonEntry]) -> ComparisonEntry {
    let all = [first] + others
    guard !others.isEmpty, first.times == nil, all.allSatisfy({ $0.verdict != nil }),
      let old = range(all.map(\.baseline)), let new = range(all.map(\.candidate))
    else { return first }
    var entry = first
    if old.width == 0, new.width == 0 {
      guard others.contains(where: { $0.verdict != first.verdict }) else { return first }
      entry.withdrawVerdict(
        .verdict(
          .inconclusive,
          reason:
            "the counts of some frames differ between two processes of one build, their sums do not"
        )
      )
      return entry
    }
    entry.countRanges = BySide(baseline: old, candidate: new)
    // Counts may differ and still be unchanged if the benchmark set a tolerance.
    let isTolerated = all.allSatisfy { $0.verdict == .unchanged }
    if !isTolerated || old.overlaps(new) {
      entry.conclusion = first.prefersLarger ? conclusion(new, old) : conclusion(old, new)
    }
    if entry.verdict?.isChange != true { entry.changedFrames = entry.changedFrames.undecided }
    return entry
  }

  static func conclusion(_ old: Interval, _ new: Interval) -> ComparisonEntry.Conclusion {
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

  private static func range(_ counts: [Double?]) -> Interval? {
    let known = counts.compactMap(\.self)
    guard known.count == counts.count, let low = known.min(), let high = known.max() else {
      return nil
    }
    return Interval(low: low, high: high)
  }
}

extension Interval {
  fileprivate func overlaps(_ other: Interval) -> Bool {
    max(other.low - high, low - other.high) <= 0
  }
}
