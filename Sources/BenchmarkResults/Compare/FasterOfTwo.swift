/// Neighbouring pairs two by two, A B B A, each four samples reduced to the ratio of both sides' faster
/// ones.
///
/// Whatever disturbs a sample (a neighbour on the sibling core, a cache that somebody else emptied)
/// only makes it slower, while a change of the code moves the faster sample too. Where the code is the
/// same the ratio lies above 1 as often as below: the sign test holds as it does for pairs. Larger
/// groups are worse: the fastest of many are drawn from different minutes of a clock that changes.
enum FasterOfTwo {
  /// The ratios of one launch, candidate over baseline, one per two pairs; an odd one joins the last.
  ///
  /// Values that are not above 0 are left out, and so is a group in which a side has no other.
  ///
  /// - Parameter pairs: In the order taken.
  /// - Returns: The ratios, in the same order.
  static func ratios(of pairs: [(baseline: Double, candidate: Double)]) -> [Double] {
    pairs.groups(of: 2).compactMap { group in
      guard let old = group.lazy.map(\.baseline).filter({ $0 > 0 }).min(),
        let new = group.lazy.map(\.candidate).filter({ $0 > 0 }).min()
      else { return nil }
      return new / old
    }
  }
}
