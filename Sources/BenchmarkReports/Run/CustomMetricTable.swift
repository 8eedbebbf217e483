import BenchmarkModel
import BenchmarkResults
import ReportText

/// A table of the metrics that benchmarks record themselves, a row per benchmark and metric.
enum CustomMetricTable {
  private typealias Row = (benchmark: String, metric: String, value: Measured<MetricResult>)

  static func table(_ file: ResultFile, _ notes: Footnotes) -> Table {
    let rows = file.benchmarks.flatMap { benchmark -> [Row] in
      (benchmark.timed?.metrics ?? [:]).filter { Metric.named($0.key) == nil }
        .sorted { $0.key < $1.key }
        .map { (benchmark.name, $0.key, $0.value) }
    }
    var columns = TableColumns<Row>()
    columns.text("name") { $0.benchmark }
    columns.text("metric") { $0.metric }
    columns.number("median") { $0.value.value.map { NumberText.count($0.median) } }
    columns.number("range") { $0.value.value.map(Self.range) }
    columns.text("unit") { $0.value.value?.unit }
    columns.text("better", isExtra: true) {
      $0.value.value.map { $0.polarity == .prefersLarger ? "more" : "less" }
    }
    columns.number("values", isExtra: true) { $0.value.value.map { "\($0.sampleCount)" } }
    return columns.table(rows, names: 2) { $0.value.reason.map(notes.absence) }
  }

  private static func range(_ result: MetricResult) -> String {
    let largest = result.samples.max() ?? result.median
    return result.minimum == largest
      ? "" : "\(NumberText.count(result.minimum))–\(NumberText.count(largest))"
  }
}
