/// The ratio of two sides, estimated more and more precisely as launches add ratios.
///
/// A launch is a fresh process on each side and what it measured. The ``estimate(atLook:)`` assumes
/// no distribution, can be taken at any number of looks, and depends on no single launch, because
/// the memory layout of a process shifts all of its ratios in the same way.
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

  /// The median ratio and its interval at the level of look `number`.
  ///
  /// The interval contains two: that of the sign test over all ratios (``MedianRanks``), which
  /// treats the ratios of a launch as independent, and that of the sign test over the launches'
  /// medians, which does not. Nil while there are too few ratios or launches for either.
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

/// A ratio that was estimated from paired measurements.
package struct RatioEstimate: Hashable, Sendable {
  /// Candidate over baseline.
  package let median: Double

  /// The interval of the true median ratio.
  package let interval: Interval

  package init(median: Double, interval: Interval) {
    self.median = median
    self.interval = interval
  }
}
