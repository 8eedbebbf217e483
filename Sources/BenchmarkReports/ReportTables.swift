import BenchmarkModel
package import BenchmarkVerdicts
import FrameTiming
package import ReportText

// The tables of reports, for pages with a layout of their own.

extension RunReport {
  /// The complete tables with their titles, and the footnotes that their cells refer to.
  package func tables() -> (sections: [(title: String, table: Table)], notes: [String]) {
    let notes = Footnotes()
    return (sections(Rows(of: result, isComplete: true), notes), notes.lines)
  }
}

extension CompareReport {
  /// Rows of a comparison, and the entry of each.
  package struct Rows {
    package let table: Table
    package let entries: [ComparisonEntry]
  }

  /// The rows that changed, those that did not, and the footnotes that cells refer to.
  package func tables() -> (changed: Rows, unchanged: Rows, notes: [String]) {
    let notes = Footnotes()
    func rows(_ isShown: (Finding) -> Bool) -> Rows {
      Rows(
        table: ComparisonTable.table(gate, notes, where: isShown),
        entries: gate.findings(of: .change).filter(isShown).compactMap { finding in
          if case .change(let entry) = finding.subject { entry } else { nil }
        })
    }
    let changed = rows { $0.status != .unchanged }
    let unchanged = rows { $0.status == .unchanged }
    return (changed, unchanged, notes.lines)
  }
}

extension ComparisonEntry {
  /// The change in words: both values, the difference and the ratio.
  package var changeText: String {
    let values = EntryText(self)
    let change = values.change.isEmpty ? "" : " (\(values.change))"
    return "\(values.baseline) → \(values.candidate) \(values.unit)\(change)"
  }
}

extension [MeasuringWarning] {
  func text(_ style: ReportStyle, _ tool: ToolName) -> TerminalText {
    map { "\(style.paint("Warning: ", as: .doubtful))\($0.text(tool))\n" as TerminalText }.joined()
  }
}
