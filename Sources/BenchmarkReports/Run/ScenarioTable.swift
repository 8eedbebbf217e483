import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import FrameTiming
import ReportText
import SampleStatistics

/// A table of scenarios, a row per rate: work against the budget, and what the replay drops.
struct ScenarioTable {
  private let result: ReplayedResult
  private let scenarios: [BenchmarkResult]
  private let earlierCapacity: [String: [Capacity]]

  init(_ result: ReplayedResult, earlierCapacity: [String: [Capacity]] = [:]) {
    self.result = result
    scenarios = result.file.benchmarks.filter { $0.kind == .scenario }
    self.earlierCapacity = earlierCapacity
  }

  /// A scenario at a rate; `frames` is nil if they could not be measured.
  private typealias Row = (scenario: BenchmarkResult, frames: FrameRow?)

  private var rows: [Row] {
    scenarios.flatMap { scenario -> [Row] in
      let isAbsent = scenario.failure != nil || scenario.scenario?.frames.reason != nil
      let absent: [Row] = isAbsent ? [(scenario, nil)] : []
      return absent + result[scenario].map { frames -> Row in (scenario, frames) }
    }
  }

  func table(_ notes: Footnotes) -> Table {
    var columns = TableColumns<Row>()
    columns.text("name") { $0.scenario.name }
    if scenarios.contains(where: { $0.variant != nil }) {
      columns.text("variant", isExtra: true) { $0.scenario.variant?.rawValue }
    }
    if scenarios.contains(where: { $0.scenario?.parameters?.scene != nil }) {
      columns.text("scene", isExtra: true) { $0.scenario.scenario?.parameters?.scene?.rawValue }
    }
    let names = columns.count
    addWork(to: &columns, notes)
    columns.number("dropped") { $0.frames?.droppedCell }
    columns.number("hitches", isExtra: true) { $0.frames.map { "\($0.timeline.hitchCount)" } }
    columns.number("hitch ratio ms/s", isExtra: true) {
      $0.frames.map { NumberText.format($0.timeline.hitchRatio) }
    }
    columns.number("headroom", isExtra: true) { scenario, frames in
      frames.map { Self.headroom(scenario, $0) }
    }
    if scenarios.contains(where: { capacity(of: $0) != nil }) {
      columns.number("layers that fit", isExtra: true) { scenario, frames in
        frames.flatMap { capacity(of: scenario, at: $0.rate) }.map(CapacityTable.text)
      }
    }
    let costs = scenarios.lazy.flatMap(\.frames)
    for metric in Metric.counters where metric != .mallocBytesCount {
      guard costs.contains(where: { $0.counts(of: metric) ?? .notMeasured != .notMeasured }) else {
        continue
      }
      columns.number(metric.title(per: "frame"), isExtra: true) {
        $0.frames.map { notes.cell($0.costs.counts(of: metric) ?? .notMeasured, Self.range) }
      }
    }
    return columns.table(rows, names: names) { scenario, frames in
      guard frames == nil else { return nil }
      return scenario.failure.map(notes.failure)
        ?? scenario.scenario?.frames.reason.map(notes.absence)
    }
  }

  /// Adds the rate, the budget and the times of the work.
  private func addWork(to columns: inout TableColumns<Row>, _ notes: Footnotes) {
    let frames = scenarios.flatMap { result[$0] }
    func add(
      _ title: String, isExtra: Bool = false, isBad: @escaping (FrameRow) -> Bool = { _ in false },
      _ time: @escaping (FrameRow) -> Double?
    ) {
      let column = TimeColumn(for: frames.compactMap(time))
      columns.number(column.title(title), isExtra: isExtra) { row in
        row.frames.flatMap { frames in
          time(frames).map { Table.Cell(column.format($0), isBad(frames) ? .bad : nil) }
        }
      }
    }
    columns.number("rate") { $0.frames?.costs.rateText }
    add("budget") { $0.period }
    columns.text("caches", isExtra: true) { row -> Table.Cell in
      switch row.frames?.costs.coldNs {
      case .value?: Table.Cell("cold")
      case .unavailable(let reason)?: Table.Cell("warm \(notes.number(reason))", .doubtful)
      case nil: Table.Cell("")
      }
    }
    add("first frame", isBad: { $0.timeline.firstFrameDelaySlots > 0 }) { $0.first }
    add("work median", isExtra: true) { $0.median }
    add("work max", isBad: { $0.isOverBudget }) { $0.maximum }
    // If the judged work is cold, warm work is shown next to it.
    if frames.contains(where: { $0.warmMedian != nil }) {
      add("warm median", isExtra: true) { $0.warmMedian }
    }
    if frames.contains(where: { $0.p99 != nil }) { add("work p99", isExtra: true) { $0.p99 } }
  }

  /// The capacity of the variant that the scenario ran on: measured by this run, or else by an
  /// earlier one, or else this run's estimate.
  private func capacity(of scenario: BenchmarkResult, at rate: RefreshRate? = nil) -> Capacity? {
    let own = scenario.scenario?.capacity
    // A scenario whose cost does not depend on layers has no capacity, even if it once had one.
    let all = (own?.value ?? []) + (own?.reason == nil ? earlierCapacity[scenario.name] ?? [] : [])
    let fitting = all.filter { $0.variant == scenario.variant && (rate == nil || $0.rate == rate) }
    return fitting.first(where: \.isMeasured) ?? fitting.first
  }

  /// The factor up to which all budgets of the scenario are kept or, without a budget, up to which
  /// no frame is dropped.
  private static func headroom(_ scenario: BenchmarkResult, _ row: FrameRow) -> String {
    let tightest = row.costs.headroom(within: scenario.scenario?.budgets ?? [])
    let headroom = tightest?.headroom ?? row.headroom
    return headroom.factor.map { "×\(NumberText.format($0))" } ?? "unlimited"
  }

  /// The minimum and the maximum of the frames' counts in the first process.
  private static func range(_ counts: [[Int64]]) -> String {
    let fewest = NumberText.format(Int(counts.first?.min() ?? 0))
    let most = NumberText.format(Int(counts.first?.max() ?? 0))
    return fewest == most ? most : "\(fewest) – \(most)"
  }
}

extension FrameRow {
  /// The number of slots that a display drops, with `~` if it depends on fragile frames.
  fileprivate var droppedCell: Table.Cell {
    let isFragile = timeline.restsOnFragileFrames
    return Table.Cell(
      dropped(separator: "/") + (isFragile ? "~" : ""),
      timeline.droppedFrameCount > 0 ? .bad : isFragile ? .doubtful : .good)
  }
}
