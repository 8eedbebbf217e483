import BenchmarkModel
import BenchmarkVerdicts
import FrameTiming
import ReportText
import SampleStatistics

/// The entries of a comparison, one row each, starting with what changed.
enum ComparisonTable {
  private typealias Row = (entry: ComparisonEntry, finding: Finding)

  static func table(
    _ gate: Gate, _ notes: Footnotes, where isShown: (Finding) -> Bool = { _ in true }
  ) -> Table {
    let rows = gate.findings(of: .change).filter(isShown).compactMap { finding -> Row? in
      guard case .change(let entry) = finding.subject else { return nil }
      return (entry, finding)
    }
    // The confidence level of paired measurements depends on how often the data were judged.
    let isPaired = rows.contains { $0.entry.times?.paired != nil }
    let hasRates = rows.contains { $0.entry.rate != nil }
    let hasValues = rows.contains { $0.entry.baseline != nil || $0.entry.candidate != nil }
    let hasTimes = rows.contains { $0.entry.times != nil }
    var columns = TableColumns<Row>()
    columns.text("name") { $0.entry.benchmark }
    columns.text("metric") { $0.entry.metric ?? "all" }
    if hasRates { columns.number("rate") { $0.entry.rate?.description } }
    if hasValues {
      columns.text("unit", isExtra: true) { EntryText($0.entry).unit }
      columns.number("baseline", isExtra: true) { EntryText($0.entry).baseline }
      columns.number("candidate", isExtra: true) { EntryText($0.entry).candidate }
      columns.number("change") { EntryText($0.entry).change }
    }
    if hasTimes {
      columns.number(isPaired ? "interval" : "95 % interval", isExtra: true) { row in
        row.entry.times?.interval.map {
          "\(NumberText.change($0.low)) … \(NumberText.change($0.high))"
        }
      }
      columns.number("threshold", isExtra: true) { row in
        row.entry.times.map { "\(NumberText.format($0.threshold * 100)) %" }
      }
    }
    columns.text("verdict") { entry, finding in
      let mark = entry.explainedReason.map { " \(notes.number($0))" } ?? ""
      let frames = entry.decidingFrames.map { " by \($0)" } ?? ""
      return Table.Cell(finding.word + frames + mark, finding.role)
    }
    return columns.table(rows)
  }
}
