import BenchmarkModel
import BenchmarkResults
import FrameTiming
import SampleStatistics

/// A scenario's frames at one rate on both sides, paired by frame index.
package struct SeparateFrames {
  private static let otherCooling = """
    frames were made cold in different ways, or one side does not say how; measure the baseline again with this \
    version, or both with '--warm'
    """

  let name: String
  let baseline, candidate: FrameCosts
  let rule: VerdictRule

  /// Why times cannot be compared.
  let reason: String?

  /// Why counters cannot be compared.
  let counters: CounterIncomparability

  /// The metrics that were requested by name, which must be there.
  let named: Set<String>

  /// Entries of all rates, the baseline's first.
  static func entries(
    _ name: String, _ baseline: ScenarioResult, _ candidate: ScenarioResult, rule: VerdictRule,
    reason: String?, counters: CounterIncomparability, rules: ComparisonRules
  ) -> [ComparisonEntry] {
    let before = baseline.frames.value ?? []
    let after = candidate.frames.value ?? []
    let added = after.filter { new in !before.contains { $0.rate == new.rate } }
    return before.flatMap { old -> [ComparisonEntry] in
      guard let new = after.first(where: { $0.rate == old.rate }) else {
        let absence = candidate.absence(at: old.rate)
        return [whole(name, old.rate, .missing(from: .candidate, reason: absence))]
      }
      // Cold and warm work are different quantities, and so is work that was made cold differently.
      let isMixed = old.cooling?.procedure != new.cooling?.procedure
      let areBothCold = old.isCold && new.isCold
      let frames = SeparateFrames(
        name: name, baseline: isMixed ? old.warm : old,
        candidate: isMixed ? new.warm : new, rule: rule,
        reason: reason ?? (isMixed && areBothCold ? Self.otherCooling : nil),
        counters: counters, named: Set(rules.metrics ?? []))
      return [rules.looksAtFrameTimes ? frames.work : nil].compactMap(\.self)
        + Metric.counters.filter { rules.compares($0.name) }.compactMap(frames.counter)
    }
      + added.map { whole(name, $0.rate, .added(reason: baseline.absence(at: $0.rate))) }
  }

  private static func whole(
    _ name: String, _ rate: RefreshRate, _ conclusion: ComparisonEntry.Conclusion
  ) -> ComparisonEntry {
    ComparisonEntry(
      benchmark: name, .work(at: rate), conclusion: conclusion)
  }
}

extension SeparateFrames {
  /// The CPU time of all frames together, and which of them changed.
  var work: ComparisonEntry {
    let isEqual = baseline.workNs == candidate.workNs && baseline.intervalNs == candidate.intervalNs
    let hasSameFrames = changedFrames == nil
    let ratio =
      isEqual
      ? Interval(low: 1, high: 1)
      : FrameCosts.ratio(candidate.totalInterval, to: baseline.totalInterval)
    var entry = entry(
      FrameMetric.work.rawValue, unit: "ns", baseline.workNs, candidate.workNs,
      times: .init(threshold: rule.threshold, interval: hasSameFrames ? ratio : nil),
      reason: reason)
    if let before = baseline.droppedFrameCount, let after = candidate.droppedFrameCount {
      entry.droppedFrames = BySide(baseline: before, candidate: after)
    }
    guard entry.reason == nil else { return entry }
    let verdicts: [Verdict] = baseline.workNs.indices.map { frame in
      isEqual ? .unchanged : verdictOnFrame(frame)
    }
    entry.changedFrames = FrameChanges(
      verdicts, baseline: baseline.workNs, candidate: candidate.workNs)
    let verdict = ChangedFrames.verdict(
      total: rule.verdict(ratio: ratio), ranges: entry.changedFrames)
    entry.conclusion = .verdict(
      verdict, reason: verdict != .inconclusive ? nil : ratio.map(rule.reason) ?? missingInterval)
    return entry
  }

  /// Why a side has no interval, and what to do.
  private var missingInterval: String {
    let hasWarmOnly = [baseline, candidate].contains {
      $0.intervalNs.reason == FrameCosts.noWarmInterval
    }
    return hasWarmOnly
      ? "\(FrameCosts.noWarmInterval); measure with '--warm'"
      : "too few repetitions for an interval; measure without '--quick', or fewer layers"
  }

  private func verdictOnFrame(_ frame: Int) -> Verdict {
    rule.verdict(ratio: FrameCosts.ratio(candidate.hull(frame), to: baseline.hull(frame)))
  }

  /// A counter of all frames together, compared frame by frame with `==`, as each process counted
  /// it, or nil when neither side has it and it was not requested by name.
  private func counter(_ metric: Metric) -> ComparisonEntry? {
    let old = baseline.counts(of: metric) ?? .notMeasured
    let new = candidate.counts(of: metric) ?? .notMeasured
    guard let before = old.value, let after = new.value else {
      let isNowhere = old.value == nil && new.value == nil
      guard !isNowhere || named.contains(metric.name) else { return nil }
      return ComparisonEntry(
        benchmark: name,
        .frames(metric: metric.name, unit: metric.plainUnit, rate: baseline.rate),
        conclusion: .missing(
          from: isNowhere ? .both : old.value == nil ? .baseline : .candidate,
          reason: old.reason ?? new.reason ?? "not measured"))
    }
    let entries = (0..<max(before.count, after.count)).map { index in
      counter(metric, before[min(index, before.count - 1)], after[min(index, after.count - 1)])
    }
    return entries.first { $0.reason != nil }
      ?? RecountedEntries.merge(entries[0], Array(entries.dropFirst()))
  }

  private func counter(_ metric: Metric, _ before: [Int64], _ after: [Int64]) -> ComparisonEntry {
    let reason = counters.reason(
      for: metric, countedBy: baseline.countedBy, and: candidate.countedBy,
      areEqual: before == after)
    var entry = entry(metric.name, unit: metric.plainUnit, before, after, reason: reason)
    guard entry.reason == nil else { return entry }
    let verdicts = zip(before, after).map {
      VerdictRule.verdict(baseline: Double($0), candidate: Double($1))
    }
    entry.changedFrames = FrameChanges(verdicts, baseline: before, candidate: after)
    entry.conclusion = .verdict(
      verdicts.contains(.regressed)
        ? .regressed : verdicts.contains(.improved) ? .improved : .unchanged)
    return entry
  }

  /// Why frames with the same index are not the same frames, or nil if they are.
  private var changedFrames: String? {
    let (old, new) = (baseline.workNs.count, candidate.workNs.count)
    if baseline.segments != candidate.segments {
      return "\(old) frames at \(baseline.rateText) against \(new) at \(candidate.rateText)"
    }
    return old == new ? nil : "\(old) frames against \(new); the duration changed"
  }

  /// An entry without a verdict yet; its reason says why there can be none.
  private func entry(
    _ metric: String, unit: String, _ before: [Int64], _ after: [Int64],
    times: ComparisonEntry.Times? = nil, reason: String?
  ) -> ComparisonEntry {
    let change = changedFrames
    func whole(_ counts: [Int64]) -> Double { Metric.named(metric)?.whole(counts) ?? counts.total }
    var entry = ComparisonEntry(
      benchmark: name, .frames(metric: metric, unit: unit, rate: baseline.rate),
      baseline: whole(before), candidate: whole(after), times: times,
      conclusion: .verdict(.inconclusive, reason: change ?? reason))
    if change == nil { entry.changedFrames = FrameChanges(undecided: before, after) }
    return entry
  }
}

extension FrameCosts {
  /// The interval of the ratio, or nil when a side has too few repetitions for an interval.
  fileprivate static func ratio(_ candidate: Interval?, to baseline: Interval?) -> Interval? {
    guard let candidate, let baseline else { return nil }
    return candidate.ratio(to: baseline)
  }

  /// The interval of the sum of all frames: from the sum of the lower ends to the sum of the upper
  /// ones.
  fileprivate var totalInterval: Interval? {
    let frames = workNs.indices.compactMap(hull)
    guard frames.count == workNs.count else { return nil }
    return Interval(low: frames.reduce(0) { $0 + $1.low }, high: frames.reduce(0) { $0 + $1.high })
  }

  /// A frame's interval, widened to include its work in case a file was edited by hand.
  fileprivate func hull(_ frame: Int) -> Interval? {
    guard let interval = intervalNs.value?[frame] else { return nil }
    let work = workNs[frame]
    return Interval(
      low: Double(min(work, interval.lowerBound)), high: Double(max(work, interval.upperBound)))
  }
}
