import BenchmarkModel
import BenchmarkResults
package import BenchmarkVerdicts
package import Foundation
package import ReportText

/// A report on the decision of a gate, in every format.
package protocol GateReport: Encodable {
  var gate: Gate { get }

  var headline: String { get }

  /// The report on budgets and limits, or nil for a comparison alone.
  var check: CheckReport? { get }

  /// The report on changes, or nil without a baseline.
  var compare: CompareReport? { get }

  var tool: ToolName { get }

  /// Sentences that a reader should know in addition to the findings.
  var remarks: [String] { get }

  func text(_ style: ReportStyle) -> TerminalText

  func markdown() -> MarkdownText
}

extension GateReport {
  /// The report for programs: JSON that ends with a newline.
  package func json() throws -> Data { try PrettyJSON.encode(self) }

  package func junit() -> XMLText {
    JUnitReport(
      tool: tool, findings: gate.findings, explanations: compare?.explanations,
      remarks: remarks
    ).text
  }

  /// The report for GitHub Actions: a workflow command per finding and warning.
  package func annotations() -> CommandText {
    AnnotationReport(
      tool: tool, headline: headline, isPassed: gate.isPassed, findings: gate.findings,
      explanations: compare?.explanations, remarks: remarks
    ).text
  }

  /// Why the gate fails, other than limits and changes: interruptions, failures and options.
  var reasons: [String] {
    var sentences: [String] = []
    if gate.ending.isInterrupted { sentences.append("The measurement was interrupted.") }
    let failures = gate.ending.failures
    let parts = failures.compactMap(\.part)
    if failures.count > parts.count {
      sentences.append("\(Words.count(failures.count - parts.count, "benchmark")) failed.")
    }
    sentences += parts.map(\.sentence)
    switch gate.exit {
    case .inconclusive: sentences.append("'--fail-on inconclusive' fails what has no verdict.")
    case .improvement: sentences.append("'--fail-on improvement' fails what improved.")
    case .couldNotRun:
      sentences.append("'--fail-on no-base' fails a check whose base cannot be compared.")
    case .pass, .regression, .benchmarkFailed, .notFound, .wrongUsage, .interrupted:
      break
    }
    return sentences
  }
}

extension Gate {
  package var role: ReportStyle.Role {
    !isPassed ? .bad : severity == .inconclusive ? .doubtful : .good
  }
}

extension Ending.Part {
  fileprivate var sentence: String {
    switch self {
    case .restOfRun: "The rest of the run failed."
    case .restOfComparison: "The rest of the comparison failed."
    case .secondMeasurement: "The second measurement failed."
    }
  }
}
