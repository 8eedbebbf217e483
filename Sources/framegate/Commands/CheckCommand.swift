import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import FrameLogs
import ReportText

extension Framegate {
  struct Check: ToolCommand, ReportingCommand {
    static let formats = Decision.formats

    static let configuration = CommandConfiguration(
      abstract: "Fail when frames would drop, or when the code got slower than a baseline.",
      discussion: """
        Measures like 'run' and judges the result. '--against' a revision builds it and your working \
        tree, and measures both alternately. What exceeds a budget, or got slower than a revision, is \
        measured again before it fails. In CI: results/ci.md

        \(ToolExit.table)
        """)

    @Option(
      help: .value("base", "Also fail if something got slower than in this base."),
      completion: .file())
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
    @OptionGroup(title: "Output") var report: ReportOptions<Check>

    func validate() throws {
      let isFromLog = log.log != nil
      let isShard = options.measuring.effort.shards.shard != nil
      if slowdown.inject != nil,
        isFromLog || result != nil || against != nil || timer.paced || isShard
      {
        throw ValidationError(
          """
          '--inject' slows down the frames that are measured for budgets, and stores nothing. Leave \
          '--against', '--result', '--log', '--paced' and '--shard' out.
          """)
      }
      if result != nil {
        try options.requireNothingToMeasure(from: .result)
        guard timer.seconds == nil else {
          throw ValidationError("A stored result is not measured again. Leave '--seconds' out.")
        }
      }
      if against == nil { try options.requireNoChanges() }
      guard isFromLog else {
        guard log.format.isEmpty else {
          throw ValidationError(
            """
            '--log-format', '--stream' and '--elapsed' say how a log is read. Name one with '--log', or \
            leave them out.
            """)
        }
        if against == nil { try options.requireNoRevisions() }
        return
      }
      if against != nil || result != nil {
        throw ValidationError(
          "A log is judged alone. Leave '--against' and '--result' out with '--log'.")
      }
      if budgets.display.scalesWork {
        throw ValidationError(
          "A log keeps the times that were recorded. Leave '--scale' and '--device' out.")
      }
      if budgets.budget.isEmpty {
        throw ValidationError("A log declares no budgets. Add '--budget noDroppedFrames@60'.")
      }
      try options.requireNothingToMeasure(from: .log)
      if timer.paced {
        throw ValidationError(
          "A log was recorded on a display of its own. Leave '--paced' out with '--log'.")
      }
    }

    func perform() async throws -> ToolExit {
      let start = Date()
      try options.measuring.effort.shards.announce()
      let program = try await report.output.resolvedProgram()
      let plan = try plan(of: program)
      try plan.requireWhole(ifStored: result)
      if let log = try log.file { return try await check(log, by: plan) }

      // Operands are resolved and revisions built first, so that errors show before a minute of
      // measuring.
      let stored: StoredResult? =
        if let result {
          try await StoredResult(result, of: program, isWarm: plan.workload.isWarm)
        } else { nil }
      let base = try await base(of: stored, plan)
      try report.check(inputs: [base.stored?.url, stored?.url].compactMap(\.self))

      let run = RunMeasurement(plan)
      let candidate = try await run.result(stored)
      var measured = Measurements.OfCheck(
        budgets: plan.workload.budgets, isPaced: timer.paced, policy: plan.rules.policy,
        run: candidate.run, ending: candidate.ending)
      try await confirm(&measured, by: run)
      let studios = await compare(&measured, candidate, with: base, plan)

      var found = ToolExit.interrupted
      let isCutShort = measured.ending.isInterrupted && base.isRevision && measured.compared == nil
      if !isCutShort {
        found = await report.write(
          try CheckReport(measured),
          candidate: RunReport(of: ReplayedResult(candidate.file), in: program.store),
          baseline: base.stored?.file, filmedBy: studios)
      }
      let exit = found.reporting { try plan.saveShard(.check(measured), since: start) }
      candidate.tellIfUnsaved()
      return exit
    }
  }
}

extension Framegate.Check {
  /// What a candidate is compared with.
  private enum Base {
    case nothing
    case stored(StoredResult)
    case revision(BuiltRevisions)

    var stored: StoredResult? { if case .stored(let result) = self { result } else { nil } }
    var isRevision: Bool { if case .revision = self { true } else { false } }
  }

  /// Resolves the base, and builds it if it is a revision.
  private func base(of candidate: StoredResult?, _ plan: Plan) async throws -> Base {
    if let against, result == nil,
      let revision = try await Revision(operand: against, for: plan.program)
    {
      try report.check()
      let sides = try await BuiltRevisions(
        building: BySide(baseline: revision, candidate: .workingTree), by: plan)
      if case .noBaseline(let reason) = sides.builds, !plan.rules.policy.passes(.noBase) {
        throw NoBaseline(reason)
      }
      return .revision(sides)
    }
    try plan.requireNoBuilds()
    guard let against else { return .nothing }
    try refuseProgram(against)
    try options.requireNoRevisions()
    let base = try await StoredResult(
      against, of: plan.program, isWarm: plan.workload.isWarm)
    if !plan.rules.comparison.acrossToolchains {
      let compiler: String? =
        if let candidate {
          candidate.file.environment.toolchain
        } else {
          try await plan.program.compiler(plan.workload)
        }
      try base.require(compiler)
    }
    return .stored(base)
  }

  /// Refuses an executable where a result or a revision is expected.
  private func refuseProgram(_ operand: String) throws {
    guard MeasuredProgram.isExecutable(operand) else { return }
    throw CommandError(
      "'\(operand)' is a program. Compare two programs with '\(ToolName.current) compare OLD NEW'.")
  }

  /// Measures the scenarios again whose times exceed limits, unless the result is a stored one.
  ///
  /// If that fails, the first measurement is still reported.
  private func confirm(_ measured: inout Measurements.OfCheck, by run: RunMeasurement) async throws
  {
    guard result == nil, !measured.ending.isInterrupted else { return }
    let unconfirmed = try measured.gate().unconfirmed
    guard !unconfirmed.isEmpty else { return }
    if !run.plan.isQuiet { Terminal.say("Measuring the exceeded frame budgets again …\n") }
    do {
      measured.again = try await run.measureAgain(unconfirmed)
    } catch {
      measured.ending.end(early: error, without: .secondMeasurement)
    }
  }

  /// Compares the candidate with the base, and adds what changed.
  ///
  /// If that fails, the candidate's measurement is still judged and reported.
  ///
  /// - Returns: The studios that film both sides.
  private func compare(
    _ measured: inout Measurements.OfCheck, _ candidate: MeasuredResult, with base: Base,
    _ plan: Plan
  ) async -> FilmStudios {
    var studios = FilmStudios(candidate: FilmStudio(file: candidate.file, of: plan.program))
    switch base {
    case .nothing: break
    case .stored(let base):
      measured.compared = .init(base, candidate, plan)
    case .revision(let sides):
      guard !measured.ending.isInterrupted else { break }
      do {
        let changes = try await sides.measure(by: plan)
        measured.compared = changes.compared
        measured.ending.add(changes.ending)
        studios.baseline = changes.studios.baseline
      } catch let missing as NoBaseline {
        measured.noBaseline = "\(missing)"
      } catch {
        measured.ending.end(early: error, without: .restOfComparison)
      }
    }
    return studios
  }

  /// Judges budgets by the log of a display.
  private func check(_ log: LogFile, by plan: Plan) async throws -> ToolExit {
    try report.check(inputs: [log.url])
    let content = try log.content()
    let gate = try log.translating {
      try Gate(log: log.name, budgets: plan.workload.budgets, policy: plan.rules.policy) { budget in
        try budget.judge(content.stream)
      }
    }
    return await report.write(CheckReport(gate, log: content))
  }
}
