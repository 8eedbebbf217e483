import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import ReportText

// What each kind of report writes in each format.

/// The report on a decision, with the page that also shows what was measured.
struct Decision: WrittenReport {
  let report: any GateReport
  let page: () -> ReportPage

  var exit: ToolExit { report.gate.exit }

  static var writers: FormatWriters<Self> {
    [
      .text: { $0.report.text($1).data },
      .markdown: { decision, _ in decision.report.markdown().data },
      .json: { decision, _ in try decision.report.json() },
      .junit: { decision, _ in decision.report.junit().data },
      .github: { decision, _ in decision.report.annotations().data },
      .html: { decision, _ in try decision.page().html() },
      .folded: { decision, _ in decision.report.folded() },
    ]
  }
}

extension WrittenReport where Self: CourseReport {
  static var writers: FormatWriters<Self> {
    [
      .text: { $0.text($1).data },
      .markdown: { course, _ in course.markdown().data },
      .json: { course, _ in try course.json() },
      .csv: { course, _ in course.csv().data },
      .html: { course, _ in TrendPage(course).html() },
    ]
  }
}

extension TrendReport: WrittenReport { var exit: ToolExit { severity.exit } }
extension HistoryReport: WrittenReport {}

/// The report on a stored result, or on two.
struct JudgedResult: WrittenReport {
  let report: ResultReport
  let run: RunReport
  var drawing = Drawing()
  var films = PageFilms()

  static var writers: FormatWriters<Self> {
    [
      .text: { $0.report.text($1, run: $0.run).data },
      .markdown: { judged, _ in judged.report.markdown(run: judged.run).data },
      .json: { judged, _ in try judged.report.json() },
      .junit: { judged, _ in judged.report.check.junit().data },
      .csv: { judged, _ in judged.report.csv().data },
      .githubActionBenchmark: { judged, _ in try judged.report.githubActionBenchmark() },
      .bmf: { judged, _ in try judged.report.bmf() },
      .openmetrics: { judged, _ in judged.report.openMetrics().data },
      .html: { judged, _ in try judged.page.html() },
      .svg: { judged, _ in try judged.picture() },
      .trace: { judged, _ in judged.report.trace() },
    ]
  }

  private var page: ReportPage {
    ReportPage(
      report.check, run: run, baseline: report.baseline?.result, theme: drawing.theme
    ).showing(films)
  }

  private func picture() throws -> Data {
    let (picture, names) = try page.picture(drawing.chart, choosing: drawing.charts)
    if let picture { return picture }
    if drawing.chart == .filmstrip, names.isEmpty,
      let (scenario, reason) = films.reasons.min(by: { $0.key < $1.key })
    {
      throw ReportError.noFilm(scenario: scenario, reason: reason)
    }
    throw ReportError.noChart(names: names)
  }
}

/// The tables of a run and sections on what it measured.
///
/// As JSON, it is the stored file, which has everything that was measured.
struct RunTables: WrittenReport {
  let run: ResultReport.Side

  let severity: Severity

  /// The tables for a display, or why there are none.
  let tables: () throws -> RunReport

  let sections: [ExplainedSection]
  let films: PageFilms

  var exit: ToolExit { severity.exit }

  static var writers: FormatWriters<Self> {
    let own: FormatWriters<Self> = [
      .text: { shown, style in
        ([try shown.tables().text(style)] + shown.sections.map { $0.text(style) })
          .joined(separator: "\n").data
      },
      .markdown: { shown, _ in
        ([try shown.tables().markdown()] + shown.sections.map { $0.markdown() })
          .joined(separator: "\n").data
      },
      .json: { shown, _ in try shown.run.result.file.json() },
    ]
    return own.adding(JudgedResult.writers) { shown in
      JudgedResult(
        report: try ResultReport(candidate: shown.run), run: try shown.tables(), films: shown.films)
    }
  }
}

extension LogReport {
  /// A report on a log, with the theme of its page.
  struct Themed: WrittenReport {
    let report: LogReport
    let theme: PageTheme

    static var writers: FormatWriters<Self> {
      [
        .text: { $0.report.text($1).data },
        .markdown: { log, _ in log.report.markdown().data },
        .json: { log, _ in try PrettyJSON.encode(log.report) },
        .html: { log, _ in try ReportPage(log.report, theme: log.theme).html() },
      ]
    }
  }
}

extension BisectReport: WrittenReport {
  /// A search without an answer could not do its work.
  var exit: ToolExit { isUndecided ? .couldNotRun : severity.exit }

  static var writers: FormatWriters<Self> {
    [.text: { $0.text($1).data }, .json: { found, _ in try found.json() }]
  }
}

/// The answer to a question.
struct Answer: WrittenReport {
  let text: () -> TerminalText
  let json: () throws -> Data

  static var writers: FormatWriters<Self> {
    [.text: { answer, _ in answer.text().data }, .json: { answer, _ in try answer.json() }]
  }
}
