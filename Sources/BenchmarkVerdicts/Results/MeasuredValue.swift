package import BenchmarkModel
package import BenchmarkResults
package import FrameTiming
package import SampleStatistics

/// One metric of one benchmark, or of all frames of a scenario at one rate.
///
/// Every format for other programs is made of these values.
package struct MeasuredValue: Sendable {
  package enum Status: String, Encodable, Sendable { case measured, unavailable, failed }

  /// The side that it was measured on, or nil if there is only one result.
  package let side: ComparisonSide?

  package let benchmark: String
  package let kind: BenchmarkKind
  package let variant: Variant?

  /// The rate at which frames were sampled, or nil for benchmarks.
  package internal(set) var rate: RefreshRate?

  /// The metric's key in result files, or nil for a benchmark that failed as a whole.
  package internal(set) var metric: String?

  package internal(set) var unit = ""

  /// The median of a benchmark's samples, or the mean over frames, or nil if it was not measured.
  package internal(set) var value: Double?

  /// The 95 % interval of the value.
  package internal(set) var interval: Interval?

  /// How many samples, or repetitions of every frame, there were.
  package internal(set) var count: Int?

  /// Whether more is better.
  package internal(set) var prefersLarger = false

  package internal(set) var status = Status.measured

  package internal(set) var reason: String?
}

extension MeasuredValue {
  /// The name and the rate: `feed.scroll at 120 Hz`.
  package var place: String { rate.map { "\(benchmark) at \($0)" } ?? benchmark }

  fileprivate init(of result: BenchmarkResult, on side: ComparisonSide?) {
    self.side = side
    benchmark = result.name
    kind = result.kind
    variant = result.variant
  }

  fileprivate func with(
    _ metric: String, _ unit: String, _ number: Double?, at rate: RefreshRate? = nil
  ) -> MeasuredValue {
    var value = self
    value.metric = metric
    value.unit = unit
    value.value = number
    value.rate = rate
    return value
  }

  fileprivate func without(_ status: Status, _ reason: String) -> MeasuredValue {
    var value = self
    value.status = status
    value.reason = reason
    return value
  }
}

extension ReplayedResult {
  /// The values of all benchmarks, in the order of the result.
  package func values(on side: ComparisonSide?) -> [MeasuredValue] {
    file.benchmarks.flatMap { values(of: $0, on: side) }
  }

  /// The values of each benchmark that did not fail, and of each scenario at each rate; the rates
  /// ascend.
  package func places(on side: ComparisonSide?) -> [[MeasuredValue]] {
    file.benchmarks.filter { $0.failure == nil }.flatMap { benchmark in
      let places = Dictionary(grouping: values(of: benchmark, on: side)) { $0.rate?.hertz ?? 0 }
      return places.keys.sorted().compactMap { places[$0] }
    }
  }

  /// A value per metric and, for scenarios, per rate; what was not measured has a reason.
  package func values(
    of benchmark: BenchmarkResult, on side: ComparisonSide?
  ) -> [MeasuredValue] {
    let empty = MeasuredValue(of: benchmark, on: side)
    let failures = benchmark.failure.map { [empty.without(.failed, $0)] }
    switch benchmark.body {
    case .benchmark(let timed):
      return (failures ?? [])
        + timed.metrics.sorted { Metric.order($0.key) < Metric.order($1.key) }
        .map { Self.value(empty, $0.key, $0.value) }
    case .scenario(let scenario):
      guard let reason = scenario.frames.reason else {
        return (failures ?? []) + self[benchmark].flatMap { Self.values(empty, $0) }
      }
      let work = empty.with(FrameMetric.work.rawValue, "ns/frame", nil)
      return failures ?? [work.without(.unavailable, reason)]
    }
  }

  private static func value(
    _ empty: MeasuredValue, _ metric: String, _ recorded: Measured<MetricResult>
  ) -> MeasuredValue {
    switch recorded {
    case .unavailable(let reason):
      return empty.with(metric, Metric.named(metric)?.unit ?? "", nil).without(.unavailable, reason)
    case .value(let result):
      var value = empty.with(metric, result.unit, result.median)
      value.interval = result.interval.value
      value.count = result.sampleCount
      value.prefersLarger = result.polarity == .prefersLarger
      return value
    }
  }

  /// The work, what a display drops, and the counters at one rate.
  private static func values(_ empty: MeasuredValue, _ row: FrameRow) -> [MeasuredValue] {
    let (costs, timeline) = (row.costs, row.timeline)
    let frames = Double(costs.workNs.count)
    func measured(_ metric: FrameMetric, _ unit: String, _ number: Double) -> MeasuredValue {
      var value = empty.with(metric.rawValue, unit, number, at: costs.rate)
      value.count = metric == .warmWork ? costs.repetitions : costs.workRepetitions
      return value
    }
    func counter(_ metric: Metric, _ counts: Measured<[[Int64]]>) -> MeasuredValue {
      let (unit, divisor) = metric.addsUp ? ("\(metric.plainUnit)/frame", frames) : (metric.unit, 1)
      return switch counts.map({ $0.first ?? [] }) {
      case .value(let counts):
        empty.with(metric.name, unit, metric.whole(counts) / divisor, at: costs.rate)
      case .unavailable(let reason):
        empty.with(metric.name, unit, nil, at: costs.rate).without(.unavailable, reason)
      }
    }
    var work = measured(.work, "ns/frame", costs.workNs.total / frames)
    work.interval = costs.intervalNs.value.map { intervals in
      Interval(
        low: intervals.map(\.lowerBound).total / frames,
        high: intervals.map(\.upperBound).total / frames)
    }
    var headroom = empty.with(
      FrameMetric.headroom.rawValue, "ratio", row.headroom.factor, at: costs.rate)
    headroom.prefersLarger = true
    return [work]
      + (costs.isCold ? [measured(.warmWork, "ns/frame", costs.warmNs.total / frames)] : []) + [
        measured(.firstFrame, "ns", row.first), measured(.workMaximum, "ns", row.maximum),
        measured(.droppedSlots, "count", Double(timeline.droppedFrameCount)),
        measured(.expectedSlots, "count", Double(timeline.expectedSlotCount)),
        measured(.hitchRatio, "ms/s", timeline.hitchRatio),
        headroom.value == nil ? headroom.without(.unavailable, "no factor breaks it") : headroom,
      ]
      + Metric.counters.compactMap { metric in costs.counts(of: metric).map { counter(metric, $0) }
      }
  }
}
