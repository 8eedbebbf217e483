import BenchmarkModel
import BenchmarkResults
import FrameTiming
import SampleStatistics

extension ResultReport {
  /// The columns of ``csv()``, in order.
  static let columns = [
    "side", "benchmark", "variant", "kind", "rateHz", "frame", "metric", "unit", "value", "low",
    "high", "count", "ratio", "ratioLow", "ratioHigh", "verdict", "status", "reason",
  ]

  /// A table in long form: a row per benchmark and metric, and one per frame and metric.
  ///
  /// Rows of frames have a number in `frame`. A cell is empty where there is nothing to say; a value that
  /// could not be measured has the status `unavailable` and a reason. The verdict and the ratio are in
  /// the rows of the candidate.
  ///
  /// - Returns: RFC 4180 with a header; lines end in CR LF.
  package func csv() -> CSVText {
    let verdicts = VerdictIndex(check.gate.comparison)
    var lines = [CSVText(escaped: Self.columns.joined(separator: ","))]
    for (name, side) in sides {
      for benchmark in side.file.benchmarks {
        for value in benchmark.values {
          let entry = name == .candidate ? verdicts[value] : nil
          lines.append(CSVRow(side: name, value, entry).text)
        }
        for costs in benchmark.frames {
          lines += CSVRow.frames(
            side: name, benchmark, costs,
            verdicts: name == .candidate ? verdicts : VerdictIndex(nil))
        }
      }
    }
    return (lines + [""]).joined(separator: "\r\n")
  }
}

/// A row of the table.
private struct CSVRow {
  let text: CSVText

  init(side: ComparisonEntry.Side?, _ value: MeasuredValue, _ entry: ComparisonEntry?) {
    let verdict = entry.map { $0.verdict?.rawValue ?? ($0.isAdded ? "added" : "missing") }
    text = Self.row([
      Self.cell(side?.rawValue), Self.cell(value.benchmark), Self.cell(value.variant?.rawValue),
      Self.cell(value.kind.rawValue), Self.cell(value.rate), "", Self.cell(value.metric),
      Self.cell(value.unit), Self.cell(value.value), Self.cell(value.interval?.low),
      Self.cell(value.interval?.high), Self.cell(value.count.map { Double($0) }),
      Self.cell(entry?.ratio), Self.cell(entry?.times?.interval?.low),
      Self.cell(entry?.times?.interval?.high), Self.cell(verdict),
      Self.cell(value.status.rawValue), Self.cell(value.reason ?? entry?.explainedReason),
    ])
  }

  /// A row per frame and metric that was measured.
  static func frames(
    side: ComparisonEntry.Side?, _ benchmark: BenchmarkResult, _ costs: FrameCosts,
    verdicts: VerdictIndex
  ) -> [CSVText] {
    let head = [
      cell(side?.rawValue), cell(benchmark.name), cell(benchmark.variant?.rawValue),
      cell(benchmark.kind.rawValue), cell(costs.rate),
    ]
    let series: [(metric: String, unit: String, counts: [Int64])] = [
      ("work", "ns", costs.workNs),
      ("warmWork", "ns", costs.cooling == nil ? [] : costs.warm.workNs),
      (Metric.mallocBytesCount.name, "B", costs.mallocBytesCount.value ?? []),
      (Metric.mallocCountTotal.name, "count", costs.mallocCountTotal.value ?? []),
      (Metric.instructions.name, "count", costs.instructions?.value ?? []),
    ]
    let measured = cell(MeasuredValue.Status.measured.rawValue)
    return series.flatMap { metric, unit, counts -> [CSVText] in
      let intervals = metric == "work" ? costs.intervalNs.value : nil
      let changes = verdicts[benchmark.name, metric, costs.rate]?.changedFrames
      let names = [cell(metric), cell(unit)]
      let count = cell(Double(costs.repetitions))
      return counts.indices.map { frame in
        let run = changes?.first { ($0.first...$0.last).contains(frame) }
        let ratio = run.flatMap { _ -> Double? in
          guard let old = changes?.baseline[frame], old > 0 else { return nil }
          return Double(counts[frame]) / Double(old)
        }
        let numbers = [
          cell(Double(counts[frame])), cell(intervals.map { Double($0[frame].lowerBound) }),
          cell(intervals.map { Double($0[frame].upperBound) }), count, cell(ratio), "", "",
        ]
        return row(
          head + [CSVText.number(frame)] + names + numbers
            + [cell(run?.verdict.rawValue), measured, ""])
      }
    }
  }

  private static func row(_ cells: [CSVText]) -> CSVText { cells.joined(separator: ",") }

  private static func cell(_ text: String?) -> CSVText { text.map { CSVText(foreign: $0) } ?? "" }

  private static func cell(_ number: Double?) -> CSVText {
    number.map { CSVText.number($0) } ?? ""
  }

  private static func cell(_ rate: RefreshRate?) -> CSVText {
    rate.map { CSVText.number($0.hertz) } ?? ""
  }
}

extension ComparisonEntry {
  /// Whether only the candidate has it.
  fileprivate var isAdded: Bool {
    if case .added = finding { true } else { false }
  }
}
