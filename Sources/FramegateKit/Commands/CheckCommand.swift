import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import ReportPages
import ReportText
import Revisions

extension Framegate {
  /// Measures, and fails when a frame budget is broken or the code got slower.
  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Fail when frames would drop, or when the code got slower than a baseline.",
      discussion: """
        Measures like 'run' and judges the result. '--against' a revision builds it and your working \
        tree, and measures both alternately. What exceeds a budget, or got slower than a revision, is \
        measured again before it fails. In CI: results/ci.md

        \(ToolExit.table)
        """)

    @Option(
      help: ArgumentHelp(
        "Also fail on what got slower than this revision or result.", valueName: "base"),
      completion: .file())
    var against: String?

    @Option(
      help: ArgumentHelp("Judge this stored result instead of measuring.", valueName: "result"),
      completion: .file())
    var result: String?

    @Option(
      help: ArgumentHelp(
        """
        Judge the log of a real display instead of measuring; '-' is standard input. See \
        results/on-a-device.md
        """, valueName: "file"),
      completion: .file())
    var log: String?

    @OptionGroup var timer: TimerOptions

    @Option(
      help: ArgumentHelp(
        """
        Slow frames down, to see whether budgets notice. A share of 2 makes them take three times as \
        long.
        """, valueName: "share"))
    var inject: Double?

    @OptionGroup(title: "Budgets") var budgets: BudgetOptions
    @OptionGroup(title: "Revisions") var lockstep: LockstepOptions
    @OptionGroup(title: "Failing") var gate: GateOptions
    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "Scenarios") var scenarios: ScenarioOptions
    @OptionGroup(title: "Measuring") var measuring: MeasuringOptions
    @OptionGroup(title: "Output") var output: OutputOptions<GateFormat>
    @OptionGroup(title: "Output") var copies: CopyOptions<GateFormat>

    func validate() throws {
      if let inject {
        guard inject.isFinite, inject > 0, inject <= 10 else {
          throw ValidationError("'--inject' must be above 0 and at most 10, got \(inject).")
        }
        guard log == nil, result == nil, against == nil, !timer.paced else {
          throw ValidationError(
            """
            '--inject' slows frames that are measured for budgets down. Leave '--against', '--result', '--log' and \
            '--paced' out.
            """)
        }
      }
      guard log != nil else { return }
      if against != nil || result != nil {
        throw ValidationError(
          "A log stands for a run of its own. Leave '--against' and '--result' out with '--log'.")
      }
      if budgets.display.scalesWork {
        throw ValidationError(
          "A log keeps the times that were recorded. Leave '--scale' and '--device' out.")
      }
      if budgets.budget.isEmpty {
        throw ValidationError("A log declares no budgets. Add '--budget noDroppedFrames@60'.")
      }
    }

    func run() async throws {
      if let log { return try await check(LogFile(path: log)) }
      // Resolve operands before measuring for a minute.
      if let against, result == nil, !lockstep.stored,
        case .revision(let revision) = try await ComparisonOperand(against)
      {
        return try await check(against: revision)
      }
      try lockstep.requireStoredResults()
      let base: StoredResult? = if let against { try await StoredResult(against) } else { nil }
      let stored: StoredResult? = if let result { try await StoredResult(result) } else { nil }
      try output.check(copies: copies, inputs: [base, stored].compactMap { $0?.url })
      let candidate = try await candidate(stored)
      let settings = self.gate.comparisonSettings(try measuring.settings(scenarios))
      var gate = try await judge(candidate)
      gate.comparison = base.map {
        Comparison.compare(
          base: $0.content, candidate: candidate.file, settings: settings,
          spread: ResultsFolder.store.runSpread(like: candidate.file))
      }
      let report = CheckReport(gate, sides: base.map { ($0.label, candidate.label) })
      throw candidate.end(
        await output.write(
          report, candidate: candidate.file, baseline: base?.content,
          filmedBy: FilmStudios(candidate: FilmStudio(file: candidate.file)), copies: copies))
    }

    /// Judges budgets by the log of a display.
    private func check(_ log: LogFile) async throws {
      try output.check(copies: copies, inputs: [log.url])
      let gate = try Gate(
        log.content(), file: log.name, budgets: judged, policy: self.gate.policy)
      throw await output.write(CheckReport(gate), copies: copies).code
    }

    /// Judges budgets by a run of this tool, and regressions by builds of the revision and the
    /// working tree.
    private func check(against revision: Revision) async throws {
      try output.check(copies: copies)
      let comparison = try lockstep.comparison(
        selection, scenarios, measuring, self.gate, isQuiet: output.quiet)
      let sides = try await comparison.build(baseline: revision, candidate: .workingTree)
      if case .noBaseline(let reason) = sides.builds, self.gate.requireBase {
        throw NoBaseline(reason)
      }
      let candidate = try await candidate(nil)
      if candidate.isInterrupted { throw ToolExit.interrupted.code }
      var gate = try await judge(candidate)
      let report: CheckReport
      var studios = FilmStudios(candidate: FilmStudio(file: candidate.file))
      do {
        let findings = try await comparison.measure(sides)
        gate.add(findings)
        report = CheckReport(
          gate, sides: (findings.baseline, findings.candidate),
          explanations: findings.explanations)
        studios.baseline = findings.studios.baseline
      } catch let missing as NoBaseline where !self.gate.requireBase {
        gate.noBaseline = "\(missing)"
        report = CheckReport(gate)
      }
      throw candidate.end(
        await output.write(report, candidate: candidate.file, filmedBy: studios, copies: copies))
    }

    /// Judges the limits of a result; those of times that were just measured and broken are
    /// measured again.
    private func judge(_ candidate: JudgedResult) async throws -> Gate {
      func judge(_ file: ResultFile) throws -> Gate {
        try Gate(file, budgets: judged, isPaced: timer.paced, policy: self.gate.policy)
      }
      var gate = try judge(candidate.file)
      if result == nil, !candidate.isInterrupted, !gate.unconfirmed.isEmpty {
        if !output.quiet {
          Terminal.say("Measuring the exceeded frame budgets again …\n")
        }
        let again = try await JudgedResult(measuringAgain: gate.unconfirmed, of: try session())
        gate = gate.confirmed(by: try judge(again.file))
      }
      gate.add(candidate)
      return gate
    }

    /// Which budgets are judged.
    private var judged: BudgetSettings {
      get throws { try budgets.settings(isWarm: scenarios.warm) }
    }

    /// The stored result, or a new one.
    private func candidate(_ stored: StoredResult?) async throws -> JudgedResult {
      if let stored { return JudgedResult(stored) }
      return try await JudgedResult(try session(), isQuiet: output.quiet)
    }

    private func session() throws -> MeasuringSession {
      var session = try measuring.session(
        selection, scenarios, isQuiet: output.quiet, pacedSeconds: timer.pacedSeconds)
      session.settings.measuring.judgedBudgets = try judged.overriding
      if let inject {
        session.settings.slowdown = inject
        session.storage = .none
      }
      return session
    }
  }
}
