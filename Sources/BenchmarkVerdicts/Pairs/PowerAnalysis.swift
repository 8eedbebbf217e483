import Foundation
import SampleStatistics

/// What would settle an inconclusive verdict on times.
package struct PowerAnalysis: Hashable, Codable, Sendable {
  /// Half of the interval's width, as a share, or nil without an interval.
  package let uncertainty: Double?

  /// About how long to measure in all, or nil when the ratio is so close to the threshold that no
  /// reasonable time separates them.
  package let time: Duration?

  /// The smallest threshold at which the verdict would be unchanged, or nil without an interval or
  /// if it is above ``largestThreshold``.
  package let threshold: Double?
}

extension PowerAnalysis {
  /// The largest threshold to suggest: a gate with a higher one misses too much.
  private static let largestThreshold = 0.25

  /// The longest time to suggest, as a multiple of the time that was spent.
  private static let mostFactor = 200.0

  /// Estimates from what was measured.
  ///
  /// The width of an interval falls with the square root of the time.
  package init(_ times: ComparisonEntry.Times, series: any PairedSeries, elapsed: Duration) {
    let launches = Double(max(1, series.launches.count))
    // How many times as many launches and ratios the first verdict needs.
    let forLaunches = Double(SequentialLevel.launchCount(atLook: 1)) / launches
    let forRatios =
      Double(SequentialLevel.ratioCount(atLook: 1)) / Double(max(1, series.ratioCount))
    let least = max(forLaunches, forRatios, 1) * 1.1
    guard let interval = times.interval, let ratio = times.paired?.ratio, ratio > 0,
      interval.low > 0
    else {
      uncertainty = nil
      time = elapsed * least
      threshold = nil
      return
    }
    let center = log(ratio)
    var reach = max(log(interval.high) - center, center - log(interval.low))
    uncertainty = interval.width / 2
    // An interval of few launches has an allowance for the memory layout, which more launches
    // remove. One that is narrower than its allowance is assumed to keep a quarter of its width.
    if forLaunches > 1 { reach = max(reach - log(ClusteredRatio.layoutAllowance), reach / 4) }
    let edge = log(1 + times.threshold)
    let distance = min(abs(center - edge), abs(center + edge))
    let factor = distance > 0 ? (reach / distance) * (reach / distance) : .infinity
    time = factor <= Self.mostFactor ? elapsed * max(factor * 1.1, least) : nil
    let enough = exp(max(abs(log(interval.low)), abs(log(interval.high)))) - 1
    threshold = enough <= Self.largestThreshold ? (enough * 1_000).rounded(.up) / 1_000 : nil
  }
}
