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
  ///   - page: The page on the same decision.
  ///   - studios: What films the candidate and, in a comparison of builds, the baseline.
  ///   - copies: Where else it goes.
  ///   - exit: What the command found.
  /// - Returns: The code that the command ends with.
  func write(
    _ report: some GateReport, page: () -> ReportPage, filmedBy studios: FilmStudios,
    copies: CopyOptions<GateFormat>, endingWith exit: ToolExit
  ) async -> ToolExit {
    var films = PageFilms()
    if writes(.html, copies), exit != .interrupted {
      films = await studios.films(of: page().sceneNames)
    }
    return write(copies: copies, endingWith: exit) { format, style in
      switch format {
      case .text: report.text(style).data
      case .markdown: report.markdown().data
      case .json: try report.json()
      case .junit: report.junit().data
      case .github: report.annotations().data
      case .html: try page().showing(films).html()
      }
    }
  }
}
