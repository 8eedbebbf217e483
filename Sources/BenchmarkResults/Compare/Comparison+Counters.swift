import BenchmarkModel

extension Comparison {
  /// Compares the counters of one benchmark and no times.
  ///
  /// - Parameters:
  ///   - baseline: Its counters on that side.
  ///   - candidate: Its counters on the other one.
  ///   - settings: What to look at.
  /// - Returns: An entry per counter that either side has or that was asked for by name and, for
  ///   scenarios, per rate.
  package static func counters(
    baseline: BenchmarkResult, candidate: BenchmarkResult, settings: ComparisonSettings
  ) -> [ComparisonEntry] {
    let counted = Set(Metric.all.filter { $0.nature == .counted }.map(\.name))
    var settings = settings
    settings.metrics?.formIntersection(counted)
    return BenchmarkPair(
      name: baseline.name, baseline: baseline, candidate: candidate, timesReason: nil,
      counters: .sameMachineAndCompiler, settings: settings
    ).entries.filter { $0.metric.map(counted.contains) ?? true }
  }
}
