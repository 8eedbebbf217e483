import BenchmarkModel
import BenchmarkResults
import ReportText

/// The metrics that benchmarks record themselves, a row per benchmark and metric.
struct CustomMetricTable {
  private let rows: [(benchmark: String, metric: String, value: Measured<MetricResult>)]

  init(_ file: ResultFile) {
    rows = file.benchmarks.flatMap { benchmark in
      (benchmark.timed?.metrics ?? [:]).filter { Metric.named($0.key) == nil }
        .sorted { $0.key < $1.key }
        .map { (benchmark.name, $0.key, $0.value) }
    }
  }

  func table(_ notes: inout Footnotes) -> Table {
    Table(
      [
        .text("name"), .text("metric"), .number("median"), .number("range"), .text("unit"),
        .extra(.text("better")), .extra(.number("values")),
      ],
      rows: rows.map { benchmark, metric, value in
        [Table.Cell(benchmark), Table.Cell(metric)] + cells(value, &notes)
      })
  }

  private func cells(_ recorded: Measured<MetricResult>, _ notes: inout Footnotes) -> [Table.Cell] {
    switch recorded {
    case .unavailable(let reason):
      return [Table.Cell(notes.mark(reason), .quiet)] + (0..<4).map { _ in Table.Cell("") }
    case .value(let result):
      let largest = result.samples.max() ?? result.median
      let range =
        result.minimum == largest
        ? "" : "\(NumberText.count(result.minimum))–\(NumberText.count(largest))"
      return [
        Table.Cell(NumberText.count(result.median)), Table.Cell(range), Table.Cell(result.unit),
        Table.Cell(result.polarity == .prefersLarger ? "more" : "less"),
        Table.Cell("\(result.sampleCount)"),
      ]
    }
  }
}
