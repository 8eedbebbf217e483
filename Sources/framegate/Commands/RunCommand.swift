import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import ReportText
import WorkerProtocol

extension Framegate {
  struct Run: ToolCommand, ReportingCommand {
    static let formats = RunTables.formats

    static let configuration = CommandConfiguration(
      abstract: "Measure benchmarks and scenarios, show the tables, save the result.",
      discussion: """
        Saves results/runs/<time>-<commit>.json. Exit codes: results/ci.md#exit-codes
        """)

    @OptionGroup var measuring: MeasuringOptions
    @OptionGroup(title: "Display (changes tables, not files)") var display: DisplayOptions
    @OptionGroup(title: "Output") var report: ReportOptions<Run>

    @OptionGroup var rows: RowOptions
    @OptionGroup var saving: SaveOptions

    @Option(
      name: .customLong("explain"),
      help: .value("name", "Also list its kinds of work and who allocates."))
    var explained: String?

    @OptionGroup var timer: TimerOptions

    @Flag(help: "Also find how many layers fit, which takes minutes.")
    var capacity = false

    func perform() async throws -> ToolExit {
      let start = Date()
      try measuring.effort.shards.announce()
      let program = try await report.output.resolvedProgram()
      let name = try saving.check(program.store)
      let plan = try plan(of: program)
      let display = try display.rules(program.store)
      try report.check()
      if name != nil, plan.shard != nil { throw ShardError.notStored }
      let explained = try await explainedBenchmark(plan)

      let result = try await RunMeasurement(plan.taking(only: explained?.name)).measure()

      let measured = Measurements.OfRun(
        display: display, run: result.run, ending: result.ending)
      // Stored before the report is written, because writing it may fail.
      var stored = ToolExit.pass
      if let name, !result.ending.isInterrupted {
        stored = stored.reporting {
          try program.store.saveBaseline(result.file, as: name, overwrite: saving.overwrite)
        }
      }
      stored = stored.reporting { try plan.saveShard(.run(measured), since: start) }
      var sites: [ExplainedSection] = []
      if let explained, !result.ending.isInterrupted {
        do {
          sites = try await self.sites(of: explained, plan)
        } catch {
          stored = stored.reporting(error)
        }
      }
      let written = await report.write(
        measured, result.label, of: program, showsAllRows: rows.allRows, sections: sites,
        isFilmed: !result.ending.isInterrupted)
      tellPlace(of: result, isNeeded: written != measured.severity.exit)
      return written.or(stored).or(result.isUnsaved ? .couldNotRun : .pass)
    }
  }
}

extension Framegate.Run {
  private func explainedBenchmark(_ plan: Plan) async throws -> ListedBenchmark? {
    guard let explained else { return nil }
    return try await plan.program.listing(plan.workload).benchmarks.named(explained)
  }

  private func sites(
    of listed: ListedBenchmark, _ plan: Plan
  ) async throws -> [ExplainedSection] {
    let workload = plan.workload
    let root = plan.program.packageRoot.path
    let launch = workload.launch(try await plan.program.executable())
    let finder = AllocationFinder(
      launch, sources: (try? await Repository(folder: root))?.top ?? root)
    var sections: [ExplainedSection] = []
    for work in workload.counted(listed) {
      let found = try await WorkShareFinder(launch).shares(of: listed.name, work)
      sections.append(WorkShareReport.section(listed.name, found.shares, names: found.names))
      sections.append(
        AllocationReport.section(listed.name, try await finder.sites(of: listed.name, work)))
    }
    if let drawn = try await drawing(of: listed, plan) { sections.append(drawn) }
    return sections
  }

  /// What a renderer would have to draw for a scenario; nil if it has no views, which only the
  /// worker knows.
  private func drawing(
    of listed: ListedBenchmark, _ plan: Plan
  ) async throws -> ExplainedSection? {
    let workload = plan.workload
    guard case .scenario(let traits) = listed.work else { return nil }
    do {
      let costs = try await plan.program.workers(workload).withWorker { worker in
        try await worker.prepare(listed.name, workload.parameters(of: traits))
        return try await worker.drawingCosts(of: traits, on: workload.screen)
      }
      return DrawingReport.section(listed.name, costs)
    } catch let unavailable as Unavailable {
      return DrawingReport.section(listed.name, isUnknown: unavailable.reason)
    } catch let failure as WorkerFailure {
      if case .refused = failure { return nil }
      return DrawingReport.section(listed.name, isUnknown: WorkerFailure.reason(failure))
    }
  }

  /// Says where the run is saved, or why it is not saved.
  private func tellPlace(of result: MeasuredResult, isNeeded: Bool) {
    switch result.saved {
    case .failure(let error): Terminal.say("Error: \(lines: "\(error)")\n")
    case .success(let url):
      let place = url.relativeToWorkingFolder
      if !report.output.quiet {
        Terminal.say(
          """
          Saved \(place).
          Next: '\(ToolName.current.command) check --result \(place.shellWord)' judges it, \
          '\(ToolName.current.command) compare BASE \(place.shellWord)' compares it.

          """)
      } else if isNeeded {
        Terminal.say("Saved \(place).\n")
      }
    case nil: break
    }
  }
}
