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
  /// Rows of frames have a number in `frame`. A cell is empty where there is nothing to say; a
  /// value that could not be measured has the status `unavailable` and a reason. The verdict and
  /// the ratio are in the rows of the candidate.
  ///
  /// - Returns: RFC 4180 with a header; lines end in CR LF.
  package func csv() -> CSVText {
    let verdicts = VerdictIndex(check.gate.comparison)
    var table = CSVTable(columns: Self.columns)
    for (name, side) in sides {
      let verdicts = name == .candidate ? verdicts : VerdictIndex(nil)
      for benchmark in side.file.benchmarks {
        for value in side.values(of: benchmark, on: name) {
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
  /// Adds a row with a value and the verdict on it.
  fileprivate mutating func add(_ value: MeasuredValue, _ entry: ComparisonEntry?) {
    var row = CSVRow()
    row.text(value.side?.rawValue)
    row.text(value.benchmark)
    row.text(value.variant?.rawValue)
    row.text(value.kind.rawValue)
    row.number(value.rate?.hertz)
    row.empty()
    row.text(value.metric)
    row.text(value.unit)
    row.number(value.value)
    row.number(value.interval?.low)
    row.number(value.interval?.high)
    row.number(value.count)
    row.number(entry?.ratio)
    row.number(entry?.times?.interval?.low)
    row.number(entry?.times?.interval?.high)
    row.text(entry?.status.rawValue)
    row.text(value.status.rawValue)
    row.text(value.reason ?? entry?.explainedReason)
    add(row)
  }

  /// Adds a row per frame and metric that was measured.
  fileprivate mutating func add(
    _ costs: FrameCosts, of benchmark: BenchmarkResult, side: ComparisonEntry.Side?,
    verdicts: VerdictIndex
  ) {
    var scenario = CSVRow()
    scenario.text(side?.rawValue)
    scenario.text(benchmark.name)
    scenario.text(benchmark.variant?.rawValue)
    scenario.text(benchmark.kind.rawValue)
    scenario.number(costs.rate.hertz)
    let series: [(metric: String, unit: String, counts: [Int64])] = [
      (FrameMetric.work.rawValue, "ns", costs.workNs),
      (FrameMetric.warmWork.rawValue, "ns", costs.isCold ? costs.warmNs : []),
      (Metric.mallocBytesCount.name, "B", costs.mallocBytesCount.value ?? []),
      (Metric.mallocCountTotal.name, "count", costs.mallocCountTotal.value ?? []),
      (Metric.instructions.name, "count", costs.instructions?.value ?? []),
    ]
    for (metric, unit, counts) in series {
      let intervals = metric == FrameMetric.work.rawValue ? costs.intervalNs.value : nil
      let changes = verdicts[benchmark.name, metric, costs.rate]?.changedFrames
      for frame in counts.indices {
        let run = changes?.first { ($0.first...$0.last).contains(frame) }
        let ratio = run.flatMap { _ -> Double? in
          guard let old = changes?.baseline[frame], old > 0 else { return nil }
          return Double(counts[frame]) / Double(old)
        }
        var row = scenario
        row.number(frame)
        row.text(metric)
        row.text(unit)
        row.number(Int(counts[frame]))
        row.number(intervals.map { Int($0[frame].lowerBound) })
        row.number(intervals.map { Int($0[frame].upperBound) })
        row.number(costs.repetitions)
        row.number(ratio)
        row.empty()
        row.empty()
        row.text(run?.verdict.rawValue)
        row.text(MeasuredValue.Status.measured.rawValue)
        row.empty()
        add(row)
      }
    }
  }
}
