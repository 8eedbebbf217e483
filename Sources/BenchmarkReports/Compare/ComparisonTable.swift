import BenchmarkModel
import BenchmarkResults
import SampleStatistics

/// The entries of a comparison, a row each, what changed first.
struct ComparisonTable {
  private let entries: [ComparisonEntry]

  init(_ entries: [ComparisonEntry]) {
    self.entries = entries.sortedForReport
  }

  func table(_ notes: inout Footnotes) -> Table {
    // Between sides measured in turn the level depends on how often the data were looked at.
    let isPaired = entries.contains { $0.pairs != nil }
    var table = Table([
      "name", "<metric", "rate", "<unit", "baseline", "candidate", "change",
      isPaired ? "interval" : "95 % interval",
      "threshold", "<verdict",
    ])
    for entry in entries {
      let mark = entry.reason.map { " \(notes.number($0))" } ?? ""
      table.add([
        Table.Cell(entry.benchmark), Table.Cell(entry.metric ?? "all"),
        Table.Cell(entry.rateHz.map { "\($0) Hz" } ?? ""), Table.Cell(entry.unit),
        Table.Cell(entry.text(entry.baseline)),
        Table.Cell(entry.text(entry.candidate)),
        Table.Cell(entry.change),
        Table.Cell(
          entry.interval.map {
            "\(NumberText.change($0.low)) … \(NumberText.change($0.high))"
          } ?? ""),
        Table.Cell(entry.threshold.map { "\(NumberText.format($0 * 100)) %" } ?? ""),
        Table.Cell(entry.word + mark, entry.role),
      ])
    }
    return table
  }
}

extension [ComparisonEntry] {
  /// What fails first; within a verdict the result's order stays.
  var sortedForReport: [ComparisonEntry] {
    enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element)
  }
}

extension ComparisonEntry {
  /// The order of a report: what fails comes first.
  fileprivate var rank: Int {
    switch finding {
    case .verdict(.regressed): 0
    case .missing: 1
    case .verdict(.inconclusive): 2
    case .verdict(.improved): 3
    case .verdict(.unchanged): 4
    }
  }

  fileprivate var word: String {
    switch finding {
    case .verdict(let verdict): verdict.rawValue
    case .missing(from: .both): "missing"
    case .missing(let side): "missing in \(side.rawValue)"
    }
  }

  fileprivate var role: ReportStyle.Role {
    switch finding {
    case .verdict(.regressed), .missing: .bad
    case .verdict(.inconclusive): .doubtful
    case .verdict(.improved): .good
    case .verdict(.unchanged): .quiet
    }
  }

  /// A value of this entry; counters have no threshold and are exact.
  fileprivate func text(_ value: Double?) -> String {
    guard let value else { return "" }
    return threshold == nil ? NumberText.count(value) : NumberText.format(value)
  }

  fileprivate var change: String {
    if let ratio { return NumberText.change(ratio) }
    guard let baseline, let candidate else { return "" }
    return "\(text(baseline)) → \(text(candidate))"
  }
}
