import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import ReportText

// Which format is which text: one list for each kind of report.

extension ReportOptions {
  /// Writes the report on a decision, and its copies; a page also shows the run of the candidate,
  /// and films of its scenarios.
  func write(
    _ report: some GateReport, candidate: @autoclosure () -> RunReport? = nil,
    baseline: ResultFile? = nil, filmedBy studios: FilmStudios = FilmStudios()
  ) async -> ToolExit {
    let exit = report.gate.exit
    // It replays all frames, so it is made once.
    var page: ReportPage?
    if writes(.html) {
      let silent = ReportPage(
        report, run: candidate(), baseline: baseline.map { ReplayedResult($0) })
      page =
        exit == .interrupted
        ? silent : silent.showing(await studios.films(of: silent.sceneNames))
    }
    return exit.or(write { format, style in try report.data(format, style, page: page) })
  }

  /// Writes the report on a trend.
  func write(_ found: TrendReport, failsOnStep: Bool) -> ToolExit {
    var exit = ToolExit.pass
    if failsOnStep, !found.steps.isEmpty { exit = .regression }
    if found.ending.isInterrupted { exit = .interrupted }
    return exit.or(write { format, style in try found.data(format, style) })
  }

  /// Writes the report on stored results in all formats, with films in pages and pictures.
  func write(
    _ report: ResultReport, of program: MeasuredProgram, _ drawing: Drawing = Drawing(),
    showsAllRows: Bool = true
  ) async throws -> ToolExit {
    let run = RunReport(
      of: report.candidate.result, in: program.store, showsAllRows: showsAllRows)
    let films = try await films(report, run, drawing, by: program)
    return write { format, style in
      try report.data(format, style, run: run, drawing: drawing, films: films)
    }
  }

  /// Writes the tables of a run for a display and a device, and sections on what it measured.
  ///
  /// Nothing is judged. JSON is the file that is stored, which has what was measured.
  func write(
    _ run: ResultReport.Side, on display: BudgetRules, of program: MeasuredProgram,
    showsAllRows: Bool = false, sections: [ExplainedSection] = [], isFilmed: Bool = false
  ) async -> ToolExit {
    let shown = Result { try run.result.shown(with: display) }
    var films = PageFilms()
    if isFilmed, writes(.html), let judged = try? ResultReport(candidate: run) {
      films = await self.films(judged, RunReport(run.result), by: program)
    }
    return write { format, style in
      let tables = RunReport(
        of: try shown.get(), in: program.store, scale: display.scale, showsAllRows: showsAllRows)
      switch format {
      case .text:
        return ([tables.text(style)] + sections.map { $0.text(style) }).joined(separator: "\n").data
      case .markdown:
        return ([tables.markdown()] + sections.map { $0.markdown() }).joined(separator: "\n").data
      case .json: return try run.result.file.json()
      default:
        return try ResultReport(candidate: run).data(format, style, run: tables, films: films)
      }
    }
  }

  /// Films the scenarios that a page or a picture shows; nothing for other formats.
  ///
  /// - Throws: `PatternError`.
  private func films(
    _ report: ResultReport, _ run: RunReport, _ drawing: Drawing, by program: MeasuredProgram
  ) async throws -> PageFilms {
    guard writes(.svg), drawing.chart == .filmstrip else {
      return await films(report, run, by: program)
    }
    let scenes = ReportPage(report.check, run: run).sceneNames
    return await FilmStudio(file: run.file, of: program).films(
      of: try drawing.scenarios(among: scenes, in: run.file))
  }

  /// Films the scenarios that a page shows; nothing for other formats.
  private func films(
    _ report: ResultReport, _ run: RunReport, by program: MeasuredProgram
  ) async -> PageFilms {
    guard writes(.html) else { return PageFilms() }
    return await FilmStudio(file: run.file, of: program).films(
      of: ReportPage(report.check, run: run).sceneNames)
  }
}

extension GateReport {
  /// The report in a format; of a page, the text of `page`.
  fileprivate func data(
    _ format: ReportFormat, _ style: ReportStyle, page: ReportPage?
  ) throws -> Data {
    switch (format, page) {
    case (.text, _): return text(style).data
    case (.markdown, _): return markdown().data
    case (.json, _): return try json()
    case (.junit, _): return junit().data
    case (.github, _): return annotations().data
    case (.folded, _): return folded()
    case (.html, let page?): return try page.html()
    default: throw NoSuchFormat(format, of: .ofVerdicts)
    }
  }
}

extension CourseReport {
  func data(_ format: ReportFormat, _ style: ReportStyle) throws -> Data {
    switch format {
    case .text: return text(style).data
    case .markdown: return markdown().data
    case .json: return try json()
    case .csv: return csv().data
    case .html: return TrendPage(self).html()
    default: throw NoSuchFormat(format, of: .ofHistories)
    }
  }
}

extension ResultReport {
  func data(
    _ format: ReportFormat, _ style: ReportStyle, run: RunReport,
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
    case .githubActionBenchmark: return try githubActionBenchmark()
    case .bmf: return try bmf()
    case .openmetrics: return openMetrics().data
    case .trace: return trace()
    case .html: return try page(run).html()
    case .svg:
      let (picture, names) = try page(run).picture(drawing.chart, choosing: drawing.charts)
      if let picture { return picture }
      if drawing.chart == .filmstrip, names.isEmpty,
        let (scenario, reason) = films.reasons.min(by: { $0.key < $1.key })
      {
        throw ReportError.noFilm(scenario: scenario, reason: reason)
      }
      throw ReportError.noChart(names: names)
    case .github: return check.annotations().data
    case .folded: return check.folded()
    }
  }
}

extension RunReport {
  /// The report on a result, with capacities and machine limits from earlier runs in `store`.
  init(
    of result: ReplayedResult, in store: ResultStore, scale: WorkScale = .one,
    showsAllRows: Bool = true
  ) {
    let recent = store.recentRuns(like: result.file)
    self.init(
      result, earlierCapacity: recent.capacity(for: result.file),
      limits: recent.limits(for: result.file), scale: scale, showsAllRows: showsAllRows)
  }
}
