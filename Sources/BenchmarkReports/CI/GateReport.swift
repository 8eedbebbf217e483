import BenchmarkResults
package import Foundation

/// A report on a decision, in every format.
package protocol GateReport {
  /// For people.
  func text(_ style: ReportStyle) -> String

  /// For a summary page.
  func markdown() -> String

  /// For programs.
  func json() throws -> Data

  /// For continuous integration systems: JUnit XML.
  func junit() -> String

  /// For GitHub Actions: a workflow command per finding.
  func annotations() -> String
}

extension CheckReport: GateReport {
  package func junit() -> String { JUnitReport(cases: cases).text }

  package func annotations() -> String {
    AnnotationReport(
      verdict: verdict, isPassed: gate.role == .good, cases: cases,
      warnings: gate.comparison?.warnings ?? []
    ).text
  }
}

extension CompareReport: GateReport {
  private var cases: [GateCase] { comparison.cases(explainedBy: explanations) }

  package func junit() -> String { JUnitReport(cases: cases).text }

  package func annotations() -> String {
    AnnotationReport(
      verdict: verdict, isPassed: comparison.role != .bad, cases: cases,
      warnings: comparison.warnings
    ).text
  }
}
