import ArgumentParser
import BenchmarkModel
import Foundation
import ReportText

/// A form in which reports are written.
enum ReportFormat: String, CaseIterable, Sendable {
  case text, markdown, json, junit, github, html, folded, csv
  case githubActionBenchmark = "github-action-benchmark"
  case bmf, openmetrics, svg, trace

  /// Whether it describes one result, so that a baseline has no place in it.
  var takesOneResult: Bool { self == .bmf || self == .githubActionBenchmark }
}

extension ReportFormat {
  /// The format that a file's extension stands for, or nil if several formats share it.
  init?(extensionOf path: String) {
    switch URL(filePath: path).pathExtension.lowercased() {
    case "txt": self = .text
    case "md", "markdown": self = .markdown
    case "json": self = .json
    case "xml": self = .junit
    case "csv": self = .csv
    case "html", "htm": self = .html
    case "svg": self = .svg
    default: return nil
    }
  }
}

extension ReportFormat {
  /// The answer to a question in this format.
  func answer(
    text: @autoclosure () -> TerminalText, json: @autoclosure () throws -> Data
  ) throws -> Data {
    switch self {
    case .text: text().data
    case .json: try json()
    default: throw NoSuchFormat(self, of: .ofAnswers)
    }
  }
}

extension [ReportFormat] {
  /// What runs, and results that are stored, are written in.
  static let ofResults: Self = [
    .text, .markdown, .json, .junit, .csv, .githubActionBenchmark, .bmf, .openmetrics, .html,
    .svg, .trace,
  ]

  /// What verdicts are written in.
  static let ofVerdicts: Self = [.text, .markdown, .json, .junit, .github, .html, .folded]

  /// What the course of numbers over commits is written in.
  static let ofHistories: Self = [.text, .markdown, .json, .csv, .html]

  /// What logs are shown in.
  static let ofLogs: Self = [.text, .markdown, .json, .html]

  /// What answers to a question are written in.
  static let ofAnswers: Self = [.text, .json]

  /// The words for them, such as `text, json`.
  var words: String { map(\.rawValue).joined(separator: ", ") }
}

/// A report that cannot be written in some format.
struct NoSuchFormat: ToolError {
  let format: ReportFormat
  let offered: [ReportFormat]

  init(_ format: ReportFormat, of offered: [ReportFormat]) {
    self.format = format
    self.offered = offered
  }

  var exitCode: ToolExit { .wrongUsage }

  var description: String {
    "There is no '\(format.rawValue)' of this report. Choose \(offered.words)."
  }
}
