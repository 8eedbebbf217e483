import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import ReportText

extension ReportOptions {
  /// Writes the report on a decision, and its copies; a page also shows the run of the candidate,
  /// and films of its scenarios.
  func write(
    _ report: some GateReport, candidate: @autoclosure @escaping () -> RunReport? = nil,
    baseline: ResultFile? = nil, filmedBy studios: FilmStudios = FilmStudios()
  ) async -> ToolExit {
    let silentPage = {
      ReportPage(report, run: candidate(), baseline: baseline.map { ReplayedResult($0) })
    }
    // The page replays all frames, so it is made only once.
    var page: ReportPage?
    if writes(.html) {
      let silent = silentPage()
      page =
        report.gate.exit == .interrupted
        ? silent : silent.showing(await studios.films(of: silent.sceneNames))
    }
    return write(Decision(report: report) { [page] in page ?? silentPage() })
  }

  /// Writes the report on stored results in all formats, with films in pages and pictures.
  func write(
    _ report: ResultReport, of program: MeasuredProgram, _ drawing: Drawing = Drawing(),
    showsAllRows: Bool = true
  ) async throws -> ToolExit {
    let run = RunReport(
      of: report.candidate.result, in: program.store, showsAllRows: showsAllRows)
    let films = try await films(report, run, drawing, by: program)
    return write(JudgedResult(report: report, run: run, drawing: drawing, films: films))
  }

  /// Writes the tables of a run for its display and device, and sections on what it measured.
  func write(
    _ measured: Measurements.OfRun, _ label: ResultLabel, of program: MeasuredProgram,
    showsAllRows: Bool = false, sections: [ExplainedSection] = [], isFilmed: Bool = false
  ) async -> ToolExit {
    let run = ResultReport.Side(ReplayedResult(measured.run.result), label)
    let shown = Result { try run.result.shown(with: measured.display) }
    var films = PageFilms()
    if isFilmed, writes(.html), let judged = try? ResultReport(candidate: run) {
      films = await self.films(judged, RunReport(run.result), by: program)
    }
    return write(
      RunTables(
        run: run, severity: measured.severity,
        tables: {
          RunReport(
            of: try shown.get(), in: program.store, scale: measured.display.scale,
            showsAllRows: showsAllRows)
        }, sections: sections, films: films))
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
    return await FilmStudios(candidate: FilmStudio(file: run.file, of: program)).films(
      of: try drawing.scenarios(among: scenes, in: run.file))
  }

  /// Films the scenarios that a page shows; nothing for other formats.
  private func films(
    _ report: ResultReport, _ run: RunReport, by program: MeasuredProgram
  ) async -> PageFilms {
    guard writes(.html) else { return PageFilms() }
    return await FilmStudios(candidate: FilmStudio(file: run.file, of: program)).films(
      of: ReportPage(report.check, run: run).sceneNames)
  }
}
