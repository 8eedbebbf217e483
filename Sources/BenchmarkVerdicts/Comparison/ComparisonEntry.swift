import BenchmarkModel
package import BenchmarkResults
package import FrameTiming
package import SampleStatistics

/// One metric of one benchmark on both sides.
package struct ComparisonEntry: Hashable, Codable, Sendable {
  /// The side on which something is missing.
  package enum Gap: String, Hashable, Codable, Sendable {
    case baseline, candidate

    /// Neither side has what was requested.
    case both

    package init(_ side: ComparisonSide) {
      switch side {
      case .baseline: self = .baseline
      case .candidate: self = .candidate
      }
    }
  }

  package enum Subject: Hashable, Sendable {
    /// The benchmark as a whole, because there are no metrics to compare.
    case wholeBenchmark

    case metric(String, unit: String)

    /// A metric of the frames of a scenario that were sampled at one rate.
    case frames(metric: String, unit: String, rate: RefreshRate)
  }

  package struct Times: Hashable, Codable, Sendable {
    /// What measurements in pairs say about the ratio.
    package struct Paired: Hashable, Codable, Sendable {
      /// The ratio of both values, which come from one estimate.
      package let ratio: Double

      package let count: Int
    }

    package let threshold: Double

    /// The interval of the ratio, or nil when there are too few measurements.
    package let interval: Interval?

    /// Nil when the two sides were measured separately.
    package internal(set) var paired: Paired?
  }

  package enum Conclusion: Hashable, Codable, Sendable {
    /// A verdict; the reason is its footnote, such as why it is inconclusive.
    case verdict(Verdict, reason: String? = nil)

    /// The two sides compute different results, so their times give no verdict.
    case differs(reason: String)

    /// Its times changed because its code moved to other addresses, not because the code changed.
    case moved(LayoutEvidence)

    /// It is missing on a side.
    case missing(from: Gap, reason: String)

    /// Only the candidate has it: it is new.
    case added(reason: String)
  }

  package let benchmark: String

  package let subject: Subject

  /// The value on each side, if it has one.
  package let baseline, candidate: Double?

  /// How times were judged; nil for counters and gaps.
  package internal(set) var times: Times?

  package var conclusion: Conclusion

  /// The counts of each side, if they differ between two processes of one build.
  package internal(set) var countRanges: BySide<Interval>?

  /// What the verdict rests on, or nil for separate runs, counters and gaps.
  package var evidence: RowEvidence?

  /// Whether more is better; true only for metrics whose benchmark says so.
  package internal(set) var prefersLarger = false

  /// What would settle it, or nil unless it is inconclusive and was measured in pairs.
  package var power: PowerAnalysis?

  /// The frames of a scenario and which of them changed; empty for whole benchmarks.
  package internal(set) var changedFrames = FrameChanges()

  /// Dropped frames at depth 1 without a reserve, or nil for whole benchmarks.
  package internal(set) var droppedFrames: BySide<Int>?

  package init(
    benchmark: String, _ subject: Subject = .wholeBenchmark, baseline: Double? = nil,
    candidate: Double? = nil, times: Times? = nil, conclusion: Conclusion
  ) {
    self.benchmark = benchmark
    self.subject = subject
    self.baseline = baseline
    self.candidate = candidate
    self.times = times
    self.conclusion = conclusion
  }
}

extension ComparisonEntry.Conclusion {
  /// A scenario on one side, and a benchmark that is timed as a whole on the other.
  package static var ofAnotherKind: Self {
    .missing(from: .candidate, reason: "one side is a scenario, the other is not")
  }
}

extension ComparisonEntry.Subject {
  /// The CPU time of all frames.
  package static func work(at rate: RefreshRate, _ metric: FrameMetric = .work) -> Self {
    .frames(metric: metric.rawValue, unit: "ns", rate: rate)
  }

  /// The metric, or nil for a whole benchmark.
  package var metric: String? {
    switch self {
    case .wholeBenchmark: nil
    case .metric(let metric, _), .frames(let metric, _, _): metric
    }
  }

  /// The unit of both values; empty for a whole benchmark.
  package var unit: String {
    switch self {
    case .wholeBenchmark: ""
    case .metric(_, let unit), .frames(_, let unit, _): unit
    }
  }

  /// The rate of the frames, or nil for benchmarks.
  package var rate: RefreshRate? {
    switch self {
    case .wholeBenchmark, .metric: nil
    case .frames(_, _, let rate): rate
    }
  }
}

extension ComparisonEntry.Subject: Codable {
  private enum CodingKeys: CodingKey { case metric, unit, rate }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    guard let metric = try values.decodeIfPresent(String.self, forKey: .metric) else {
      self = .wholeBenchmark
      return
    }
    let unit = try values.decode(String.self, forKey: .unit)
    if let rate = try values.decodeIfPresent(RefreshRate.self, forKey: .rate) {
      self = .frames(metric: metric, unit: unit, rate: rate)
    } else {
      self = .metric(metric, unit: unit)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(metric, forKey: .metric)
    try values.encode(unit, forKey: .unit)
    try values.encodeIfPresent(rate, forKey: .rate)
  }
}

extension ComparisonEntry.Times {
  /// Times of two sides that were recorded separately.
  package init(unpaired interval: Interval?, threshold: Double) {
    self.init(threshold: threshold, interval: interval, paired: nil)
  }
}

extension ComparisonEntry {
  package var metric: String? { subject.metric }
  package var unit: String { subject.unit }
  package var rate: RefreshRate? { subject.rate }

  /// The metric of frames that it is about, or nil for counters and benchmarks.
  package var frameMetric: FrameMetric? { rate == nil ? nil : metric.flatMap(FrameMetric.init) }

  /// Whether it is about requests to the allocator.
  package var countsAllocations: Bool { metric.flatMap(Metric.named)?.isAllocation == true }

  /// Candidate over baseline, or nil when a side is missing or only the baseline is 0.
  package var ratio: Double? {
    if let paired = times?.paired { return paired.ratio }
    guard let baseline, let candidate else { return nil }
    return baseline > 0 ? candidate / baseline : baseline == candidate ? 1 : nil
  }

  /// How far apart the two sides are, as a share, whichever is slower, or nil without a ratio above
  /// 0.
  package var distance: Double? { ratio.flatMap { $0 > 0 ? max($0, 1 / $0) - 1 : nil } }

  /// The verdict; nil for rows that are missing, added, `differs` or `moved`.
  package var verdict: Verdict? {
    switch conclusion {
    case .verdict(let verdict, _): verdict
    case .differs, .moved, .missing, .added: nil
    }
  }

  /// The footnote of the conclusion, if it has one.
  package var reason: String? {
    switch conclusion {
    case .verdict(_, let reason): reason
    case .differs(let reason), .missing(_, let reason), .added(let reason): reason
    case .moved: nil
    }
  }
}

extension ComparisonEntry {
  /// The entry if both sides are runs of one executable: then the machine caused a difference of
  /// times.
  ///
  /// Counters repeat exactly, so their verdicts stay: something besides the code must have changed.
  var ofIdenticalBuild: ComparisonEntry {
    guard times != nil, verdict == .regressed || verdict == .improved else { return self }
    var entry = self
    entry.withdrawVerdict(
      .verdict(
        .inconclusive, reason: "identical build: the machine ran the same code at another speed"))
    return entry
  }

  /// Replaces the verdict with a conclusion that the code did not change, and calls no frames
  /// changed.
  package mutating func withdrawVerdict(_ conclusion: Conclusion) {
    self.conclusion = conclusion
    changedFrames = changedFrames.undecided
  }
}
