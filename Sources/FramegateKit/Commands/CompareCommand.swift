import ArgumentParser
import BenchmarkReports
import BenchmarkResults

extension Framegate {
  /// Says what a candidate changed against a baseline.
  struct Compare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Compare two stored results.",
      discussion: """
        BASE and CANDIDATE are each a result file (a path, or anything that ends in .json), a name \
        given to 'run --save', or a commit, which stands for its newest stored run without \
        uncommitted changes. 'name:' and 'rev:' force the reading.

        \(ExitCode.table)
        """)

    @Argument(help: "The baseline.", completion: .file())
    var base: String

    @Argument(help: "What is judged against it.", completion: .file())
    var candidate: String

    @Option(
      help: ArgumentHelp("Metrics to compare; all if left out.", valueName: "name,…"),
      transform: MetricList.init(parsing:))
    var metric: MetricList?

    @OptionGroup var gate: GateOptions
    @OptionGroup var output: OutputOptions<GateFormat>
    @OptionGroup var copies: CopyOptions

    func run() async throws {
      let base = try await StoredResult(base)
      let candidate = try await StoredResult(candidate)
      let comparison = Comparison.compare(
        base: base.content, candidate: candidate.content,
        settings: gate.comparisonSettings(
          metrics: metric.map { Set($0.metrics.map(\.name)) }))
      let report = CompareReport(comparison, baseline: base.label, candidate: candidate.label)
      try output.write(report, copies: copies)
      throw gate.exitCode(for: comparison)
    }
  }
}
