import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import ReportText

/// Formats of `compare` and `check`.
enum GateFormat: String, OutputFormat {
  case text, markdown, json, junit, github, html, folded
  static let standard = GateFormat.text
}

extension ReportOptions {
  /// Writes the report on a decision, and its copies; films the scenarios of a page.
  func write(
    _ report: some GateReport, candidate: ResultFile? = nil, baseline: ResultFile? = nil,
    filmedBy studios: FilmStudios = FilmStudios()
  ) async -> ToolExit {
    let exit = report.gate.exit
    func makePage() -> ReportPage {
      ReportPage(
        report, run: candidate.map { RunReport(of: ReplayedResult($0)) },
        baseline: baseline.map { ReplayedResult($0) })
    }
    // It replays all frames, so it is made once.
    var page = Format(rawValue: "html").map(writes) == true ? makePage() : nil
    if exit != .interrupted, let silent = page {
      page = silent.showing(await studios.films(of: silent.sceneNames))
    }
    return write(endingWith: exit) { format, style in
      switch try GateFormat(format) {
      case .text: report.text(style).data
      case .markdown: report.markdown().data
      case .json: try report.json()
      case .junit: report.junit().data
      case .github: report.annotations().data
      case .folded: report.folded()
      case .html: try (page ?? makePage()).html()
      }
    }
  }
}
