import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import FrameTiming
import ReportText

extension RunReport {
  /// The rows that the tables of a run have.
  struct Rows {
    /// The kernels with one row for all their variants, or nil if each variant has a row.
    let variants: VariantTable?

    /// The result without the benchmarks in ``variants`` and, if there are many scenarios, without
    /// those whose frames are all fine.
    let shown: ReplayedResult

    private let result: ReplayedResult

    /// Up to this number of rows, all scenarios are shown.
    private static let mostRows = 24

    /// Chooses rows of a result, or takes all of them.
    init(of result: ReplayedResult, isComplete: Bool) {
      self.result = result
      guard !isComplete else {
        variants = nil
        shown = result
        return
      }
      let variants = VariantTable(result.file)
      let grouped = variants.names
      let isFolded = result.named.count > Self.mostRows
      self.variants = variants
      shown = result.keeping { benchmark in
        benchmark.kind == .scenario
          ? !isFolded || Self.isNotable(benchmark, in: result) : !grouped.contains(benchmark.name)
      }
    }
  }
}

extension RunReport.Rows {
  /// Whether frames are missing, late, too close to call, or over the budget.
  private static func isNotable(_ scenario: BenchmarkResult, in result: ReplayedResult) -> Bool {
    scenario.failure != nil || scenario.scenario?.frames.reason != nil
      || result[scenario].contains { row in
        row.timeline.droppedFrameCount > 0 || row.timeline.firstFrameDelaySlots > 0
          || row.timeline.restsOnFragileFrames || row.isOverBudget
      }
  }

  /// A sentence on what the tables leave out and how to see it, or nil if they are complete.
  var omission: String? {
    let kept = Set(shown.file.benchmarks.map(\.name))
    let hidden = result.file.benchmarks.filter {
      $0.kind == .scenario && !kept.contains($0.name)
    }
    guard !hidden.isEmpty else {
      return variants?.names.isEmpty ?? true ? nil : "'--all-rows' shows every benchmark."
    }
    let rows = hidden.flatMap { scenario in result[scenario].map { (scenario.name, $0) } }
    let tightest = rows.compactMap { name, row in
      row.headroom.factor.map { (factor: $0, place: "\(name) at \(row.costs.rateText)") }
    }.min { $0.factor < $1.factor }
    let reserve = tightest.map {
      """
       The closest is \($0.place), which drops frames where its work takes \
      \(NumberText.format($0.factor)) times as long.
      """
    }
    return """
      \(Words.count(hidden.count, "scenario")) with all frames on time \
      \(hidden.count == 1 ? "has" : "have") no row.\(reserve ?? "") '--all-rows' shows every row.
      """
  }
}
