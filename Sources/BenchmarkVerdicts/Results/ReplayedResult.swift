package import BenchmarkResults
package import FrameTiming
import SampleStatistics

/// A result whose frames were replayed on one display, each of them once.
///
/// Every table, chart and format takes its replays from here.
package struct ReplayedResult: Sendable {
  package let file: ResultFile

  package let display: ReplaySettings

  private let rows: [String: [FrameRow]]
}

extension ReplayedResult {
  package init(
    _ file: ResultFile, on display: ReplaySettings = .strict,
    replay: (FrameReplay, CostVector) -> FrameTimeline = { $0.timeline(of: $1) }
  ) {
    self.file = file
    self.display = display
    rows = Dictionary(
      file.benchmarks.filter { !$0.frames.isEmpty }.map { scenario in
        (scenario.name, scenario.frames.map { FrameRow($0, on: display, replay) })
      }, uniquingKeysWith: { first, _ in first })
  }

  /// A row per rate of a scenario, in the order of the result; none for a benchmark.
  package subscript(benchmark: BenchmarkResult) -> [FrameRow] { rows[benchmark.name] ?? [] }

  /// The row of a scenario at a rate, if it was sampled at it.
  package subscript(name: String, rate: RefreshRate) -> FrameRow? {
    rows[name]?.first { $0.rate == rate }
  }

  /// The rows of all scenarios, in the order of the result.
  package var named: [(name: String, row: FrameRow)] {
    file.benchmarks.flatMap { scenario in self[scenario].map { (scenario.name, $0) } }
  }

  /// The same result with some of its benchmarks and scenarios alone.
  package func keeping(_ isKept: (BenchmarkResult) -> Bool) -> ReplayedResult {
    var file = file
    file.benchmarks.removeAll { !isKept($0) }
    return ReplayedResult(file: file, display: display, rows: rows)
  }

  /// The result as it would be on another display and device.
  package func shown(with rules: BudgetRules) throws(ResultsError) -> ReplayedResult {
    let shown = try file.shown(with: rules)
    let display = try rules.display()
    guard display != self.display || rules.scale != .one else {
      return ReplayedResult(file: shown, display: display, rows: rows)
    }
    return ReplayedResult(shown, on: display)
  }
}

/// What reports show of the frames at one rate.
package struct FrameRow: Sendable {
  package let costs: FrameCosts

  package let timeline: FrameTimeline

  private let work: CostVector

  /// In nanoseconds: the work of the first frame, the median and the maximum of all frames' work,
  /// and the period of the highest rate.
  package let first, median, maximum, period: Double

  /// The median of warm work, where the work that is judged is cold.
  package let warmMedian: Double?

  /// The 99th percentile; nil for fewer than 100 frames, of which it would be the maximum.
  package let p99: Double?

  fileprivate init(
    _ costs: FrameCosts, on display: ReplaySettings,
    _ replay: (FrameReplay, CostVector) -> FrameTimeline
  ) {
    // Files whose frames cannot be replayed are refused when they are read, and `shown(with:)`
    // refuses a display that a sampled rate cannot have.
    guard let work = try? costs.costVector() else {
      preconditionFailure("\(costs.workNs.count) frames that cannot be replayed")
    }
    self.costs = costs
    self.work = work
    timeline = replay(costs.replay(display), work)
    let sorted = SortedSamples(costs.workNs)
    first = costs.workNs.first.map { Double($0) } ?? 0
    median = sorted.median ?? 0
    maximum = sorted.maximum ?? 0
    warmMedian = costs.isCold ? SortedSamples(costs.warmNs).median : nil
    p99 = sorted.quantile(.p99)
    period = Self.segments(costs).map(\.periodNs).min() ?? 0
  }

  /// The stretches of frames with one rate.
  private static func segments(_ costs: FrameCosts) -> [(ticks: Int, periodNs: Double)] {
    let segments = costs.segments ?? [.init(rate: costs.rate, ticks: costs.workNs.count)]
    return segments.map { ($0.ticks, 1e9 / Double($0.rate.hertz)) }
  }

  /// How much of its own period the work of every frame takes.
  package var budgetShares: [Double] {
    let periods = Self.segments(costs).flatMap { repeatElement($0.periodNs, count: $0.ticks) }
    return zip(costs.workNs, periods).map { Double($0) / $1 }
  }

  package var rate: RefreshRate { costs.rate }

  /// Whether a frame's work takes longer than its own period.
  package var isOverBudget: Bool { budgetShares.contains { $0 > 1 } }

  /// The dropped frames and the expected slots: `3/15`.
  package func dropped(separator: String) -> String {
    "\(timeline.droppedFrameCount)\(separator)\(timeline.expectedSlotCount)"
  }

  /// The largest factor on all work at which the display drops no frame; found by a search.
  package var headroom: Headroom { costs.replay(timeline.settings).headroom(of: work) }
}
