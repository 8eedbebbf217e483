import BenchmarkModel
import BenchmarkResults
import SampleStatistics

/// One benchmark of two separate runs.
struct SeparateBenchmark {
  let name: String
  let baseline, candidate: BenchmarkResult?

  /// Why no time of the two runs can be compared.
  let timesReason: String?

  /// Why counters of the two runs cannot be compared.
  let counters: CounterIncomparability
  let rules: ComparisonRules

  /// How far times of unchanged code may differ.
  let spread: RunSpread

  /// An entry per metric and, for scenarios, per rate.
  var entries: [ComparisonEntry] {
    guard let baseline else {
      return [ComparisonEntry(benchmark: name, conclusion: .added(reason: "new in the candidate"))]
    }
    if let failure = baseline.failure { return [gap(.baseline, "it failed: \(failure)")] }
    guard let candidate, candidate.failure == nil else {
      return [gap(.candidate, candidate?.failure.map { "it failed: \($0)" } ?? "removed")]
    }
    let reason = timesReason ?? Incomparability.reason(baseline, candidate)
    let rule = rules.separateRunsRule(for: name, spread: spread)
    switch (baseline.body, candidate.body) {
    case (.benchmark(let old), .benchmark(let new)):
      return metricEntries(old, new, rule: rule, reason: reason)
    case (.scenario(let old), .scenario(let new)):
      return SeparateFrames.entries(
        name, old, new, rule: rule, reason: reason, counters: counters, rules: rules)
    case (.benchmark, .scenario), (.scenario, .benchmark):
      return [ComparisonEntry(benchmark: name, conclusion: .ofAnotherKind)]
    }
  }

  private func gap(_ gap: ComparisonEntry.Gap, _ reason: String) -> ComparisonEntry {
    ComparisonEntry(benchmark: name, conclusion: .missing(from: gap, reason: reason))
  }
}

extension SeparateBenchmark {
  /// An entry per metric of a benchmark that is timed as a whole.
  private func metricEntries(
    _ baseline: TimedResult, _ candidate: TimedResult, rule: VerdictRule, reason: String?
  ) -> [ComparisonEntry] {
    let old = baseline.metrics
    let new = candidate.metrics
    // Metrics that are named on the command line must be there; others may be absent.
    let named = rules.metrics ?? []
    return Set(old.keys).union(new.keys).union(named)
      .filter(rules.compares(_:)).sorted { Metric.order($0) < Metric.order($1) }
      .compactMap { entry($0, old[$0], new[$0], rule: rule, reason: reason) }
  }

  /// The entry of a metric; nil when neither side has it and it was not named on the command line.
  private func entry(
    _ metric: String, _ old: Measured<MetricResult>?, _ new: Measured<MetricResult>?,
    rule: VerdictRule, reason: String?
  ) -> ComparisonEntry? {
    func entry(
      times: ComparisonEntry.Times? = nil, _ conclusion: ComparisonEntry.Conclusion
    ) -> ComparisonEntry {
      ComparisonEntry(
        benchmark: name, .metric(metric, unit: new?.value?.unit ?? old?.value?.unit ?? ""),
        baseline: old?.value?.median, candidate: new?.value?.median, times: times,
        conclusion: conclusion)
    }
    switch (old?.value, new?.value) {
    case (nil, nil):
      guard rules.metrics?.contains(metric) ?? false else { return nil }
      return entry(.missing(from: .both, reason: new?.reason ?? old?.reason ?? "not measured"))
    case (nil, _?): return entry(.missing(from: .baseline, reason: old?.reason ?? "not measured"))
    case (_?, nil): return entry(.missing(from: .candidate, reason: new?.reason ?? "not measured"))
    case (let old?, let new?):
      if let counter = Metric.named(metric), counter.nature == .counted {
        return entry(judge(counter, old, new))
      }
      if let polarity = new.polarity {
        var entry = entry(judgeRecorded(metric, old, new, polarity))
        entry.prefersLarger = polarity == .prefersLarger
        return entry
      }
      let interval = Self.ratio(old, new)
      return entry(
        times: .init(threshold: rule.threshold, interval: interval),
        reason.map { .verdict(.inconclusive, reason: $0) }
          ?? Self.judge(old, new, ratio: interval, rule: rule))
    }
  }

  private func judge(
    _ counter: Metric, _ old: MetricResult, _ new: MetricResult
  ) -> ComparisonEntry.Conclusion {
    let reason = counters.reason(
      for: counter, countedBy: old.countedBy, and: new.countedBy,
      areEqual: old.median == new.median && old.samples == new.samples)
    if let reason { return .verdict(.inconclusive, reason: reason) }
    return judgeCounts(counter.name, old, new)
  }

  private func judgeRecorded(
    _ metric: String, _ old: MetricResult, _ new: MetricResult, _ polarity: CustomMetric.Polarity
  ) -> ComparisonEntry.Conclusion {
    guard old.polarity == polarity, old.unit == new.unit else {
      return .verdict(.inconclusive, reason: "recorded with another unit or polarity")
    }
    return judgeCounts(metric, old, new, prefersLarger: polarity == .prefersLarger)
  }

  private func judgeCounts(
    _ metric: String, _ old: MetricResult, _ new: MetricResult, prefersLarger: Bool = false
  ) -> ComparisonEntry.Conclusion {
    let tolerance = rules.countersByName[name]?[metric] ?? .exact
    let verdict =
      prefersLarger
      ? VerdictRule.verdict(
        baseline: old.median, largerCandidate: new.median, within: tolerance.share ?? 0)
      : VerdictRule.verdict(baseline: old.median, candidate: new.median, within: tolerance)
    if let before = old.countRange, let after = new.countRange,
      before.width > 0 || after.width > 0, tolerance == .exact || verdict != .unchanged
    {
      // If larger is better, the sides are exchanged.
      return prefersLarger
        ? RecountedEntries.conclusion(after, before) : RecountedEntries.conclusion(before, after)
    }
    return .verdict(verdict)
  }

  private static func ratio(_ old: MetricResult, _ new: MetricResult) -> Interval? {
    if old == new { return Interval(low: 1, high: 1) }
    guard let before = old.interval.value, let after = new.interval.value else { return nil }
    return after.ratio(to: before)
  }

  private static func judge(
    _ old: MetricResult, _ new: MetricResult, ratio: Interval?, rule: VerdictRule
  ) -> ComparisonEntry.Conclusion {
    let verdict = rule.verdict(ratio: ratio)
    switch verdict {
    case .unchanged: return .verdict(.unchanged)
    case .inconclusive:
      return .verdict(.inconclusive, reason: ratio.map(rule.reason) ?? "too few samples")
    case .regressed, .improved:
      // Noise slows most samples down but not all: a change of the code moves the fastest too.
      let fastest = new.minimum / old.minimum
      let agrees =
        old.minimum > 0 && rule.verdict(ratio: Interval(low: fastest, high: fastest)) == verdict
      return agrees
        ? .verdict(verdict)
        : .verdict(
          .inconclusive,
          reason: "the medians changed by more than runs differ, the fastest samples did not")
    }
  }
}

extension MetricResult {
  /// The smallest and the largest of a few counts, or nil without any.
  fileprivate var countRange: Interval? {
    guard let low = samples.min(), let high = samples.max() else { return nil }
    return Interval(low: low, high: high)
  }
}
