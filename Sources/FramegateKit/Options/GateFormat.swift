import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import Foundation
import ReportPages
import ReportText

/// Formats of `compare` and `check`.
enum GateFormat: String, OutputFormat {
  case text, markdown, json, junit, github, html
  static let standard = GateFormat.text
}

extension OutputOptions<GateFormat> {
  /// Writes the report on a decision, and its copies; films the scenarios of a page.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - makePage: The page on the same decision.
  ///   - studios: What films the candidate and, in a comparison of builds, the baseline.
  ///   - copies: Where else it goes.
  ///   - exit: What the command found.
  /// - Returns: The code that the command ends with.
  func write(
    _ report: some GateReport, page makePage: () -> ReportPage, filmedBy studios: FilmStudios,
    copies: CopyOptions<GateFormat>, endingWith exit: ToolExit
  ) async -> ToolExit {
    // It replays all frames, so it is made once.
    var page = writes(.html, copies) ? makePage() : nil
    if exit != .interrupted, let silent = page {
      page = silent.showing(await studios.films(of: silent.sceneNames))
    }
    return write(copies: copies, endingWith: exit) { format, style in
      switch format {
      case .text: report.text(style).data
      case .markdown: report.markdown().data
      case .json: try report.json()
      case .junit: report.junit().data
      case .github: report.annotations().data
      case .html: try (page ?? makePage()).html()
      }
    }
  }
}
