import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import ReportPages
import Revisions

extension Framegate {
  /// Reports what a candidate changed against a baseline.
  struct Compare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Compare two revisions, or two stored results.",
      discussion: """
        BASE and CANDIDATE are each a git revision, a name given to 'run --save', or a result file. \
        Write 'name:' or 'rev:' before one that could be both. Two revisions are built and measured \
        alternately. If either side is a stored result, nothing is built, and a revision means its \
        newest stored run. The verdicts: results/comparing.md

        \(ToolExit.table)
        """)

    @Argument(help: "The baseline.", completion: .file())
    var base: String

    @Argument(
      help: "What to compare with it; without it, the working tree.", completion: .file())
    var candidate: String?

    @OptionGroup(title: "Revisions") var lockstep: LockstepOptions
    @OptionGroup(title: "Failing") var gate: GateOptions
    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "Scenarios") var scenarios: ScenarioOptions
    @OptionGroup(title: "Measuring") var measuring: MeasuringOptions
    @OptionGroup(title: "Output") var output: OutputOptions<GateFormat>
    @OptionGroup(title: "Output") var copies: CopyOptions<GateFormat>

    func run() async throws {
      guard !lockstep.stored, case .revision(let old) = try await ComparisonOperand(base),
        let new = try await candidateRevision()
      else { return try await compareStored() }
      try output.check(copies: copies)
      let comparison = try lockstep.comparison(
        selection, scenarios, measuring, self.gate, isQuiet: output.quiet)
      let findings = try await comparison.measure(
        try await comparison.build(baseline: old, candidate: new))
      var gate = Gate(findings.comparison, policy: self.gate.policy)
      gate.add(findings)
      let report = CompareReport(
        gate, baseline: findings.baseline, candidate: findings.candidate,
        explanations: findings.explanations)
      throw await output.write(report, filmedBy: findings.studios, copies: copies).code
    }

    /// The revision of the candidate; nil when it is a stored result.
    private func candidateRevision() async throws -> Revision? {
      guard let candidate else { return .workingTree }
      guard case .revision(let revision) = try await ComparisonOperand(candidate) else {
        return nil
      }
      return revision
    }

    private func compareStored() async throws {
      try lockstep.requireStoredResults()
      let settings = try measuring.settings(scenarios)
      let base = try await StoredResult(base)
      let stored: StoredResult? =
        if let candidate { try await StoredResult(candidate) } else { nil }
      try output.check(copies: copies, inputs: [base, stored].compactMap { $0?.url })
      let candidate = try await judged(stored)
      let comparison = Comparison.compare(
        base: base.content, candidate: candidate.file,
        settings: self.gate.comparisonSettings(settings),
        spread: ResultsFolder.store.runSpread(like: candidate.file))
      var gate = Gate(comparison, policy: self.gate.policy)
      gate.failures = candidate.file.failures
      gate.add(candidate)
      throw candidate.end(
        await output.write(
          CompareReport(gate, baseline: base.label, candidate: candidate.label),
          candidate: candidate.file, baseline: base.content,
          filmedBy: FilmStudios(candidate: FilmStudio(file: candidate.file)), copies: copies))
    }

    /// The stored result or, without one, a new one of this tool.
    private func judged(_ stored: StoredResult?) async throws -> JudgedResult {
      if let stored { return JudgedResult(stored) }
      return try await JudgedResult(
        try measuring.session(selection, scenarios, isQuiet: output.quiet), isQuiet: output.quiet)
    }
  }
}
