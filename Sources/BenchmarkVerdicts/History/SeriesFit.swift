import Foundation
package import SampleStatistics

/// A course of levels, from all comparisons that say anything about it.
package struct SeriesFit: Sendable {
  /// The minimum ratio of an interval's half-width to its standard error.
  ///
  /// In simulations, the ratio is 3.7, because a comparison divides its error probability among its
  /// looks.
  private static let errorsPerReach = 3.0

  /// The minimum half-width: code placement alone changes times by this much.
  private static let leastReach = 0.003

  package let series: HistorySeries

  /// The index of each build's level.
  private let nodes: [String: Int]

  private let fit: LevelFit

  /// The builds that each edge compares, by the edge's index.
  package let pairs: [BuildPair]

  /// The counts of all measurements, by build; for answers, one number, which builds with equal
  /// answers have in common.
  private let counts: [String: [Double]]

  /// Fits the levels of builds; the fit is fast if they are in the order of the history.
  package init(_ series: HistorySeries, builds: [String], _ comparisons: PairComparisons) {
    self.series = series
    var nodes: [String: Int] = [:]
    for build in builds where nodes[build] == nil { nodes[build] = nodes.count }
    var edges: [LevelFit.Edge] = []
    var pairs: [BuildPair] = []
    var counts: [String: [Double]] = [:]
    for comparison in comparisons.all {
      guard let from = nodes[comparison.pair.baseline], let to = nodes[comparison.pair.candidate],
        from != to
      else { continue }
      for entry in comparison.entries {
        guard let value = series.value(of: entry) else { continue }
        switch value {
        case .counts(let old, let new) where series.quantity == .answers:
          let (one, other) = (
            counts[comparison.pair.baseline]?[0] ?? Double(from),
            counts[comparison.pair.candidate]?[0] ?? Double(to)
          )
          counts[comparison.pair.baseline] = [one]
          counts[comparison.pair.candidate] = [other]
          guard old == new else { continue }
          counts = counts.mapValues { $0[0] == max(one, other) ? [min(one, other)] : $0 }
        case .counts(let old, let new):
          counts[comparison.pair.baseline, default: []].append(old)
          counts[comparison.pair.candidate, default: []].append(new)
        case .ratio(let ratio, let interval):
          let reach = max(log(interval.high / interval.low) / 2, Self.leastReach)
          pairs.append(comparison.pair)
          edges.append(
            .init(from: from, to: to, difference: log(ratio), error: reach / Self.errorsPerReach))
        }
      }
    }
    self.nodes = nodes
    self.pairs = pairs
    self.counts = counts
    fit = LevelFit(count: nodes.count, edges: edges)
  }
}

extension SeriesFit {
  /// One build's level divided by another's.
  package struct Ratio: Hashable, Sendable {
    /// Nil for counts that grow from 0.
    package let value: Double?

    /// The interval of the ratio; for counts, it contains only the ratio.
    package let interval: Interval?

    /// What was counted on both sides; empty for times and answers.
    package var counts: [Double] = []

    /// Whether the two sides are known to be different, however little.
    let isDifferent: Bool
  }

  /// The ratio of two builds, with an interval at a level, or nil if no comparison connects
  /// them.
  package func ratio(from old: String, to new: String, level: Double) -> Ratio? {
    if old == new {
      return Ratio(value: 1, interval: Interval(low: 1, high: 1), isDifferent: false)
    }
    if series.quantity.isCounted {
      guard let before = count(of: old), let after = count(of: new) else { return nil }
      let isAnswer = series.quantity == .answers
      let value = before > 0 && !isAnswer ? after / before : before == after ? 1 : nil
      return Ratio(
        value: value, interval: value.map { Interval(low: $0, high: $0) },
        counts: isAnswer ? [] : [before, after], isDifferent: before != after)
    }
    guard let from = nodes[old], let to = nodes[new], let found = fit.difference(from: from, to: to)
    else { return nil }
    let reach = NormalDeviate.magnitude(level: level) * found.error
    let interval = Interval(low: exp(found.value - reach), high: exp(found.value + reach))
    return Ratio(value: exp(found.value), interval: interval, isDifferent: !interval.contains(1))
  }

  package func count(of build: String) -> Double? {
    counts[build].map { $0.sorted()[($0.count - 1) / 2] }
  }

  /// How badly loops of comparisons fit together, or nil for counts and without loops.
  package var misfit: LevelFit.Misfit? { series.quantity.isCounted ? nil : fit.misfit }
}
