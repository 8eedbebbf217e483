import BenchmarkModel
import BenchmarkResults
import FrameTiming
import SampleStatistics

/// One metric of one benchmark, or of all frames of a scenario at one rate.
///
/// Every format for other programs is made of these values.
struct MeasuredValue: Hashable {
  /// What is known about a metric.
  enum Status: String, Hashable, Encodable {
    case measured, unavailable, failed
  }

  let benchmark: String
  let kind: BenchmarkKind
  let variant: Variant?

  /// The rate at which frames were sampled; nil for benchmarks.
  let rate: RefreshRate?

  /// The metric's key in result files; nil for a benchmark that failed as a whole.
  let metric: String?

  /// The unit of every number here.
  let unit: String

  /// The median of a benchmark's samples, or the mean over frames; nil if it was not measured.
  var value: Double?

  /// The 95 % interval of the value.
  var interval: Interval?

  /// How many samples, or repetitions of every frame, there were.
  var count: Int?

  /// The samples that the file keeps; empty for scenarios.
  var samples: [Double] = []

  /// The percentiles that the number of samples allows: `p25`, `p50`, ….
  var percentiles: [String: Double] = [:]

  var status = Status.measured

  /// Why there is no value.
  var reason: String?
}

extension MeasuredValue {
  /// The name and the rate: `feed.scroll at 120 Hz`.
  var place: String { rate.map { "\(benchmark) at \($0)" } ?? benchmark }
}

extension ReplayedResult {
  /// The values of all benchmarks.
  var values: [MeasuredValue] { file.benchmarks.flatMap { $0.values(self[$0]) } }
}

extension BenchmarkResult {
  /// Everything that was measured, and what was not, with the reason.
  func values(_ rows: [FrameRow]) -> [MeasuredValue] {
    let failures = failure.map { reason in
      [value(nil, unit: "", reason: reason, status: .failed)]
    }
    switch body {
    case .benchmark(let timed):
      let metrics = timed.metrics.sorted { Self.order($0.key) < Self.order($1.key) }
      return (failures ?? []) + metrics.map { value($0.key, $0.value) }
    case .scenario(let scenario):
      switch scenario.frames {
      case .unavailable(let reason):
        return failures ?? [value("work", unit: "ns/frame", reason: reason, status: .unavailable)]
      case .value: return (failures ?? []) + rows.flatMap(values)
      }
    }
  }

  /// The same values, those of each rate together, the rates in ascending order.
  func valuesByRate(_ rows: [FrameRow]) -> [[MeasuredValue]] {
    let places: [Int: [MeasuredValue]] = Dictionary(grouping: values(rows)) { $0.rate?.hertz ?? 0 }
    return places.keys.sorted().compactMap { places[$0] }
  }

  /// The metrics that the tool knows come first, in the order of its tables.
  private static func order(_ name: String) -> (Int, String) {
    (Metric.all.firstIndex { $0.name == name } ?? Metric.all.count, name)
  }

  private func value(
    _ metric: String?, unit: String, at rate: RefreshRate? = nil, reason: String? = nil,
    status: MeasuredValue.Status = .measured
  ) -> MeasuredValue {
    MeasuredValue(
      benchmark: name, kind: kind, variant: variant, rate: rate, metric: metric, unit: unit,
      status: status, reason: reason)
  }

  private func value(_ metric: String, _ recorded: Recorded<MetricResult>) -> MeasuredValue {
    switch recorded {
    case .unavailable(let reason):
      return value(
        metric, unit: Metric.named(metric)?.unit ?? "", reason: reason, status: .unavailable)
    case .value(let result):
      var value = value(metric, unit: result.unit)
      value.value = result.median
      value.interval = result.interval.value
      value.count = result.sampleCount
      value.samples = result.samples
      value.percentiles = result.percentiles
      return value
    }
  }

  /// The work, what a display drops, and the counters at one rate.
  private func values(_ row: FrameRow) -> [MeasuredValue] {
    let (costs, timeline) = (row.costs, row.timeline)
    let frames = Double(costs.workNs.count)
    func measured(_ metric: String, _ unit: String, _ number: Double) -> MeasuredValue {
      var value = value(metric, unit: unit, at: costs.rate)
      value.value = number
      value.count = costs.repetitions
      return value
    }
    func counter(_ metric: Metric, _ unit: String, _ counts: Recorded<[Int64]>) -> MeasuredValue {
      switch counts {
      case .value(let counts): measured(metric.name, unit, counts.total / frames)
      case .unavailable(let reason):
        value(metric.name, unit: unit, at: costs.rate, reason: reason, status: .unavailable)
      }
    }
    var work = measured("work", "ns/frame", costs.workNs.total / frames)
    work.interval = costs.intervalNs.value.map { intervals in
      Interval(
        low: intervals.map(\.lowerBound).total / frames,
        high: intervals.map(\.upperBound).total / frames)
    }
    var headroom = value("headroom", unit: "ratio", at: costs.rate)
    headroom.value = row.headroom.factor
    if headroom.value == nil {
      headroom.reason = "no factor breaks it"
      headroom.status = .unavailable
    }
    let warm =
      costs.isCold ? [measured("warmWork", "ns/frame", costs.warmNs.total / frames)] : []
    return [work] + warm + [
      measured("firstFrame", "ns", row.first),
      measured("workMaximum", "ns", row.maximum),
      measured("droppedSlots", "count", Double(timeline.droppedFrameCount)),
      measured("expectedSlots", "count", Double(timeline.expectedSlotCount)),
      measured("hitchRatio", "ms/s", timeline.hitchRatio), headroom,
      counter(.mallocBytesCount, "B/frame", costs.mallocBytesCount),
      counter(.mallocCountTotal, "count/frame", costs.mallocCountTotal),
    ] + (costs.instructions.map { [counter(.instructions, "count/frame", $0)] } ?? [])
  }
}
