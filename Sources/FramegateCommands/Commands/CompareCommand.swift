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

    @Option(
      help: .value("file", "Compare this frame log with another one (twice)."),
      completion: .file())
    var log: [String] = []

    @OptionGroup var logFormat: LogFormatOptions
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
      guard base != nil || !commands.command.isEmpty || !log.isEmpty else {
        throw ValidationError(
          "Nothing to compare. Name a revision, such as main, or two commands with '--command'.")
      }
      if log.isEmpty {
        guard logFormat.isEmpty else {
          throw ValidationError(
            "'--log-format', '--stream' and '--elapsed' belong to logs. Leave them out.")
        }
      } else if log.count != 2 || base != nil || !commands.command.isEmpty {
        throw ValidationError(
          "Two logs are compared, and nothing else with them: '--log OLD --log NEW'.")
      }
    }

    func perform() async throws -> ToolExit {
      if log.count == 2 { return try await compareLogs() }
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

    /// Compares what two displays recorded.
    private func compareLogs() async throws -> ToolExit {
      let files = try log.map(logFormat.file)
      try options.report.check(inputs: files.map(\.url))
      let contents = try files.map { try $0.content() }
      let pair = try LogPair(
        contents[0], contents[1], threshold: options.gate.threshold.share)
      let comparison = try files[1].translating { try pair.comparison() }
      return await options.report.write(
        CompareReport(
          Gate(comparison, policy: options.gate.policy), baseline: files[0].label(),
          candidate: files[1].label()))
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
