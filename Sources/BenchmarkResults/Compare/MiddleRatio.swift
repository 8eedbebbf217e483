import SampleStatistics

/// Neighbouring pairs, A B B A …, each group reduced to the middle one of its ratios.
///
/// Clocks change and neighbours come and go while a pair is taken, so that its ratio is off by several
/// per cent now and then, to either side. The middle of some ratios stays where it is as long as fewer
/// than half of them are off, and a change of the code moves all of them. Where the code is the same it
/// lies above 1 as often as below, since exchanging the sides inverts it: the sign test holds as it
/// does for pairs.
enum MiddleRatio {
  /// The most pairs in a group, unless it has the rest of its launch.
  ///
  /// On five recordings, quiet and busy, 70 % of the ratios lay in a range half as wide as with 8, and
  /// 24 gained little. The fastest of each side's samples, instead, scatter less where a machine is
  /// quiet and four times as much where its clock changes all the time.
  private static let mostPairs = 16

  /// So many groups a launch has at least, if it has as many pairs: where pairs take long there are few.
  private static let fewestGroups = 4

  /// The groups of one launch, in the order taken.
  ///
  /// All but the last of a launch with an odd number of pairs hold as many A B as B A: whichever is second
  /// finds the other's data in the caches, and the middle of an odd number would be of one order.
  static func groups<Pair>(of launch: [Pair]) -> [ArraySlice<Pair>] {
    launch.groups(of: 2 * min(max(launch.count / (2 * fewestGroups), 1), mostPairs / 2))
  }

  /// The ratios of one launch, candidate over baseline, one per group.
  ///
  /// A pair with a value that is not above 0 is left out, and so is a group without any other.
  ///
  /// - Parameter pairs: In the order taken.
  /// - Returns: The ratios, in the same order.
  static func ratios(of pairs: [(baseline: Double, candidate: Double)]) -> [Double] {
    groups(of: pairs).compactMap { group in
      SortedSamples(
        group.filter { $0.baseline > 0 && $0.candidate > 0 }.map { $0.candidate / $0.baseline }
      )?.geometricMedian
    }
  }
}
