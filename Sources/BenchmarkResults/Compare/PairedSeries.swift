import BenchmarkModel
import SampleStatistics

/// Times of both sides measured in turn, launch by launch, judged as often as one likes.
package protocol PairedSeries: Sendable {
  /// What both sides showed at about the same time.
  associatedtype Pair: Sendable

  /// All pairs so far, by launch, in the order taken.
  var launches: [[Pair]] { get }

  /// Adds the pairs of a fresh process on each side.
  mutating func add(launch pairs: [Pair])

  /// What the pairs say at look `number`, counted from 1.
  func entry(atLook number: Int, rule: VerdictRule) -> ComparisonEntry
}

extension PairedSeries {
  /// How many pairs there are so far.
  package var pairCount: Int { launches.reduce(0) { $0 + $1.count } }

  /// Whether there are enough of them for look `number`.
  package func isDue(look number: Int) -> Bool {
    let ratios = launches.reduce(0) { $0 + MiddleRatio.groups(of: $1).count }
    return SequentialLevel.isDue(look: number, ratios: ratios, launches: launches.count)
  }
}

extension ComparisonEntry {
  /// An entry about paired times.
  ///
  /// - Parameters:
  ///   - benchmark: Its name.
  ///   - metric: What was measured.
  ///   - unit: The unit of both medians.
  ///   - baseline: The median on that side.
  ///   - candidate: The median on the other one.
  ///   - estimate: Their ratio, from groups of pairs; nil when there are too few.
  ///   - pairs: How many pairs there are.
  ///   - rule: What matters.
  init(
    benchmark: String, metric: String, unit: String, baseline: Double?, candidate: Double?,
    estimate: RatioEstimate?, pairs: Int, rule: VerdictRule
  ) {
    self.init(
      benchmark: benchmark, metric: metric, unit: unit, baseline: baseline, candidate: candidate,
      interval: estimate?.interval, threshold: rule.threshold,
      finding: .verdict(rule.verdict(ratio: estimate?.interval)))
    // The middle of the groups' ratios, not the ratio of two middles.
    if let estimate { ratio = estimate.median }
    self.pairs = estimate.map { _ in pairs }
    if estimate == nil {
      reason = "too few pairs, or times too short to compare; allow more with '--time'"
    } else if verdict == .inconclusive {
      reason = "the interval straddles the threshold; allow more with '--time'"
    }
  }
}
