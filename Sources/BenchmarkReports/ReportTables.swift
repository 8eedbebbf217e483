import BenchmarkModel
package import BenchmarkVerdicts
import FrameTiming
package import ReportText

// The tables of reports, for pages that lay them out themselves.

extension RunReport {
  /// The tables with their titles, and the reasons that their cells refer to.
  package func tables() -> (sections: [(title: String, table: Table)], notes: [String]) {
    let notes = Footnotes()
    return (sections(notes), notes.lines)
  }
}

extension CompareReport {
  /// What changed, what did not, and the reasons that cells refer to.
  package func tables() -> (changed: Table, unchanged: Table, notes: [String]) {
    let notes = Footnotes()
    let changed = ComparisonTable.table(gate, notes) { $0.status != .unchanged }
    let unchanged = ComparisonTable.table(gate, notes) { $0.status == .unchanged }
    return (changed, unchanged, notes.lines)
  }
}

extension ComparisonEntry {
  /// What changed in words: both values, the difference and the ratio.
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
