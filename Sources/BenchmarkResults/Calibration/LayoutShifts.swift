import SampleStatistics

/// What the same code differs by when its parts are linked in another order.
///
/// A change of one function moves others to new addresses, and a processor runs some of them faster
/// or slower there. Such a difference is real, and says nothing about the change.
package struct LayoutShifts: Hashable, Codable, Sendable {
  /// Comparisons of one order with another.
  package let comparisons: Int

  /// The middle of the differences seen, and the largest, as shares; measuring noise is part of them.
  package let median, largest: Double

  /// Sums up comparisons; nil when none has a ratio.
  package init?(_ entries: [ComparisonEntry]) {
    let shifts = entries.compactMap(\.distance)
    guard let median = SortedSamples(shifts)?.median, let largest = shifts.max() else { return nil }
    (comparisons, self.median, self.largest) = (shifts.count, median, largest)
  }
}
