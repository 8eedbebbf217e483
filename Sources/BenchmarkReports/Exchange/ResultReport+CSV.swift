import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import FrameTiming
package import ReportText
import SampleStatistics

extension ResultReport {
  /// The columns of ``csv()``, in order.
  static let columns: [CSVText] = [
    "side", "benchmark", "variant", "kind", "rateHz", "frame", "metric", "unit", "value", "low",
    "high", "count", "ratio", "ratioLow", "ratioHigh", "verdict", "status", "reason",
  ]

  /// A table in long form: a row per benchmark and metric, and one per frame and metric.
  ///
  /// Rows of frames have a number in `frame`. Cells that do not apply are empty; a value that could
  /// not be measured has the status `unavailable` and a reason. The verdict and the ratio are in
  /// the rows of the candidate.
  ///
  /// - Returns: CSV (RFC 4180) with a header; lines end with CR LF.
  package func csv() -> CSVText {
    let verdicts = VerdictIndex(check.gate.comparison)
    var table = CSVTable(columns: Self.columns)
    for (name, side) in sides {
      let verdicts = name == .candidate ? verdicts : VerdictIndex(nil)
      for benchmark in side.file.benchmarks {
        for value in side.result.values(of: benchmark, on: name) {
          table.add(value, verdicts[value])
        }
        for costs in benchmark.frames {
          table.add(costs, of: benchmark, side: name, verdicts: verdicts)
        }
      }
    }
    return table.text
  }
}

extension CSVTable {
  fileprivate mutating func add(_ value: MeasuredValue, _ entry: ComparisonEntry?) {
    add([
      .cell(value.side?.rawValue), .cell(value.benchmark), .cell(value.variant?.rawValue),
      .cell(value.kind.rawValue), .cell(value.rate?.hertz), "", .cell(value.metric),
      .cell(value.unit), .cell(value.value), .cell(value.interval?.low),
      .cell(value.interval?.high), .cell(value.count), .cell(entry?.ratio),
      .cell(entry?.times?.interval?.low), .cell(entry?.times?.interval?.high),
      .cell(entry?.status.rawValue), .cell(value.status.rawValue),
      .cell(value.reason ?? entry?.explainedReason),
    ])
  }

  /// Adds a row per frame and metric that was measured.
  fileprivate mutating func add(
    _ costs: FrameCosts, of benchmark: BenchmarkResult, side: ComparisonSide?,
    verdicts: VerdictIndex
  ) {
    let scenario: [CSVText] = [
      .cell(side?.rawValue), .cell(benchmark.name), .cell(benchmark.variant?.rawValue),
      .cell(benchmark.kind.rawValue), .cell(costs.rate.hertz),
    ]
    let series: [(metric: String, unit: String, counts: [Int64])] = [
      (FrameMetric.work.rawValue, "ns", costs.workNs),
      (FrameMetric.warmWork.rawValue, "ns", costs.isCold ? costs.warmNs : []),
    ]
    let counters = Metric.counters.map { metric in
      (
        metric: metric.name, unit: metric.plainUnit,
        counts: costs.counts(of: metric)?.value?.first ?? []
      )
    }
    for (metric, unit, counts) in series + counters {
      let intervals = metric == FrameMetric.work.rawValue ? costs.intervalNs.value : nil
      let repetitions: [String: Int] = [
        FrameMetric.work.rawValue: costs.workRepetitions,
        FrameMetric.warmWork.rawValue: costs.repetitions,
      ]
      let changes = verdicts[benchmark.name, metric, costs.rate]?.changedFrames
      for frame in counts.indices {
        let run = changes?.first { ($0.first...$0.last).contains(frame) }
        let ratio = run.flatMap { _ -> Double? in
          guard let old = changes?.baseline[frame], old > 0 else { return nil }
          return Double(counts[frame]) / Double(old)
        }
        add(
          scenario + [
            .cell(frame), .cell(metric), .cell(unit), .cell(Int(counts[frame])),
            .cell(intervals.map { Int($0[frame].lowerBound) }),
            .cell(intervals.map { Int($0[frame].upperBound) }), .cell(repetitions[metric]),
            .cell(ratio), "", "", .cell(run?.verdict.rawValue),
            .cell(MeasuredValue.Status.measured.rawValue), "",
          ])
      }
    }
  }
}
