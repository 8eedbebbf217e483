import ArgumentParser
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner

extension Framegate {
  /// Measures, and fails when a frame budget or a baseline is broken.
  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Fail when frames would drop, or when the code got slower than a baseline.",
      discussion: """
        Measures as 'run' does and judges the result; '--result' judges a stored one instead. \
        '--against' a revision builds it and what is on disk, and measures both in turn. What exceeded \
        a budget or got slower is measured again before it fails.

        \(ExitCode.table)
        """)

    @Option(
      help: ArgumentHelp(
        "Revision, stored name or result file to compare with.", valueName: "base"),
      completion: .file())
    var against: String?

    @Option(
      help: ArgumentHelp("Judge this stored result instead of measuring.", valueName: "result"),
      completion: .file())
    var result: String?

    @OptionGroup var lockstep: LockstepOptions
    @OptionGroup var budgets: BudgetOptions
    @OptionGroup var gate: GateOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var scenarios: ScenarioOptions
    @OptionGroup var measuring: MeasuringOptions
    @OptionGroup var output: OutputOptions<GateFormat>
    @OptionGroup var copies: CopyOptions

    func run() async throws {
      // Operands first: nobody should measure for a minute to learn of a typing error.
      if let against, result == nil, !lockstep.stored,
        case .revision(let revision) = try await CompareOperand(against)
      {
        return try await check(against: revision)
      }
      try lockstep.requireStoredResults()
      let base: StoredResult? = if let against { try await StoredResult(against) } else { nil }
      let candidate = try await candidate()
      let gate = Gate(
        candidate.file, budgets: try await budgetCheck(candidate),
        comparison: base.map { compare($0.content, candidate.file) })
      try output.write(
        CheckReport(gate, sides: base.map { ($0.label, candidate.label) }), copies: copies)
      throw candidate.isInterrupted ? .interrupted : self.gate.exitCode(for: gate)
    }

    /// Judges budgets by a run of this tool, and regressions by builds of the revision and of what
    /// is on disk, measured in turn.
    private func check(against revision: Revision) async throws {
      let comparison = RevisionComparison(
        selection: selection, scenarios: scenarios, measuring: measuring, lockstep: lockstep,
        gate: gate, isQuiet: output.quiet)
      let sides = try await Interruption.cancelling {
        try await comparison.build(baseline: revision, candidate: .workingTree)
      }
      let candidate = try await candidate()
      if candidate.isInterrupted { throw ExitCode.interrupted }
      let budgets = try await budgetCheck(candidate)
      let findings = try await Interruption.cancelling { try await comparison.measure(sides) }
      let gate = Gate(
        candidate.file, budgets: budgets,
        comparison: findings.comparison, failures: findings.failures)
      try output.write(
        CheckReport(
          gate, sides: (findings.baseline, findings.candidate),
          explanations: findings.explanations), copies: copies)
      throw findings.isInterrupted ? .interrupted : self.gate.exitCode(for: gate)
    }

    /// The budgets of what was measured; those that its times broke are measured once more.
    private func budgetCheck(_ candidate: JudgedResult) async throws -> BudgetCheck {
      let settings = budgets.settings(allowsMissing: gate.allowMissing)
      let check = try BudgetCheck(candidate.file, settings: settings)
      guard result == nil, !candidate.isInterrupted, !check.unconfirmed.isEmpty else {
        return check
      }
      if !output.quiet {
        Terminal.say("Measuring again what exceeded a frame budget …\n")
      }
      let again = try await JudgedResult(measuringAgain: check.unconfirmed, of: session)
      return check.confirmed(by: try BudgetCheck(again.file, settings: settings))
    }

    private func compare(_ base: ResultFile, _ candidate: ResultFile) -> Comparison {
      Comparison.compare(
        base: base, candidate: candidate,
        settings: gate.comparisonSettings(metrics: measuring.comparedMetrics))
    }

    /// The stored result, or what is measured now.
    private func candidate() async throws -> JudgedResult {
      if let result { return JudgedResult(try await StoredResult(result)) }
      return try await JudgedResult(session)
    }

    private var session: MeasuringSession {
      MeasuringSession(
        selection: selection, scenarios: scenarios, measuring: measuring, isQuiet: output.quiet)
    }
  }
}
