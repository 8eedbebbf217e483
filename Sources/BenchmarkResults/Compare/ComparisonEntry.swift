package import BenchmarkModel
package import SampleStatistics

/// One metric of one benchmark on both sides.
package struct ComparisonEntry: Hashable, Sendable {
  /// What was found.
  package enum Finding: Hashable, Sendable {
    case verdict(Verdict)
    /// Only one side has it, or none although it was asked for.
    case missing(from: Side)
  }

  package enum Side: String, Hashable, Codable, Sendable {
    case baseline, candidate
    /// Neither side has what was asked for.
    case both
  }

  /// The benchmark or scenario.
  package var benchmark: String

  /// The metric; `work` for the work of all frames of a scenario; nil when the whole benchmark is
  /// missing.
  package var metric: String?

  /// The unit of both values.
  package var unit: String

  /// The rate at which a scenario's frames were sampled; nil for whole benchmarks.
  package var rateHz: Int?

  /// The value on each side, as far as there is one.
  package var baseline, candidate: Double?

  /// Candidate over baseline; nil when the baseline is 0 or a side is missing.
  package var ratio: Double?

  /// Holds the ratio of times; nil for counters.
  package var interval: Interval?

  /// The relative change that mattered; nil for counters, where any does.
  package var threshold: Double?

  /// How many pairs the ratio of times rests on; nil when the sides were measured apart.
  package var pairs: Int?

  /// What was found.
  package var finding: Finding

  /// Why it is inconclusive or missing.
  package var reason: String?

  /// Which frames changed; empty for whole benchmarks.
  package var changedFrames: [ChangedFrames]

  /// Dropped slots at depth 1 without a reserve on each side; nil for whole benchmarks.
  package var droppedSlots: DroppedSlots?

  package init(
    benchmark: String, metric: String?, unit: String = "", rateHz: Int? = nil,
    baseline: Double? = nil, candidate: Double? = nil, interval: Interval? = nil,
    threshold: Double? = nil, finding: Finding, reason: String? = nil
  ) {
    (self.benchmark, self.metric, self.unit) = (benchmark, metric, unit)
    (self.rateHz, self.baseline, self.candidate) = (rateHz, baseline, candidate)
    (self.interval, self.threshold) = (interval, threshold)
    (self.finding, self.reason) = (finding, reason)
    (changedFrames, droppedSlots) = ([], nil)
    if let baseline, let candidate, baseline > 0 {
      ratio = candidate / baseline
    } else if let baseline, baseline == candidate {
      ratio = 1
    }
  }
}

extension ComparisonEntry {
  /// How far the two sides are apart, as a share, whichever is the slower; nil without a ratio above 0.
  var distance: Double? { ratio.flatMap { $0 > 0 ? max($0, 1 / $0) - 1 : nil } }

  /// The verdict; nil when a side is missing.
  package var verdict: Verdict? {
    guard case .verdict(let verdict) = finding else { return nil }
    return verdict
  }
}

/// A run of neighbouring frames that changed the same way.
package struct ChangedFrames: Hashable, Codable, Sendable {
  /// The indices of the first and the last frame.
  package var first, last: Int

  /// Their candidate over their baseline values in all; nil from 0.
  package var ratio: Double?

  /// Regressed or improved.
  package var verdict: Verdict
}

/// How many slots were dropped on each side.
package struct DroppedSlots: Hashable, Codable, Sendable {
  package var baseline, candidate: Int
}
