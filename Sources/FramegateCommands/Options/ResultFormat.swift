import ArgumentParser
import BenchmarkModel
import BenchmarkResults
import BenchmarkReports
import BenchmarkVerdicts
import Foundation
import ReportText

/// Formats of `report` and `run`.
enum ResultFormat: String, OutputFormat {
  case text, markdown, json, junit, csv, jmh
  case githubActionBenchmark = "github-action-benchmark"
  case bmf, benchstat, openmetrics, html, svg, trace
  static let standard = ResultFormat.text
}

extension ResultFormat {
  /// Whether it describes one result, so that a baseline has no place in it.
  var takesOneResult: Bool { self == .bmf || self == .githubActionBenchmark }
}

extension ResultReport {
  func data(
    _ format: ResultFormat, _ style: ReportStyle, run: RunReport,
    drawing: Drawing = Drawing(), films: PageFilms = PageFilms()
  ) throws -> Data {
    func page(_ run: RunReport) -> ReportPage {
      ReportPage(check, run: run, baseline: baseline?.result, theme: drawing.theme).showing(films)
    }
    switch format {
    case .text: return text(style, run: run).data
    case .markdown: return markdown(run: run).data
    case .json: return try json()
    case .junit: return check.junit().data
    case .csv: return csv().data
    case .jmh: return try jmh()
    case .githubActionBenchmark: return try githubActionBenchmark()
    case .bmf: return try bmf()
    case .benchstat: return benchstat().data
    case .openmetrics: return openMetrics().data
    case .trace: return trace()
    case .html: return try page(run).html()
    case .svg:
      let (picture, names) = page(run).picture(drawing.chart, where: drawing.matches)
      guard let picture else { throw ReportError.noChart(names: names) }
      return picture
    }
  }
}

extension RunReport {
  /// The report on a result, with what earlier runs on its machine add.
  init(of result: ReplayedResult, scale: WorkScale = .one) {
    let recent = ResultsFolder.store.recentRuns(like: result.file)
    self.init(
      result, earlierCapacity: recent.capacity(for: result.file),
      limits: recent.limits(for: result.file), scale: scale)
  }
}
