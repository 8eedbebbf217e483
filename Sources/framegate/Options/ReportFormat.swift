import ArgumentParser
import Foundation

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

extension [ReportFormat] {
  /// The names of the formats, such as `text, json`.
  var words: String { map(\.rawValue).joined(separator: ", ") }
}
