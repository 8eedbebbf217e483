import BenchmarkModel
import BenchmarkResults
import FrameTiming
import ReportText
import SampleStatistics

/// The entries of a comparison, one row each, starting with what changed.
struct ComparisonTable {
  private let entries: [ComparisonEntry]

  init(_ entries: [ComparisonEntry]) {
    self.entries = entries.sortedForReport
  }

  func table(_ notes: inout Footnotes) -> Table {
    // The level of paired measurements depends on how often the data were judged.
    let isPaired = entries.contains { $0.times?.paired != nil }
    let columns = Columns(entries)
    var table = Table(
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
        + [.text("verdict")])
    for entry in entries {
      let mark = entry.explainedReason.map { " \(notes.number($0))" } ?? ""
      table.add(
        columns.cells(entry).map { Table.Cell($0) }
          + [Table.Cell(entry.word + mark, entry.role)])
    }
    return table
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

extension [ComparisonEntry] {
  /// Sorted by severity, the most severe first; within a verdict the order of the result stays.
  var sortedForReport: [ComparisonEntry] {
    enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element)
  }
}

extension ComparisonEntry {
  /// The severity: 0 is the most severe.
  fileprivate var rank: Int {
    switch finding {
    case .verdict(.regressed, _): 0
    case .missing: 1
    case .verdict(.inconclusive, _): 2
    case .verdict(.improved, _): 3
    case .added: 4
    case .verdict(.unchanged, _): 5
    }
  }

  fileprivate var word: String {
    switch finding {
    case .verdict(let verdict, _): verdict.rawValue
    case .missing(from: .both, _): "missing"
    case .missing(let side, _): "missing in \(side.rawValue)"
    case .added: "added"
    }
  }

  fileprivate var role: ReportStyle.Role {
    switch finding {
    case .verdict(.regressed, _), .missing: .bad
    case .verdict(.inconclusive, _): .doubtful
    case .verdict(.improved, _): .good
    case .verdict(.unchanged, _), .added: .quiet
    }
  }
}
