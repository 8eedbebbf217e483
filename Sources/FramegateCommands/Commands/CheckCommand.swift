import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import FrameLogs
import ReportText
import Revisions

extension Framegate {
  struct Check: ToolCommand {
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

    func plan() throws -> RevisionComparison {
      var plan = try options.plan(judging: judged.overriding)
      plan.session.settings.pacedSeconds = timer.pacedSeconds
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

    func perform() async throws -> ToolExit {
      let plan = try plan()
      if plan.session.shard != nil, log.log != nil || result != nil {
        throw ShardError.nothingToDivide
      }
      if let log = try log.file { return try await check(log, plan) }
      // Resolve operands before measuring for a minute.
      if let against, result == nil, let revision = try await Revision(operand: against) {
        return try await check(against: revision, plan)
      }
      try plan.requireStoredResults(candidate: result)
      var measured = MeasuredShard(plan.session.shard)
      let base: StoredResult? = if let against { try await StoredResult(against) } else { nil }
      let stored: StoredResult? = if let result { try await StoredResult(result) } else { nil }
      try options.report.check(inputs: [base, stored].compactMap { $0?.url })
      if !options.gate.acrossToolchains {
        var toolchain = stored?.content.environment.toolchain
        if base != nil, toolchain == nil {
          toolchain = try await MeasuredProgram.compiler(plan.settings.measuring)
        }
        try base?.require(toolchain)
      }
      let candidate = try await plan.candidate(stored)
      let gate = try await add(candidate, to: &measured, plan)
      if let base { measured.compare(base, with: candidate, plan.settings.comparison) }
      let exit = await options.report.write(
        try report(on: measured, gate), candidate: candidate.file, baseline: base?.content,
        filmedBy: FilmStudios(candidate: FilmStudio(file: candidate.file)))
      return candidate.ending(with: measured.saved(endingWith: exit, isQuiet: plan.session.isQuiet))
    }

    /// Judges budgets by the log of a display.
    private func check(_ log: LogFile, _ plan: RevisionComparison) async throws -> ToolExit {
      try options.report.check(inputs: [log.url])
      let content = try log.content()
      let gate = try log.translating {
        try Gate(log: log.name, budgets: try judged, policy: options.gate.policy) { budget in
          try budget.judge(content.stream)
        }
      }
      return await options.report.write(CheckReport(gate, log: content))
    }

    /// Judges budgets by a run of this tool, and regressions by builds of the revision and the
    /// working tree.
    private func check(against revision: Revision, _ plan: RevisionComparison) async throws
      -> ToolExit
    {
      try options.report.check()
      let requiresBase = options.gate.requiresBase
      var measured = MeasuredShard(plan.session.shard)
      let sides = try await plan.build(baseline: revision, candidate: .workingTree)
      if case .noBaseline(let reason) = sides.builds, requiresBase { throw NoBaseline(reason) }
      let candidate = try await plan.candidate(nil)
      let gate = try await add(candidate, to: &measured, plan)
      if candidate.isInterrupted {
        return candidate.ending(with: measured.saved(endingWith: .interrupted, isQuiet: true))
      }
      var studios = FilmStudios(candidate: FilmStudio(file: candidate.file))
      do {
        let findings = try await plan.measure(sides)
        measured.add(findings)
        studios.baseline = findings.studios.baseline
      } catch let missing as NoBaseline where !requiresBase {
        measured.noBaseline = "\(missing)"
      } catch {
        candidate.tellIfUnsaved()
        throw error
      }
      let exit = await options.report.write(
        try report(on: measured, gate), candidate: candidate.file, filmedBy: studios)
      return candidate.ending(with: measured.saved(endingWith: exit, isQuiet: plan.session.isQuiet))
    }

    /// Adds a result and judges it; scenarios that were just measured and exceed limits of times
    /// are measured again.
    private func add(
      _ candidate: SessionOutcome, to measured: inout MeasuredShard, _ plan: RevisionComparison
    ) async throws -> Gate {
      measured.add(candidate)
      let gate = try self.gate(of: candidate.file)
      let unconfirmed = gate.unconfirmed
      guard result == nil, !candidate.isInterrupted, !unconfirmed.isEmpty else { return gate }
      if !plan.session.isQuiet { Terminal.say("Measuring the exceeded frame budgets again …\n") }
      measured.run?.again = try await plan.session.measureAgain(unconfirmed)
      return gate
    }

    /// Judges what was measured: here, with the gate of its run, or by all shards.
    func report(on measured: MeasuredShard, _ first: Gate? = nil) throws -> CheckReport {
      guard let run = measured.run else {
        throw MergeError.unknownCommand(measured.arguments ?? [])
      }
      var gate = try first ?? self.gate(of: run.result)
      if let again = run.again { gate = gate.confirmed(by: try self.gate(of: again)) }
      gate.add(measured)
      return CheckReport(
        gate, sides: measured.compared.map { ($0.baseline, $0.candidate) },
        explanations: measured.compared?.explanations)
    }

    private func gate(of file: ResultFile) throws -> Gate {
      try Gate(file, budgets: judged, isPaced: timer.paced, policy: options.gate.policy)
    }
  }
}
