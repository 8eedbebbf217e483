import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import Foundation
import ReportPages

/// Formats of `compare` and `check`.
enum GateFormat: String, OutputFormat {
  case text, markdown, json, junit, github, html
  static let standard = GateFormat.text
}

extension OutputOptions<GateFormat> {
  /// Writes the report on a decision, and its copies.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - page: The page on the same decision.
  ///   - copies: Where else it goes.
  ///   - exit: What the command found.
  /// - Returns: The code that the command ends with.
  func write(
    _ report: some GateReport, page: @autoclosure () -> ReportPage, copies: CopyOptions<GateFormat>,
    endingWith exit: ToolExit
  ) -> ToolExit {
    write(copies: copies, endingWith: exit) { format, style in
      switch format {
      case .text: report.text(style).data
      case .markdown: report.markdown().data
      case .json: try report.json()
      case .junit: report.junit().data
      case .github: report.annotations().data
      case .html: try page().html()
      }
    }
  }
}
