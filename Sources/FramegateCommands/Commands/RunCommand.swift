import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import ReportText
import Revisions
import WorkerProtocol

extension Framegate {
  struct Run: ToolCommand {
    static let configuration = CommandConfiguration(
      abstract: "Measure benchmarks and scenarios, show the tables, save the result.",
      discussion: """
        Saves results/runs/<time>-<commit>.json. Exit codes: results/ci.md#exit-codes
        """)

    @OptionGroup var measuring: MeasuringOptions
    @OptionGroup(title: "Display (changes tables, not files)") var display: DisplayOptions
    @OptionGroup(title: "Output") var report: ReportOptions<ResultFormat>

    @OptionGroup var saving: SaveOptions

    @Option(
      name: .customLong("explain"),
      help: .value("name", "Also list who allocates in this benchmark."))
    var explained: String?

    @OptionGroup var timer: TimerOptions

    @Flag(help: "Also find how many layers fit, which takes minutes.")
    var capacity = false

    func perform() async throws -> ToolExit {
      let name = try saving.check()
      let shown = try display.settings()
      try report.check()

      var session = try measuring.session(isQuiet: report.output.quiet)
      session.settings.pacedSeconds = timer.pacedSeconds
      session.settings.findsCapacity = capacity
      if name != nil, session.shard != nil { throw ShardError.notStored }
      var shard = MeasuredShard(session.shard)
      let explained = try await explainedBenchmark(session.settings.measuring)
      if let name = explained?.name { session.selection.take(only: name) }
      let outcome = try await session.measure()
      // Before the report, whose destination may fail.
      var exit = outcome.exit
      if let name, !outcome.isInterrupted {
        exit = exit.reporting {
          try ResultsFolder.store.saveBaseline(outcome.file, as: name, overwrite: saving.overwrite)
        }
      }
      shard.add(outcome)
      exit = shard.saved(endingWith: exit, isQuiet: report.output.quiet)
      var sites: [ExplainedSection] = []
      if let explained, !outcome.isInterrupted {
        sites = try await self.sites(of: explained, session.settings.measuring)
      }
      let isShown = await show(outcome, on: shown, sites, endingWith: exit)
      tellPlace(of: outcome, isNeeded: isShown != exit)
      return isShown
    }
  }
}

extension Framegate.Run {
  /// Shows the tables for the display and device that were named; a file has what was measured.
  private func show(
    _ outcome: SessionOutcome, on display: BudgetSettings, _ sites: [ExplainedSection],
    endingWith exit: ToolExit
  ) async -> ToolExit {
    let side = ResultReport.Side(ReplayedResult(outcome.file), outcome.label)
    let films = await films(of: outcome, side)
    let shown = Result { try side.result.shown(with: display) }
    return report.write(endingWith: exit) { format, style in
      let run = RunReport(of: try shown.get(), scale: display.scale)
      switch format {
      // The tables alone: nothing is judged. As JSON, the file that is stored.
      case .text:
        return ([run.text(style)] + sites.map { $0.text(style) }).joined(separator: "\n").data
      case .markdown:
        return ([run.markdown()] + sites.map { $0.markdown() }).joined(separator: "\n").data
      case .json: return try outcome.file.json()
      default: return try ResultReport(candidate: side).data(format, style, run: run, films: films)
      }
    }
  }

  private func explainedBenchmark(_ settings: MeasuringSettings) async throws -> ListedBenchmark? {
    guard let explained else { return nil }
    return try await MeasuredProgram.listing(settings).benchmarks.named(explained)
  }

  private func sites(
    of listed: ListedBenchmark, _ settings: MeasuringSettings
  ) async throws -> [ExplainedSection] {
    let root = ResultsFolder.packageRoot.path
    let finder = AllocationFinder(
      settings.launch(try await MeasuredProgram.executable()),
      sources: (try? await Repository(folder: root))?.top ?? root)
    let works: [Explainer.Work] =
      switch listed.work {
      case .benchmark(let traits): [.benchmark(operations: traits.operations)]
      case .scenario(let traits):
        settings.rates(of: traits).map { .scenario(settings.parameters(of: traits, at: $0)) }
      }
    var sections: [ExplainedSection] = []
    for work in works {
      sections.append(
        AllocationReport.section(listed.name, try await finder.sites(of: listed.name, work)))
    }
    return sections
  }

  /// Films the scenarios that a page shows; nothing after a signal, and without a page.
  private func films(of outcome: SessionOutcome, _ side: ResultReport.Side) async -> PageFilms {
    guard report.writes(.html), !outcome.isInterrupted,
      let judged = try? ResultReport(candidate: side)
    else { return PageFilms() }
    let page = ReportPage(judged.check, run: RunReport(side.result))
    return await FilmStudio(file: outcome.file).films(of: page.sceneNames)
  }

  /// Says where the run is, or why it is nowhere.
  private func tellPlace(of outcome: SessionOutcome, isNeeded: Bool) {
    switch outcome.saved {
    case .failure(let error): Terminal.say("Error: \(lines: "\(error)")\n")
    case .success(let url):
      let place = url.relativeToWorkingFolder
      if !report.output.quiet {
        Terminal.say(
          """
          Saved \(place).
          Next: '\(ToolName.current.command) check --result \(place)' judges it, \
          '\(ToolName.current.command) compare BASE \(place)' compares it.

          """)
      } else if isNeeded {
        Terminal.say("Saved \(place).\n")
      }
    case nil: break
    }
  }
}

extension SessionOutcome {
  /// How the command ends, apart from its report.
  fileprivate var exit: ToolExit {
    if isInterrupted { return .interrupted }
    if case .failure = saved { return .couldNotRun }
    let hasFailures = !problems.isEmpty || file.benchmarks.contains { $0.failure != nil }
    return hasFailures ? .benchmarkFailed : .pass
  }
}
