import BenchmarkResults
package import Foundation
package import ReportText

/// A report on a decision, in every format.
package protocol GateReport {
  /// For people.
  func text(_ style: ReportStyle) -> TerminalText

  /// For a summary page.
  func markdown() -> MarkdownText

  /// For programs.
  func json() throws -> Data

  /// For continuous integration systems: JUnit XML.
  func junit() -> XMLText

  /// For GitHub Actions: a workflow command per finding.
  func annotations() -> CommandText
}

extension CheckReport: GateReport {
  package func junit() -> XMLText { JUnitReport(tool: tool, cases: cases).text }

  package func annotations() -> CommandText {
    AnnotationReport(
      tool: tool, verdict: verdict, isPassed: gate.role == .good, cases: cases,
      warnings: (gate.comparison?.warnings ?? [])
        + (gate.noBaseline.map { [.noBaseline(reason: $0)] } ?? [])
    ).text
  }
}

extension CompareReport: GateReport {
  private var cases: [GateCase] { comparison.cases(explainedBy: explanations) }

  package func junit() -> XMLText { JUnitReport(tool: tool, cases: cases).text }

  package func annotations() -> CommandText {
    AnnotationReport(
      tool: tool, verdict: verdict, isPassed: comparison.role != .bad, cases: cases,
      warnings: comparison.warnings
    ).text
  }
}
