import BenchmarkModel
package import BenchmarkVerdicts
import FrameTiming
package import ReportText

// The tables of reports, for pages that lay them out themselves.

extension RunReport {
  /// The tables with their titles, and the reasons that their cells refer to.
  package func tables() -> (sections: [(title: String, table: Table)], notes: [String]) {
    var notes = Footnotes()
    return (sections(&notes), notes.lines)
  }
}

extension CompareReport {
  /// What changed, what did not, and the reasons that cells refer to.
  package func tables() -> (changed: Table, unchanged: Table, notes: [String]) {
    var notes = Footnotes()
    let changed = ComparisonTable(gate) { $0.status != .unchanged }.table(&notes)
    let unchanged = ComparisonTable(gate) { $0.status == .unchanged }.table(&notes)
    return (changed, unchanged, notes.lines)
  }
}

extension ExplanationReport {
  /// What was found of one benchmark.
  package struct Section {
    package let benchmark: String
    package let head: String

    /// The functions whose instructions changed; nil without any.
    package let table: Table?

    /// What the table leaves out.
    package let rest: [String]
  }

  /// One per benchmark that was explained.
  package var sections: [Section] {
    entries.map {
      Section(
        benchmark: $0.benchmark, head: Self.head($0), table: Self.table($0).first,
        rest: Self.rest($0))
    }
  }
}

extension ComparisonEntry {
  /// What changed in words: both values, the difference and the ratio.
  package var changeText: String {
    let values = EntryText(self)
    let change = values.change.isEmpty ? "" : " (\(values.change))"
    return "\(values.baseline) → \(values.candidate) \(values.unit)\(change)"
  }

  /// Which frames changed, a line per stretch.
  package var frameLines: [String] { FrameText(entry: self).lines }
}

extension [MeasuringWarning] {
  /// A line per warning.
  func text(_ style: ReportStyle, _ tool: ToolName) -> TerminalText {
    map { "\(style.paint("Warning: ", as: .doubtful))\($0.text(tool))\n" as TerminalText }.joined()
  }
}
