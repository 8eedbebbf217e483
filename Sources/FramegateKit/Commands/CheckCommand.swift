import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import FrameLogs
import BenchmarkVerdicts
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

    @Option(help: .value("base", "Also fail on what got slower than this."), completion: .file())
    var against: String?

    @Option(
      help: .value("result", "Judge this stored result instead of measuring."),
      completion: .file())
    var result: String?

    @OptionGroup var log: LogOptions
    @OptionGroup var timer: TimerOptions
    @OptionGroup var slowdown: InjectOptions
    @OptionGroup(title: "Budgets") var budgets: BudgetOptions
    @OptionGroup var options: ComparingOptions

    func validate() throws {
      let isFromLog = log.log != nil
      if slowdown.inject != nil, isFromLog || result != nil || against != nil || timer.paced {
        throw ValidationError(
          """
          '--inject' slows frames that are measured for budgets down. Leave '--against', '--result', '--log' and \
          '--paced' out.
          """)
      }
      guard isFromLog else { return }
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

    /// The options as one value.
    private func plan() throws -> ComparisonPlan {
      var plan = try options.plan()
      plan.session.settings.pacedSeconds = timer.pacedSeconds
      plan.session.settings.measuring.judgedBudgets = try judged.overriding
      if let inject = slowdown.inject {
        plan.session.settings.slowdown = inject
        plan.session.storage = .none
      }
      return plan
    }

    /// Which budgets are judged, and on which display.
    private var judged: BudgetSettings {
      get throws { try budgets.settings(isWarm: options.measuring.scenarios.warm) }
    }

    func run() async throws {
      let plan = try plan()
      if plan.session.shard != nil, log.log != nil || result != nil {
        throw ShardError.nothingToDivide
      }
      if let log = try log.file { return try await check(log, plan) }
      // Resolve operands before measuring for a minute.
      if let against, result == nil,
        case .revision(let revision) = try await ComparisonOperand(against)
      {
        return try await check(against: revision, plan)
      }
      try plan.requireStoredResults(candidate: result)
      var shard = plan.session.shard.map { ShardFile($0) }
      let base: StoredResult? = if let against { try await StoredResult(against) } else { nil }
      let stored: StoredResult? = if let result { try await StoredResult(result) } else { nil }
      try options.report.check(inputs: [base, stored].compactMap { $0?.url })
      let candidate = try await plan.candidate(stored)
      shard?.add(candidate.outcome)
      var gate = try await judge(candidate, plan, &shard)
      if let base {
        let comparison = plan.comparison(of: candidate.file, with: base, part: shard)
        shard?.add(comparison, base.label, candidate.label)
        gate.comparison = comparison
      }
      let report = CheckReport(gate, sides: base.map { ($0.label, candidate.label) })
      let exit = await options.report.write(
        report, candidate: candidate.file, baseline: base?.content,
        filmedBy: FilmStudios(candidate: FilmStudio(file: candidate.file)))
      throw candidate.end(shard.saved(endingWith: exit, isQuiet: plan.isQuiet)).code
    }

    /// Judges budgets by the log of a display.
    private func check(_ log: LogFile, _ plan: ComparisonPlan) async throws {
      try options.report.check(inputs: [log.url])
      let content = try log.content()
      let gate = try log.translating {
        try Gate(log: log.name, budgets: try judged, policy: plan.policy) { budget in
          try budget.judge(content.stream)
        }
      }
      throw await options.report.write(CheckReport(gate, log: content)).code
    }

    /// Judges budgets by a run of this tool, and regressions by builds of the revision and the
    /// working tree.
    private func check(against revision: Revision, _ plan: ComparisonPlan) async throws {
      try options.report.check()
      let comparison = plan.revisions
      let requiresBase = plan.requiresBase
      var shard = plan.session.shard.map { ShardFile($0) }
      let sides = try await comparison.build(baseline: revision, candidate: .workingTree)
      if case .noBaseline(let reason) = sides.builds, requiresBase { throw NoBaseline(reason) }
      let candidate = try await plan.candidate(nil)
      shard?.add(candidate.outcome)
      if candidate.isInterrupted {
        throw candidate.end(shard.saved(endingWith: .interrupted, isQuiet: true)).code
      }
      var gate = try await judge(candidate, plan, &shard)
      let report: CheckReport
      var studios = FilmStudios(candidate: FilmStudio(file: candidate.file))
      do {
        let findings = try await comparison.measure(sides)
        gate.add(findings)
        shard?.add(findings)
        report = CheckReport(
          gate, sides: (findings.baseline, findings.candidate),
          explanations: findings.explanations)
        studios.baseline = findings.studios.baseline
      } catch let missing as NoBaseline where !requiresBase {
        gate.noBaseline = "\(missing)"
        shard?.noBaseline = "\(missing)"
        report = CheckReport(gate)
      } catch {
        candidate.tellIfUnsaved()
        throw error
      }
      let exit = await options.report.write(report, candidate: candidate.file, filmedBy: studios)
      throw candidate.end(shard.saved(endingWith: exit, isQuiet: plan.isQuiet)).code
    }

    /// Judges the limits of a result; those of times that were just measured and broken are
    /// measured again.
    private func judge(
      _ candidate: JudgedResult, _ plan: ComparisonPlan, _ shard: inout ShardFile?
    ) async throws -> Gate {
      var gate = try gate(of: candidate.file)
      if result == nil, !candidate.isInterrupted, !gate.unconfirmed.isEmpty {
        if !plan.isQuiet { Terminal.say("Measuring the exceeded frame budgets again …\n") }
        let again = try await JudgedResult(measuringAgain: gate.unconfirmed, of: plan.session)
        shard?.run?.again = again.file
        gate = gate.confirmed(by: try self.gate(of: again.file))
      }
      gate.add(candidate.outcome)
      return gate
    }

    /// What the limits of a result say.
    func gate(of file: ResultFile) throws -> Gate {
      try Gate(file, budgets: judged, isPaced: timer.paced, policy: options.gate.policy)
    }
  }
}
