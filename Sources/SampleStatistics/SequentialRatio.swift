/// The ratio of two sides, estimated more and more precisely as launches add ratios.
///
/// A launch is a fresh process on each side and what it measured. The ``estimate(atLook:)`` assumes
/// no distribution as soon as there are enough ratios, can be taken at any number of looks, and
/// depends on no single launch, because the memory layout of a process shifts all of its ratios in
/// the same way.
package struct SequentialRatio: Hashable, Sendable {
  private let level: SequentialLevel

  /// Candidate over baseline, by launch.
  package private(set) var launches: [[Double]] = []

  package init(level: SequentialLevel) { self.level = level }
}

extension SequentialRatio {
  /// By how much the layout in memory may change times, where too few launches show it.
  ///
  /// More than it changed any launch's median of identical code in calibrations.
  package static let layoutAllowance = 1.05

  /// How many ratios there are in all launches.
  package var ratioCount: Int { launches.reduce(0) { $0 + $1.count } }

  /// Adds the ratios of one launch; those that are not above 0 and finite are left out.
  package mutating func add(launch ratios: [Double]) {
    let usable = ratios.filter { $0 > 0 && $0.isFinite }
    if !usable.isEmpty { launches.append(usable) }
  }

  /// The median ratio and its interval at the level of look `number`.
  ///
  /// The interval contains two. The first is that of the sign test over all ratios
  /// (``MedianRanks``), which treats the ratios of a launch as independent. While there are too few
  /// for it, the ratios' logarithms count as normal. The second is that of the sign test over the
  /// launches' medians. While there are too few for it, but at least 2, it is the span of the
  /// medians and 5 % more on either side, so that only a large change is certain. Nil with fewer
  /// ratios or launches than that.
  ///
  /// - Complexity: O(*n* log *n*) for *n* ratios.
  package func estimate(atLook number: Int) -> RatioEstimate? {
    let level = level.level(atLook: number)
    guard let ratios = SortedSamples(launches.flatMap(\.self)), let median = ratios.geometricMedian,
      let ofRatios = ratios.medianInterval(level: level) ?? ratios.logNormalInterval(level: level),
      let medians = SortedSamples(launches.compactMap { SortedSamples($0)?.geometricMedian }),
      let ofLaunches = Self.interval(ofLaunches: medians, atLook: number)
    else { return nil }
    return RatioEstimate(median: median, interval: ofRatios.union(ofLaunches))
  }

  private static func interval(ofLaunches medians: SortedSamples, atLook number: Int) -> Interval? {
    if number > 0,
      let interval = medians.medianInterval(level: SequentialLevel.launchLevel(atLook: number))
    {
      return interval
    }
    guard medians.count >= SequentialLevel.fewestLaunches, let least = medians.minimum,
      let most = medians.maximum
    else { return nil }
    return Interval(low: least / layoutAllowance, high: most * layoutAllowance)
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
