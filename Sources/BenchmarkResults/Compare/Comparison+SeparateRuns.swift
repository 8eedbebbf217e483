import BenchmarkModel
import SampleStatistics

extension Comparison {
  /// Compares two results that were measured one after the other, at any distance.
  ///
  /// Counters are compared with `==`. Of a time both medians' intervals are known, and the ratio's
  /// interval takes the worst of both; but two runs of the very same code differ by more than that,
  /// because caches, layout and neighbours differ. So the threshold is larger than between paired
  /// measurements, and the fastest samples must agree with the medians before a change is
  /// reported. Equal data is unchanged whatever its interval.
  ///
  /// - Parameters:
  ///   - base: The stored run.
  ///   - candidate: The run being judged.
  ///   - settings: What to look at.
  /// - Returns: An entry for everything that either side has.
  package static func compare(
    base: ResultFile, candidate: ResultFile, settings: ComparisonSettings = .init()
  ) -> Comparison {
    let sides = ComparisonGuard(baseline: base, candidate: candidate, settings: settings)
    let later = Dictionary(
      candidate.benchmarks.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let earlier = Set(base.benchmarks.map(\.name))
    var entries: [ComparisonEntry] = []
    for benchmark in base.benchmarks {
      let pair = BenchmarkPair(
        name: benchmark.name, baseline: benchmark, candidate: later[benchmark.name],
        timesReason: sides.timesReason, counters: sides.counters, settings: settings)
      entries += pair.entries
    }
    for benchmark in candidate.benchmarks where !earlier.contains(benchmark.name) {
      let pair = BenchmarkPair(
        name: benchmark.name, baseline: nil, candidate: benchmark,
        timesReason: sides.timesReason, counters: sides.counters, settings: settings)
      entries += pair.entries
    }
    return Comparison(
      entries: entries, warnings: sides.warnings, allowsMissing: settings.allowsMissing)
  }
}
