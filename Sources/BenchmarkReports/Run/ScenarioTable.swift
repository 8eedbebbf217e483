import BenchmarkModel
import BenchmarkResults
import FrameTiming
import ReportText
import SampleStatistics

/// Scenarios, a row per rate: work against the budget, and what the replay drops.
struct ScenarioTable {
  private let result: ReplayedResult
  private let scenarios: [BenchmarkResult]
  private let earlierCapacity: [String: [Capacity]]

  /// Whether any scenario offers more than one implementation.
  private let hasVariants: Bool

  /// Whether any scenario offers more than one scene.
  private let hasScenes: Bool

  /// Whether these counters were requested.
  private let hasAllocations, hasInstructions: Bool

  init(_ result: ReplayedResult, earlierCapacity: [String: [Capacity]] = [:]) {
    self.result = result
    scenarios = result.file.benchmarks.filter { $0.kind == .scenario }
    self.earlierCapacity = earlierCapacity
    hasVariants = scenarios.contains { $0.variant != nil }
    hasScenes = scenarios.contains { $0.scenario?.parameters?.scene != nil }
    let frames = scenarios.lazy.flatMap(\.frames)
    hasAllocations = frames.contains { $0.mallocCountTotal != .notMeasured }
    hasInstructions = frames.contains { $0.instructions != nil }
  }

  func table(_ notes: inout Footnotes) -> Table {
    let times = Times(scenarios.flatMap { result[$0] })
    let hasCapacity = scenarios.contains { capacity(of: $0) != nil }
    var table = Table(
      [
        .text("name")
      ] + (hasVariants ? [.extra(.text("variant"))] : [])
        + (hasScenes ? [.extra(.text("scene"))] : []) + [
          .number("rate"), .number(times.periods.title("budget")),
          .extra(.text("caches")),
          .number(times.firsts.title("first frame")),
          .extra(.number(times.medians.title("work median"))),
          .number(times.maxima.title("work max")),
        ] + (times.warmMedians.map { [.extra(.number($0.title("warm median")))] } ?? [])
        + (times.tails.map { [.extra(.number($0.title("work p99")))] } ?? []) + [
          .number("dropped"), .extra(.number("hitches")), .extra(.number("hitch ratio ms/s")),
          .extra(.number("headroom")),
        ] + (hasCapacity ? [.extra(.number("layers that fit"))] : [])
        + (hasAllocations ? [.extra(.number("allocations/frame"))] : [])
        + (hasInstructions ? [.extra(.number("instructions/frame"))] : []))
    for scenario in scenarios {
      if let failure = scenario.failure {
        add(scenario, Table.Cell("failed \(notes.number(failure))", .bad), to: &table)
      } else if let absence = scenario.scenario?.frames.reason {
        add(scenario, Table.Cell(notes.mark(absence), .quiet), to: &table)
      }
      for row in result[scenario] {
        let fit = capacity(of: scenario, at: row.rate).map(CapacityTable.text) ?? ""
        table.add(
          cells(scenario, row, times, &notes)
            + (hasCapacity ? [Table.Cell(fit)] : []) + counters(row.costs, &notes))
      }
    }
    return table
  }

  private struct Times {
    let periods, firsts, medians, maxima: TimeColumn

    /// Nil when no row has a tail.
    let tails: TimeColumn?

    /// Nil when no row has cold work, next to which warm work is shown.
    let warmMedians: TimeColumn?

    init(_ rows: [FrameRow]) {
      periods = TimeColumn(for: rows.map(\.period))
      firsts = TimeColumn(for: rows.map(\.first))
      medians = TimeColumn(for: rows.map(\.median))
      maxima = TimeColumn(for: rows.map(\.maximum))
      let warm = rows.compactMap(\.warmMedian)
      warmMedians = warm.isEmpty ? nil : TimeColumn(for: warm)
      let p99 = rows.compactMap(\.p99)
      tails = p99.isEmpty ? nil : TimeColumn(for: p99)
    }
  }

  /// Whether the work of a row is cold, and why not.
  private func state(_ costs: FrameCosts, _ notes: inout Footnotes) -> Table.Cell {
    switch costs.coldNs {
    case .value: Table.Cell("cold")
    case .unavailable(let reason): Table.Cell("warm \(notes.number(reason))", .doubtful)
    }
  }

  private func names(_ scenario: BenchmarkResult) -> [Table.Cell] {
    [Table.Cell(scenario.name)]
      + (hasVariants ? [Table.Cell(scenario.variant?.rawValue ?? "")] : [])
      + (hasScenes ? [Table.Cell(scenario.scenario?.parameters?.scene?.rawValue ?? "")] : [])
  }

  /// Adds a row that says why there are no frames.
  private func add(_ scenario: BenchmarkResult, _ reason: Table.Cell, to table: inout Table) {
    let cells = names(scenario) + [reason]
    table.add(cells + (cells.count..<table.columns.count).map { _ in Table.Cell("") })
  }

  private func cells(
    _ scenario: BenchmarkResult, _ row: FrameRow, _ times: Times, _ notes: inout Footnotes
  ) -> [Table.Cell] {
    let timeline = row.timeline
    return names(scenario) + [
      Table.Cell(row.costs.rateText), Table.Cell(times.periods.format(row.period)),
      state(row.costs, &notes),
      Table.Cell(times.firsts.format(row.first), timeline.firstFrameDelaySlots > 0 ? .bad : nil),
      Table.Cell(times.medians.format(row.median)),
      Table.Cell(times.maxima.format(row.maximum), row.isOverBudget ? .bad : nil),
    ]
      + (times.warmMedians.map { [Table.Cell(row.warmMedian.map($0.format) ?? "")] } ?? [])
      + (times.tails.map { [Table.Cell(row.p99.map($0.format) ?? "")] } ?? []) + [
        Table.Cell(
          row.dropped(separator: "/") + (timeline.restsOnFragileFrames ? "~" : ""),
          timeline.droppedFrameCount > 0 ? .bad : timeline.restsOnFragileFrames ? .doubtful : .good),
        Table.Cell("\(timeline.hitchCount)"), Table.Cell(NumberText.format(timeline.hitchRatio)),
        Table.Cell(Self.headroom(scenario, row)),
      ]
  }

  /// The capacity of the variant that the scenario ran on: what this run measured, else what an
  /// earlier one measured, else what this one estimates.
  private func capacity(of scenario: BenchmarkResult, at rate: RefreshRate? = nil) -> Capacity? {
    let own = scenario.scenario?.capacity
    // What is known not to depend on the layers has no capacity, whatever earlier code had.
    let all = (own?.value ?? []) + (own?.reason == nil ? earlierCapacity[scenario.name] ?? [] : [])
    let fitting = all.filter {
      $0.variant == scenario.variant && (rate == nil || $0.rate == rate)
    }
    return fitting.first(where: \.isMeasured) ?? fitting.first
  }

  /// The factor at which the scenario's first budget breaks, with that budget; without a budget,
  /// the factor at which a frame is dropped.
  private static func headroom(_ scenario: BenchmarkResult, _ row: FrameRow) -> String {
    let tightest = row.costs.headroom(within: scenario.scenario?.budgets ?? [])
    let headroom = tightest?.headroom ?? row.headroom
    let name = tightest.map { " \($0.budget)" } ?? ""
    return headroom.factor.map { "×\(NumberText.format($0))\(name)" } ?? "unlimited"
  }

  private func counters(_ costs: FrameCosts, _ notes: inout Footnotes) -> [Table.Cell] {
    (hasAllocations ? [counter(costs.mallocCountTotal, &notes)] : [])
      + (hasInstructions ? [counter(costs.instructions ?? .notMeasured, &notes)] : [])
  }

  /// The smallest and the largest of the frames' counts.
  private func counter(_ counts: Measured<[Int64]>, _ notes: inout Footnotes) -> Table.Cell {
    switch counts {
    case .unavailable(let reason): return Table.Cell(notes.mark(reason), .quiet)
    case .value(let counts):
      let fewest = counts.min() ?? 0
      let most = counts.max() ?? 0
      return Table.Cell(
        fewest == most
          ? NumberText.format(Int(most))
          : "\(NumberText.format(Int(fewest))) – \(NumberText.format(Int(most)))")
    }
  }
}
