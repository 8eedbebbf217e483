import BenchmarkModel
package import BenchmarkResults
package import BenchmarkVerdicts
import FrameTiming
package import ReportText

/// One result, or a baseline and a candidate, in the formats that other programs read.
package struct ResultReport {
  /// A result and the name that the user gave it.
  package struct Side {
    package let result: ReplayedResult
    package let label: ResultLabel

    package init(_ result: ReplayedResult, _ label: ResultLabel) {
      self.result = result
      self.label = label
    }

    package var file: ResultFile { result.file }
  }

  package let candidate: Side

  /// The result that the candidate is compared with, or nil for one result alone.
  package let baseline: Side?

  /// The frame budgets of the candidate and, with a baseline, what changed.
  package let check: CheckReport

  package init(candidate: Side, baseline: Side? = nil, check: CheckReport) {
    self.candidate = candidate
    self.baseline = baseline
    self.check = check
  }
}

extension ResultReport {
  /// The results with their sides in a comparison; a result alone has no side.
  var sides: [(name: ComparisonSide?, side: Side)] {
    guard let baseline else { return [(nil, candidate)] }
    return [(.baseline, baseline), (.candidate, candidate)]
  }

  /// The values of all benchmarks on all sides, in the order of the results.
  var values: [MeasuredValue] { sides.flatMap { $0.side.result.values(on: $0.name) } }

  /// The tables of one result, or of a comparison, as `run`, `compare` and `check` show them.
  package func text(_ style: ReportStyle, run: RunReport) -> TerminalText {
    baseline == nil && check.gate.findings(of: .budget).isEmpty
      ? run.text(style)
      : baseline == nil ? run.text(style) + "\n" + check.text(style) : check.text(style)
  }

  package func markdown(run: RunReport) -> MarkdownText {
    baseline == nil ? check.markdown() + "\n" + run.markdown() : check.markdown()
  }
}

/// The verdicts of a comparison, by benchmark, metric and rate.
struct VerdictIndex {
  private struct Key: Hashable {
    let benchmark: String
    let metric: String?
    let rate: RefreshRate?
  }

  private let entries: [Key: ComparisonEntry]

  init(_ comparison: Comparison?) {
    entries = Dictionary(
      (comparison?.entries ?? []).map {
        (Key(benchmark: $0.benchmark, metric: $0.metric, rate: $0.rate), $0)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The verdict on a value, or nil without a comparison.
  subscript(value: MeasuredValue) -> ComparisonEntry? {
    self[value.benchmark, value.metric, value.rate]
  }

  /// The verdict on a metric of a benchmark, or of a scenario at a rate.
  subscript(benchmark: String, metric: String?, rate: RefreshRate?) -> ComparisonEntry? {
    entries[Key(benchmark: benchmark, metric: metric, rate: rate)]
  }
}
