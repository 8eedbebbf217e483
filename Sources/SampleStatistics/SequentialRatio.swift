/// The ratio of two sides, known better and better: pairs come in launch by launch.
///
/// A launch is a fresh process on each side and the pairs measured in it. Its ``estimate(atLook:)``
/// is distribution-free, may be asked for at any number of looks, and trusts no single launch: the
/// memory layout that a process happens to get shifts all of its pairs alike.
package struct SequentialRatio: Hashable, Sendable {
  private let level: SequentialLevel

  /// Candidate over baseline, by launch and pair.
  package private(set) var launches: [[Double]] = []

  package init(level: SequentialLevel) {
    self.level = level
  }
}

extension SequentialRatio {
  /// How many pairs there are in all launches.
  package var pairCount: Int { launches.reduce(0) { $0 + $1.count } }

  /// Adds the ratios of one launch; those that are not above 0 and finite are left out.
  package mutating func add(launch ratios: [Double]) {
    let usable = ratios.filter { $0 > 0 && $0.isFinite }
    if !usable.isEmpty { launches.append(usable) }
  }

  /// The median ratio and an interval that holds it at the level of look `number`.
  ///
  /// The interval spans two: that of the sign test over all pairs (``MedianRanks``), which counts
  /// the pairs of a launch as independent, and that of the sign test over the launches' medians,
  /// which does not. Nil while there are too few pairs or launches for either.
  ///
  /// - Complexity: O(*n* log *n*) for *n* pairs.
  package func estimate(atLook number: Int) -> RatioEstimate? {
    guard let pairs = SortedSamples(launches.flatMap(\.self)),
      let median = pairs.geometricMedian,
      let ofPairs = pairs.medianInterval(level: level.level(atLook: number)),
      let medians = SortedSamples(launches.compactMap { SortedSamples($0)?.geometricMedian }),
      let ofLaunches = medians.medianInterval(
        level: SequentialLevel.launchLevel(atLook: number))
    else { return nil }
    return RatioEstimate(
      median: median, interval: ofPairs.union(ofLaunches), pairs: pairs.count,
      launches: launches.count)
  }
}

/// What paired measurements say about a ratio.
package struct RatioEstimate: Hashable, Sendable {
  /// Candidate over baseline.
  package let median: Double

  /// Holds the true median ratio.
  package let interval: Interval

  /// How much it rests on.
  package let pairs, launches: Int

  package init(median: Double, interval: Interval, pairs: Int, launches: Int) {
    (self.median, self.interval, self.pairs, self.launches) = (median, interval, pairs, launches)
  }
}
