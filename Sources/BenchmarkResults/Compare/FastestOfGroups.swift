/// Neighbouring pairs in groups, each reduced to the ratio of both sides' fastest samples.
///
/// Whatever disturbs a sample (a neighbour on the sibling core, a cache that somebody else emptied)
/// only makes it slower, while a change of the code moves the fastest sample too. So the ratio of the
/// fastest of a few is far steadier than that of single samples, and where the code is the same it
/// lies above 1 as often as below: the sign test holds as it does for pairs.
///
/// How large groups are depends on the number of pairs alone, never on what they show.
struct FastestOfGroups {
  /// Groups of all pairs together that there should be, where groups are larger than one pair.
  private static let groupCount = 32

  /// Larger groups gain little and delay the answer.
  private static let mostPairs = 8

  /// The fewest pairs of a group.
  let size: Int

  /// The groups for so many pairs in all launches together.
  init(pairs: Int) {
    size = min(max(pairs / Self.groupCount, 1), Self.mostPairs)
  }

  /// The ratios of one launch, candidate over baseline, one per group.
  ///
  /// A launch with fewer pairs than a group needs is one group. Values that are not above 0 are left
  /// out, and so is a group in which a side has no other.
  ///
  /// - Parameter pairs: In the order taken.
  /// - Returns: The ratios, in the same order.
  func ratios(of pairs: [(baseline: Double, candidate: Double)]) -> [Double] {
    let count = max(pairs.count / size, min(pairs.count, 1))
    return (0..<count).compactMap { group in
      let members = pairs[group * pairs.count / count..<(group + 1) * pairs.count / count]
      guard let old = members.lazy.map(\.baseline).filter({ $0 > 0 }).min(),
        let new = members.lazy.map(\.candidate).filter({ $0 > 0 }).min()
      else { return nil }
      return new / old
    }
  }
}
