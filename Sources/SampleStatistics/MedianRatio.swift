/// Divides consecutive pairs, A B B A …, into groups, and reduces each group to its median ratio.
///
/// When the clock speed changes or another process runs during a pair, its ratio can be off by
/// several percent, in either direction. The median of a group stays correct as long as fewer than
/// half of its ratios are off, while a change of the code moves all of them. For identical code the
/// median is above 1 as often as below, since exchanging the sides inverts it, so the sign test
/// holds as it does for pairs.
package enum MedianRatio {
  /// The maximum number of pairs in a group; only the last group of a launch may have more.
  ///
  /// In five recordings, on quiet and busy machines, the middle 70 % of the ratios of groups
  /// spanned half as much with 16 pairs per group as with 8, and hardly less with 24. The ratio of
  /// each side's fastest samples scatters less on a quiet machine, but four times as much if the
  /// clock speed changes all the time.
  private static let mostPairs = 16

  /// The minimum number of groups of a launch: if it has few pairs because they take long, its
  /// groups are smaller.
  private static let fewestGroups = 4

  /// The minimum number of pairs that are grouped; if a launch has fewer, they take so long that
  /// each counts more on its own.
  private static let fewestPairs = 8

  /// The groups of one launch, in the order taken.
  ///
  /// Every group has as many A B pairs as B A pairs: the second side of a pair finds the first
  /// one's data in the caches, and the median of an odd number of ratios would be that of one
  /// order. Only the last group of a launch with an odd number of pairs has one pair more. In a
  /// launch of fewer than 8 pairs, each pair is a group.
  package static func groups<Pair>(of launch: [Pair]) -> [ArraySlice<Pair>] {
    guard launch.count >= fewestPairs else { return launch.groups(of: 1) }
    return launch.groups(of: 2 * min(max(launch.count / (2 * fewestGroups), 1), mostPairs / 2))
  }

  /// The ratios of one launch, candidate over baseline, one per group.
  package static func ratios(of pairs: [(baseline: Double, candidate: Double)]) -> [Double] {
    groups(of: pairs).compactMap(median)
  }

  /// The median of a group's ratios, or nil without any.
  ///
  /// Pairs with a value that is not above 0 are left out.
  package static func median(of group: some Sequence<(baseline: Double, candidate: Double)>)
    -> Double?
  {
    SortedSamples(
      group.filter { $0.baseline > 0 && $0.candidate > 0 }.map { $0.candidate / $0.baseline }
    )?.geometricMedian
  }
}

extension Array {
  /// Consecutive elements in groups of `size`; the remainder joins the last group.
  ///
  /// - Returns: A single group when there are fewer elements; no group without elements.
  /// - Precondition: `size >= 1`.
  fileprivate func groups(of size: Int) -> [ArraySlice<Element>] {
    let groupCount = Swift.max(count / size, Swift.min(count, 1))
    return (0..<groupCount).map {
      self[size * $0..<($0 + 1 == groupCount ? count : size * ($0 + 1))]
    }
  }
}
