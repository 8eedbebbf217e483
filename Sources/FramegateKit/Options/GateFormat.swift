import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import Foundation

/// Formats of `compare` and `check`.
enum GateFormat: String, OutputFormat {
  case text, markdown, json, junit, github
  static let standard = GateFormat.text
}

extension OutputOptions<GateFormat> {
  /// Writes the report on a decision, and its copies.
  ///
  /// - Returns: The code that the command ends with, where `exit` is what it found.
  func write(
    _ report: some GateReport, copies: CopyOptions<GateFormat>, endingWith exit: ToolExit
  ) -> ToolExit {
    write(copies: copies, endingWith: exit, report.data)
  }
}

extension GateReport {
  fileprivate func data(_ format: GateFormat, _ style: ReportStyle) throws -> Data {
    switch format {
    case .text: text(style).data
    case .markdown: markdown().data
    case .json: try json()
    case .junit: junit().data
    case .github: annotations().data
    }
  }
}
