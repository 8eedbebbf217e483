import BenchmarkModel
import SampleStatistics

/// A scenario's frames at one rate on both sides, paired by frame index.
struct FramePair {
  let name: String
  let baseline, candidate: FrameCosts
  let rule: VerdictRule

  /// Why times cannot be compared.
  let reason: String?

  /// Why counters cannot be compared.
  let counters: CounterGuard

  /// The metrics that were asked for by name, which must be there.
  let named: Set<String>

  /// The name of the entry about the frames' CPU time.
  static let workMetric = "work"

  /// Entries of all rates, the baseline's first.
  static func entries(
    _ baseline: BenchmarkResult, _ candidate: BenchmarkResult, rule: VerdictRule,
    reason: String?, counters: CounterGuard, settings: ComparisonSettings
  ) -> [ComparisonEntry] {
    let added = candidate.frames.filter { baseline.frames(atRateHz: $0.rateHz) == nil }
    return baseline.frames.flatMap { old -> [ComparisonEntry] in
      guard let new = candidate.frames(atRateHz: old.rateHz) else {
        return [gap(baseline.name, old.rateHz, .candidate)]
      }
      let pair = FramePair(
        name: baseline.name, baseline: old, candidate: new, rule: rule, reason: reason,
        counters: counters, named: settings.metrics ?? [])
      return [
        settings.looksAtFrameTimes ? pair.work : nil,
        settings.looks(at: Metric.mallocBytesCount.name)
          ? pair.counters(.mallocBytesCount, unit: "B", \.mallocBytesCount) : nil,
        settings.looks(at: Metric.mallocCountTotal.name)
          ? pair.counters(.mallocCountTotal, unit: "count", \.mallocCountTotal) : nil,
        settings.looks(at: Metric.instructions.name)
          ? pair.counters(.instructions, unit: "count") { $0.instructions ?? .notMeasured } : nil,
      ].compactMap(\.self)
    } + added.map { gap(baseline.name, $0.rateHz, .baseline) }
  }

  private static func gap(
    _ name: String, _ rateHz: Int, _ side: ComparisonEntry.Side
  ) -> ComparisonEntry {
    ComparisonEntry(
      benchmark: name, metric: workMetric, unit: "ns", rateHz: rateHz,
      finding: .missing(from: side),
      reason: "not sampled at \(rateHz) Hz; measure with 'framegate run --rate \(rateHz)'")
  }
}

extension FramePair {
  /// The CPU time of all frames together, and which of them changed.
  var work: ComparisonEntry {
    var entry = entry(Self.workMetric, unit: "ns", baseline.workNs, candidate.workNs)
    entry.threshold = rule.threshold
    if let before = baseline.droppedSlots, let after = candidate.droppedSlots {
      entry.droppedSlots = DroppedSlots(baseline: before, candidate: after)
    }
    guard entry.reason == nil else { return entry }
    let isEqual =
      baseline.workNs == candidate.workNs && baseline.intervalNs == candidate.intervalNs
    entry.interval =
      isEqual
      ? Interval(low: 1, high: 1) : candidate.totalInterval.ratio(to: baseline.totalInterval)
    if let reason {
      entry.reason = reason
      return entry
    }
    let verdicts = baseline.workNs.indices.map { frame in
      isEqual ? .unchanged : verdict(ofFrame: frame)
    }
    entry.changedFrames = ChangedFrames.ranges(
      of: verdicts, baseline: baseline.workNs, candidate: candidate.workNs)
    entry.finding = .verdict(
      ChangedFrames.verdict(
        total: rule.verdict(ratio: entry.interval), ranges: entry.changedFrames))
    if entry.verdict == .inconclusive { entry.reason = "the interval straddles the threshold" }
    return entry
  }

  private func verdict(ofFrame frame: Int) -> Verdict {
    let (old, new) = (baseline.hull(frame), candidate.hull(frame))
    return rule.verdict(ratio: new.ratio(to: old))
  }

  /// A counter of all frames together, compared frame by frame with `==`; nil when neither side
  /// has it and nobody named it.
  func counters(
    _ metric: Metric, unit: String, _ values: (FrameCosts) -> Recorded<[Int64]>
  ) -> ComparisonEntry? {
    let (old, new) = (values(baseline), values(candidate))
    guard let before = old.value, let after = new.value else {
      let isNowhere = old.value == nil && new.value == nil
      guard !isNowhere || named.contains(metric.name) else { return nil }
      return ComparisonEntry(
        benchmark: name, metric: metric.name, unit: unit, rateHz: baseline.rateHz,
        finding: .missing(from: isNowhere ? .both : old.value == nil ? .baseline : .candidate),
        reason: old.reason ?? new.reason)
    }
    var entry = entry(metric.name, unit: unit, before, after)
    entry.reason = entry.reason ?? counters.reason(for: metric)
    guard entry.reason == nil else { return entry }
    let verdicts = zip(before, after).map {
      VerdictRule.verdict(baseline: Double($0), candidate: Double($1))
    }
    entry.changedFrames = ChangedFrames.ranges(
      of: verdicts, baseline: before, candidate: after)
    entry.finding = .verdict(
      verdicts.contains(.regressed)
        ? .regressed : verdicts.contains(.improved) ? .improved : .unchanged)
    return entry
  }

  private func entry(
    _ metric: String, unit: String, _ before: [Int64], _ after: [Int64]
  ) -> ComparisonEntry {
    ComparisonEntry(
      benchmark: name, metric: metric, unit: unit, rateHz: baseline.rateHz,
      baseline: before.total, candidate: after.total, finding: .verdict(.inconclusive),
      reason: before.count == after.count
        ? nil : "\(before.count) frames against \(after.count); the duration changed")
  }
}

extension FrameCosts {
  /// Holds the sum of all frames: the sums of the lower and of the upper ends.
  fileprivate var totalInterval: Interval {
    let frames = workNs.indices.map(hull)
    return Interval(
      low: frames.reduce(0) { $0 + $1.low }, high: frames.reduce(0) { $0 + $1.high })
  }

  /// A frame's interval, stretched to its work where a file was edited by hand.
  fileprivate func hull(_ frame: Int) -> Interval {
    let (work, interval) = (workNs[frame], intervalNs[frame])
    return Interval(low: Double(min(work, interval.low)), high: Double(max(work, interval.high)))
  }
}
