import ArgumentParser
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner

extension Framegate {
  /// Says what a candidate changed against a baseline.
  struct Compare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Compare two revisions, or two stored results.",
      discussion: """
        BASE and CANDIDATE are each a git revision, a name given to 'run --save', or a result file \
        (a path, or anything that ends in .json). 'name:' and 'rev:' force the reading. Without \
        CANDIDATE, what is on disk is compared.

        Two revisions, or a revision and what is on disk, are built and measured in turn. With a \
        stored result on either side nothing is built: a revision then stands for its newest stored \
        run without uncommitted changes; '--stored' takes that for two revisions too.

        \(ExitCode.table)
        """)

    @Argument(help: "The baseline.", completion: .file())
    var base: String

    @Argument(help: "What is judged against it; what is on disk if left out.", completion: .file())
    var candidate: String?

    @OptionGroup var lockstep: LockstepOptions
    @OptionGroup var gate: GateOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var scenarios: ScenarioOptions
    @OptionGroup var measuring: MeasuringOptions
    @OptionGroup var output: OutputOptions<GateFormat>
    @OptionGroup var copies: CopyOptions

    func run() async throws {
      guard !lockstep.stored, case .revision(let old) = try await CompareOperand(base),
        let new = try await candidateRevision()
      else { return try await compareStored() }
      let comparison = RevisionComparison(
        selection: selection, scenarios: scenarios, measuring: measuring, lockstep: lockstep,
        gate: gate, isQuiet: output.quiet)
      let findings = try await Interruption.cancelling {
        try await comparison.measure(try await comparison.build(baseline: old, candidate: new))
      }
      let report = CompareReport(
        findings.comparison, baseline: findings.baseline, candidate: findings.candidate,
        explanations: findings.explanations)
      try output.write(report, copies: copies)
      if findings.isInterrupted { throw ExitCode.interrupted }
      throw findings.failures.isEmpty
        ? gate.exitCode(for: findings.comparison) : ExitCode.benchmarkFailed
    }

    /// What is to be built for the candidate; nil when it is a stored result.
    private func candidateRevision() async throws -> Revision? {
      guard let candidate else { return .workingTree }
      guard case .revision(let revision) = try await CompareOperand(candidate) else { return nil }
      return revision
    }

    private func compareStored() async throws {
      try lockstep.requireStoredResults()
      let base = try await StoredResult(base)
      let candidate = try await storedCandidate()
      let comparison = Comparison.compare(
        base: base.content, candidate: candidate.file,
        settings: gate.comparisonSettings(metrics: measuring.comparedMetrics))
      let report = CompareReport(comparison, baseline: base.label, candidate: candidate.label)
      try output.write(report, copies: copies)
      throw candidate.isInterrupted ? .interrupted : gate.exitCode(for: comparison)
    }

    /// The stored result; without one, what this tool measures now.
    private func storedCandidate() async throws -> JudgedResult {
      if let candidate { return JudgedResult(try await StoredResult(candidate)) }
      return try await JudgedResult(
        MeasuringSession(
          selection: selection, scenarios: scenarios, measuring: measuring,
          isQuiet: output.quiet))
    }
  }
}
