import BenchmarkModel
import SampleStatistics

/// Times of both sides that were measured alternately, by launch; they can be judged repeatedly.
package protocol PairedSeries: Sendable {
  /// A measurement of both sides at about the same time.
  associatedtype Pair: Sendable

  /// All pairs so far, by launch, in the order taken.
  var launches: [[Pair]] { get }

  /// The same subject, level and metric, without pairs.
  var emptied: Self { get }

  /// Adds the pairs of a fresh process on each side.
  mutating func add(launch pairs: [Pair])

  /// How many ratios the pairs of all launches give.
  var ratioCount: Int { get }

  /// The candidate over the baseline, by pair.
  var pairRatios: [Double] { get }

  /// What the pairs say at look `number`, counted from 0.
  func entries(atLook number: Int, rule: VerdictRule) -> [ComparisonEntry]
}

extension PairedSeries {
  /// Whether there are enough ratios and launches for look `number`.
  package func isDue(look number: Int) -> Bool {
    SequentialLevel.isDue(look: number, ratios: ratioCount, launches: launches.count)
  }

  /// Whether all pairs agree on a change so large that ``SequentialLevel/fewestLaunches`` suffice
  /// to show it.
  package func agreesByFar(_ rule: VerdictRule) -> Bool {
    let ratios = pairRatios
    let span = ClusteredRatio.span(ofPairs: ratios.count == 1 ? ratios + ratios : ratios)
    return rule.verdict(ratio: span).isChange
  }

  /// An entry about the times of all pairs.
  func entry(
    benchmark: String, _ subject: ComparisonEntry.Subject, baseline: Double?, candidate: Double?,
    pairs: Int, estimate: RatioEstimate?, rule: VerdictRule
  ) -> ComparisonEntry {
    let verdict = rule.verdict(ratio: estimate?.interval)
    let reason =
      verdict == .inconclusive
      ? estimate.map { rule.reason(ratio: $0.interval) }
        ?? "too few pairs, or times too short to compare" : nil
    return ComparisonEntry(
      benchmark: benchmark, subject, baseline: baseline, candidate: candidate,
      times: .init(
        threshold: rule.threshold, interval: estimate?.interval,
        paired: estimate.map { .init(ratio: $0.ratio, count: pairs) }),
      conclusion: .verdict(verdict, reason: reason))
  }
}
