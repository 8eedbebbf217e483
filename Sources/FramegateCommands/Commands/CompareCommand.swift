import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import BenchmarkVerdicts
import Revisions

extension Framegate {
  struct Compare: ToolCommand {
    static let configuration = CommandConfiguration(
      abstract: "Compare two revisions, executables or stored results.",
      discussion: """
        BASE and CANDIDATE are each a git revision, a name given to 'run --save', or a result file. \
        Write 'name:' or 'rev:' before one that could be both, and 'run:' before a revision for its \
        newest stored run. Two revisions are built and measured alternately, and so are two executables \
        as they are, such as ./old ./new. If either side is a stored result, nothing is built, and a \
        revision means its newest stored run. The verdicts: results/comparing.md

        \(ToolExit.table)
        """)

    @Argument(help: "The baseline.", completion: .file())
    var base: String?

    @Argument(help: "What to compare with it; without it, the working tree.", completion: .file())
    var candidate: String?

    @OptionGroup(title: "Commands") var commands: CommandOptions
    @OptionGroup var options: ComparingOptions

    func validate() throws {
      if let base, !commands.command.isEmpty {
        throw ValidationError(
          "'--command' names what is compared. Leave '\(base)' out, or the commands.")
      }
      if !commands.command.isEmpty, options.lockstep.explain || options.lockstep.layouts != nil {
        throw ValidationError(
          "'--explain' and '--layouts' look into code, and '--command' measures whole processes. Leave them out."
        )
      }
      guard base != nil || !commands.command.isEmpty else {
        throw ValidationError(
          "Nothing to compare. Name a revision, such as main, or two commands with '--command'.")
      }
    }

    func perform() async throws -> ToolExit {
      var plan = try options.plan()
      if let pair = try commands.pair() {
        // Processes have no counters of their own.
        plan.settings.measuring.chosenMetrics =
          plan.settings.measuring.chosenMetrics ?? [.wallClock, .cpuTotal]
        plan.judgesLayouts = false
        let measuring = plan.settings.measuring
        let comparison = plan
        return try await pair.withSides(measuring) { try await compare($0, comparison) }
      }
      guard let base else { return .pass }
      if let executables = try ExecutablePair(base, candidate) {
        return try await compare(executables.sides(), plan)
      }
      guard let old = try await Revision(operand: base),
        let new = try await Revision(operand: candidate)
      else { return try await compareStored(base, plan) }
      try options.report.check()
      return try await compare(try await plan.build(baseline: old, candidate: new), plan)
    }

    /// Measures both sides alternately, and reports on them.
    private func compare(
      _ sides: RevisionComparison.Sides, _ plan: RevisionComparison
    ) async throws -> ToolExit {
      try options.report.check()
      var measured = MeasuredShard(plan.session.shard)
      let findings = try await plan.measure(sides)
      measured.add(findings)
      let exit = await options.report.write(try report(on: measured), filmedBy: findings.studios)
      return measured.saved(endingWith: exit, isQuiet: plan.session.isQuiet)
    }

    /// Judges what was measured, here or by all shards.
    func report(on measured: MeasuredShard) throws -> CompareReport {
      guard let compared = measured.compared else {
        throw MergeError.unknownCommand(measured.arguments ?? [])
      }
      var gate = Gate(compared.comparison, policy: options.gate.policy)
      gate.failures = measured.run?.result.failures ?? []
      gate.add(measured)
      return CompareReport(
        gate, baseline: compared.baseline, candidate: compared.candidate,
        explanations: compared.explanations)
    }

    private func compareStored(_ base: String, _ plan: RevisionComparison) async throws -> ToolExit
    {
      try plan.requireStoredResults(candidate: candidate)
      var measured = MeasuredShard(plan.session.shard)
      let base = try await StoredResult(base)
      let stored: StoredResult? =
        if let candidate { try await StoredResult(candidate) } else { nil }
      try options.report.check(inputs: [base, stored].compactMap { $0?.url })
      let candidate = try await plan.candidate(stored)
      measured.add(candidate)
      measured.compare(base, with: candidate, plan.settings.comparison)
      let exit = await options.report.write(
        try report(on: measured), candidate: candidate.file, baseline: base.content,
        filmedBy: FilmStudios(candidate: FilmStudio(file: candidate.file)))
      return candidate.ending(with: measured.saved(endingWith: exit, isQuiet: plan.session.isQuiet))
    }
  }
}
