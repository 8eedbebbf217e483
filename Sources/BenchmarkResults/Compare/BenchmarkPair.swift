import BenchmarkModel
import SampleStatistics

/// One benchmark of two separate runs.
struct BenchmarkPair {
  let name: String
  let baseline, candidate: BenchmarkResult?

  /// Why no time of the two runs can be compared.
  let timesReason: String?

  /// Why counters of the two runs cannot be compared.
  let counters: CounterGuard
  let settings: ComparisonSettings

  /// An entry per metric and, for scenarios, per rate.
  var entries: [ComparisonEntry] {
    guard let baseline, baseline.failure == nil else {
      return [gap(.baseline, baseline?.failure.map { "it failed: \($0)" } ?? "added")]
    }
    guard let candidate, candidate.failure == nil else {
      return [gap(.candidate, candidate?.failure.map { "it failed: \($0)" } ?? "removed")]
    }
    let reason = timesReason ?? ComparisonGuard.reason(baseline, candidate)
    let rule = settings.separateRunsRule(for: name)
    // What was named on the command line must be there; the rest may be.
    let named = baseline.kind == .benchmark ? settings.metrics ?? [] : []
    let metrics = Set(baseline.metrics.keys).union(candidate.metrics.keys).union(named)
    return metrics.sorted(by: Self.inTableOrder).compactMap { metric in
      settings.looks(at: metric)
        ? entry(metric, baseline, candidate, rule: rule, reason: reason) : nil
    }
      + FramePair.entries(
        baseline, candidate, rule: rule, reason: reason, counters: counters,
        settings: settings)
  }

  private func gap(_ side: ComparisonEntry.Side, _ reason: String) -> ComparisonEntry {
    ComparisonEntry(benchmark: name, metric: nil, finding: .missing(from: side), reason: reason)
  }

  /// The order of the tables; metrics that this version does not know come last, by name.
  private static func inTableOrder(_ first: String, _ second: String) -> Bool {
    func key(_ name: String) -> (Int, String) {
      (Metric.all.firstIndex { $0.name == name } ?? Metric.all.count, name)
    }
    return key(first) < key(second)
  }

  /// Nil when neither side has the metric and nobody named it.
  private func entry(
    _ metric: String, _ baseline: BenchmarkResult, _ candidate: BenchmarkResult,
    rule: VerdictRule, reason: String?
  ) -> ComparisonEntry? {
    let (old, new) = (baseline.metrics[metric], candidate.metrics[metric])
    guard old?.value != nil || new?.value != nil else {
      guard settings.metrics?.contains(metric) ?? false else { return nil }
      return ComparisonEntry(
        benchmark: name, metric: metric, finding: .missing(from: .both),
        reason: new?.reason ?? old?.reason ?? "not measured")
    }
    var entry = ComparisonEntry(
      benchmark: name, metric: metric, unit: (new?.value ?? old?.value)?.unit ?? "",
      baseline: old?.value?.median, candidate: new?.value?.median,
      finding: .verdict(.inconclusive))
    guard let old = old?.value else {
      entry.finding = .missing(from: .baseline)
      entry.reason = baseline.metrics[metric]?.reason ?? "not measured"
      return entry
    }
    guard let new = new?.value else {
      entry.finding = .missing(from: .candidate)
      entry.reason = candidate.metrics[metric]?.reason ?? "not measured"
      return entry
    }
    if let counter = Metric.named(metric), counter.nature == .counted {
      entry.reason = counters.reason(for: counter)
      guard entry.reason == nil else { return entry }
      entry.finding = .verdict(VerdictRule.verdict(baseline: old.median, candidate: new.median))
    } else {
      judgeTimes(old, new, rule: rule, reason: reason, into: &entry)
    }
    return entry
  }

  private func judgeTimes(
    _ old: MetricResult, _ new: MetricResult, rule: VerdictRule, reason: String?,
    into entry: inout ComparisonEntry
  ) {
    entry.threshold = rule.threshold
    entry.interval =
      old == new
      ? Interval(low: 1, high: 1)
      : new.interval.value.flatMap { interval in
        old.interval.value.flatMap { interval.ratio(to: $0) }
      }
    if let reason {
      entry.reason = reason
      return
    }
    let verdict = rule.verdict(ratio: entry.interval)
    entry.finding = .verdict(verdict)
    switch verdict {
    case .unchanged: return
    case .inconclusive:
      entry.reason =
        entry.interval == nil ? "too few samples" : "the interval straddles the threshold"
    case .regressed, .improved:
      // Noise slows samples down, all but a few: a change of the code moves the fastest too.
      let fastest = new.minimum / old.minimum
      let agrees =
        old.minimum > 0 && rule.verdict(ratio: Interval(low: fastest, high: fastest)) == verdict
      guard !agrees else { return }
      entry.finding = .verdict(.inconclusive)
      entry.reason = "the fastest samples did not change with the medians"
    }
  }
}
