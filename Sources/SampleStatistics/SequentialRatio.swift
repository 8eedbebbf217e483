/// The ratio of two sides, known better and better: ratios come in launch by launch.
///
/// A launch is a fresh process on each side and what was measured in it. Its ``estimate(atLook:)``
/// is distribution-free, may be asked for at any number of looks, and trusts no single launch: the
/// memory layout that a process happens to get shifts all of its ratios alike.
package struct SequentialRatio: Hashable, Sendable {
  private let level: SequentialLevel

  /// Candidate over baseline, by launch.
  package private(set) var launches: [[Double]] = []

  package init(level: SequentialLevel) {
    self.level = level
  }
}

extension SequentialRatio {
  /// How many ratios there are in all launches.
  package var ratioCount: Int { launches.reduce(0) { $0 + $1.count } }

  /// Adds the ratios of one launch; those that are not above 0 and finite are left out.
  package mutating func add(launch ratios: [Double]) {
    let usable = ratios.filter { $0 > 0 && $0.isFinite }
    if !usable.isEmpty { launches.append(usable) }
  }

  /// The median ratio and an interval that holds it at the level of look `number`.
  ///
  /// The interval spans two: that of the sign test over all ratios (``MedianRanks``), which counts
  /// those of a launch as independent, and that of the sign test over the launches' medians,
  /// which does not. Nil while there are too few ratios or launches for either.
  ///
  /// - Complexity: O(*n* log *n*) for *n* ratios.
  package func estimate(atLook number: Int) -> RatioEstimate? {
    guard let ratios = SortedSamples(launches.flatMap(\.self)),
      let median = ratios.geometricMedian,
      let ofRatios = ratios.medianInterval(level: level.level(atLook: number)),
      let medians = SortedSamples(launches.compactMap { SortedSamples($0)?.geometricMedian }),
      let ofLaunches = medians.medianInterval(
        level: SequentialLevel.launchLevel(atLook: number))
    else { return nil }
    return RatioEstimate(median: median, interval: ofRatios.union(ofLaunches))
  }
}

/// What paired measurements say about a ratio.
package struct RatioEstimate: Hashable, Sendable {
  /// Candidate over baseline.
  package let median: Double

  /// Holds the true median ratio.
  package let interval: Interval

  package init(median: Double, interval: Interval) {
    (self.median, self.interval) = (median, interval)
  }
}
