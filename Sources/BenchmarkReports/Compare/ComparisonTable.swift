import BenchmarkModel
import BenchmarkVerdicts
import FrameTiming
import ReportText
import SampleStatistics

/// The entries of a comparison, one row each, starting with what changed.
struct ComparisonTable {
  private let rows: [(entry: ComparisonEntry, judgement: Judgement)]

  /// The rows of a gate that are to be shown.
  init(_ gate: Gate, where isShown: (Judgement) -> Bool = { _ in true }) {
    rows = gate.judgements(of: .change).filter(isShown).compactMap { judgement in
      guard case .change(let entry) = judgement.subject else { return nil }
      return (entry, judgement)
    }
  }

  func table(_ notes: inout Footnotes) -> Table {
    // The level of paired measurements depends on how often the data were judged.
    let isPaired = rows.contains { $0.entry.times?.paired != nil }
    let columns = Columns(rows.map(\.entry))
    let titles: [Table.Column] =
      [.text("name"), .text("metric")] + (columns.hasRates ? [.number("rate")] : [])
      + (columns.hasValues
        ? [
          .extra(.text("unit")), .extra(.number("baseline")), .extra(.number("candidate")),
          .number("change"),
        ] : [])
      + (columns.hasTimes
        ? [
          .extra(.number(isPaired ? "interval" : "95 % interval")), .extra(.number("threshold")),
        ] : [])
      + [.text("verdict")]
    return Table(
      titles,
      rows: rows.map { entry, judgement in
        let mark = entry.explainedReason.map { " \(notes.number($0))" } ?? ""
        return columns.cells(entry).map { Table.Cell($0) }
          + [Table.Cell(judgement.word + mark, judgement.role)]
      })
  }
}

/// Which columns apply to any entry of a table.
private struct Columns {
  let hasRates, hasValues, hasTimes: Bool

  init(_ entries: [ComparisonEntry]) {
    hasRates = entries.contains { $0.rate != nil }
    hasValues = entries.contains { $0.baseline != nil || $0.candidate != nil }
    hasTimes = entries.contains { $0.times != nil }
  }

  /// Everything but the verdict.
  func cells(_ entry: ComparisonEntry) -> [String] {
    let values = EntryText(entry)
    let interval = entry.times?.interval.map {
      "\(NumberText.change($0.low)) … \(NumberText.change($0.high))"
    }
    let threshold = entry.times.map { "\(NumberText.format($0.threshold * 100)) %" }
    return [entry.benchmark, entry.metric ?? "all"]
      + (hasRates ? [entry.rate?.description ?? ""] : [])
      + (hasValues ? [values.unit, values.baseline, values.candidate, values.change] : [])
      + (hasTimes ? [interval ?? "", threshold ?? ""] : [])
  }
}
