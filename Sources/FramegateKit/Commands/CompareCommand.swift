import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import BenchmarkVerdicts
import ReportPages
import Revisions

extension Framegate {
  /// Reports what a candidate changed against a baseline.
  struct Compare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Compare two revisions, or two stored results.",
      discussion: """
        BASE and CANDIDATE are each a git revision, a name given to 'run --save', or a result file. \
        Write 'name:' or 'rev:' before one that could be both, and 'run:' before a revision for its \
        newest stored run. Two revisions are built and measured alternately. If either side is a stored \
        result, nothing is built, and a revision means its newest stored run. The verdicts: \
        results/comparing.md

        \(ToolExit.table)
        """)

    @Argument(help: "The baseline.", completion: .file())
    var base: String

    @Argument(help: "What to compare with it; without it, the working tree.", completion: .file())
    var candidate: String?

    @OptionGroup var options: ComparingOptions

    func run() async throws {
      let plan = try options.plan()
      guard case .revision(let old) = try await ComparisonOperand(base),
        let new = try await candidateRevision()
      else { return try await compareStored(plan) }
      try options.report.check()
      var shard = plan.session.shard.map { ShardFile($0) }
      let findings = try await plan.revisions.measure(
        try await plan.revisions.build(baseline: old, candidate: new))
      var gate = Gate(findings.comparison, policy: plan.policy)
      gate.add(findings)
      let report = CompareReport(
        gate, baseline: findings.baseline, candidate: findings.candidate,
        explanations: findings.explanations)
      shard?.add(findings)
      throw shard.saved(
        endingWith: await options.report.write(report, filmedBy: findings.studios),
        isQuiet: plan.isQuiet
      ).code
    }

    /// The revision of the candidate; nil when it is a stored result.
    private func candidateRevision() async throws -> Revision? {
      guard let candidate else { return .workingTree }
      guard case .revision(let revision) = try await ComparisonOperand(candidate) else {
        return nil
      }
      return revision
    }

    private func compareStored(_ plan: ComparisonPlan) async throws {
      try plan.requireStoredResults(candidate: candidate)
      var shard = plan.session.shard.map { ShardFile($0) }
      let base = try await StoredResult(base)
      let stored: StoredResult? =
        if let candidate { try await StoredResult(candidate) } else { nil }
      try options.report.check(inputs: [base, stored].compactMap { $0?.url })
      let candidate = try await plan.candidate(stored)
      shard?.add(candidate.outcome)
      let comparison = plan.comparison(of: candidate.file, with: base, part: shard)
      shard?.add(comparison, base.label, candidate.label)
      var gate = Gate(comparison, policy: plan.policy)
      gate.failures = candidate.file.failures
      gate.add(candidate.outcome)
      let exit = await options.report.write(
        CompareReport(gate, baseline: base.label, candidate: candidate.label),
        candidate: candidate.file, baseline: base.content,
        filmedBy: FilmStudios(candidate: FilmStudio(file: candidate.file)))
      throw candidate.end(shard.saved(endingWith: exit, isQuiet: plan.isQuiet)).code
    }
  }
}
