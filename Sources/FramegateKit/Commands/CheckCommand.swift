import ArgumentParser
import BenchmarkReports
import BenchmarkResults

extension Framegate {
  /// Measures, and fails when a frame budget or a baseline is broken.
  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Fail when frames would drop, or when the code got slower than a baseline.",
      discussion: """
        Measures as 'run' does and judges the result; '--result' judges a stored one instead.

        \(ExitCode.table)
        """)

    @Option(
      help: ArgumentHelp("Stored name, result file or commit to compare with.", valueName: "base"),
      completion: .file())
    var against: String?

    @Option(
      help: ArgumentHelp("Judge this stored result instead of measuring.", valueName: "result"),
      completion: .file())
    var result: String?

    @OptionGroup var budgets: BudgetOptions
    @OptionGroup var gate: GateOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var scenarios: ScenarioOptions
    @OptionGroup var measuring: MeasuringOptions
    @OptionGroup var output: OutputOptions<GateFormat>
    @OptionGroup var copies: CopyOptions

    func run() async throws {
      // Operands first: nobody should measure for a minute to learn of a typing error.
      let base: StoredResult? = if let against { try await StoredResult(against) } else { nil }
      let candidate = try await candidate()
      let gate = Gate(
        candidate.file,
        budgets: try BudgetCheck(
          candidate.file, settings: budgets.settings(allowsMissing: self.gate.allowMissing)),
        comparison: base.map { compare($0.content, candidate.file) })
      try output.write(
        CheckReport(gate, sides: base.map { ($0.label, candidate.label) }), copies: copies)
      throw candidate.isInterrupted ? .interrupted : self.gate.exitCode(for: gate)
    }

    private func compare(_ base: ResultFile, _ candidate: ResultFile) -> Comparison {
      Comparison.compare(
        base: base, candidate: candidate,
        settings: gate.comparisonSettings(metrics: Set(measuring.metric.metrics.map(\.name))))
    }

    /// The stored result, or what is measured now.
    private func candidate() async throws -> Candidate {
      if let result {
        let stored = try await StoredResult(result)
        return Candidate(file: stored.content, label: stored.label, isInterrupted: false)
      }
      let session = MeasuringSession(
        selection: selection, scenarios: scenarios, measuring: measuring, pacedSeconds: nil,
        isQuiet: output.quiet)
      let outcome = try await Interruption.cancelling { try await session.measure() }
      if let error = outcome.saveError { throw error }
      return Candidate(
        file: outcome.file, label: ResultLabel(outcome.url.relativeToWorkingFolder, outcome.file),
        isInterrupted: outcome.isInterrupted)
    }

    private struct Candidate {
      let file: ResultFile
      let label: ResultLabel
      let isInterrupted: Bool
    }
  }
}
