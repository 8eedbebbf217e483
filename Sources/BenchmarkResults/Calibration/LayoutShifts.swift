import SampleStatistics

/// What the same code differs by when its parts are linked in another order.
///
/// A change of one function moves others to new addresses, and a processor runs some of them faster
/// or slower there. Such a difference is real, and says nothing about the change.
package struct LayoutShifts: Hashable, Codable, Sendable {
  /// Comparisons of one order with another.
  package let comparisons: Int

  /// The middle of the differences, and the largest, as shares.
  package let median, largest: Double

  /// Sums up comparisons; nil when none has a ratio.
  package init?(_ entries: [ComparisonEntry]) {
    let shifts = entries.compactMap(\.shift)
    guard let median = SortedSamples(shifts)?.median, let largest = shifts.max() else { return nil }
    (comparisons, self.median, self.largest) = (shifts.count, median, largest)
  }
}

extension ComparisonEntry {
  /// How far the two sides are apart, as a share, whichever is the slower.
  var shift: Double? { ratio.map { max($0, 1 / $0) - 1 } }
}
