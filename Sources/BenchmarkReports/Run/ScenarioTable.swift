import BenchmarkModel
import BenchmarkResults
import FrameTiming
import ReportText
import SampleStatistics

/// Scenarios, a row per rate: work against the budget, and what the replay drops.
struct ScenarioTable {
  private let scenarios: [BenchmarkResult]
  private let earlierCapacity: [String: [Capacity]]
  private let display: ReplaySettings

  /// Whether any scenario offers more than one implementation.
  private let hasVariants: Bool

  /// Whether any scenario offers more than one scene.
  private let hasScenes: Bool

  /// Whether any row says whether its frames were cold.
  private let hasStates: Bool

  /// Whether these counters were requested.
  private let hasAllocations, hasInstructions: Bool

  init(
    _ file: ResultFile, earlierCapacity: [String: [Capacity]] = [:],
    display: ReplaySettings = .strict
  ) {
    self.display = display
    scenarios = file.benchmarks.filter { $0.kind == .scenario }
    self.earlierCapacity = earlierCapacity
    hasVariants = scenarios.contains { $0.variant != nil }
    hasScenes = scenarios.contains { $0.scenario?.parameters?.scene != nil }
    let frames = scenarios.lazy.flatMap(\.frames)
    hasStates = frames.contains { $0.coldNs != nil }
    hasAllocations = frames.contains { $0.mallocCountTotal != .notMeasured }
    hasInstructions = frames.contains { $0.instructions != nil }
  }

  func table(_ notes: inout Footnotes) -> Table {
    let times = Times(scenarios.flatMap { $0.frames.map { FrameRow($0, on: display) } })
    let hasCapacity = scenarios.contains { capacity(of: $0) != nil }
    var table = Table(
      [
        .text("name")
      ] + (hasVariants ? [.extra(.text("variant"))] : [])
        + (hasScenes ? [.extra(.text("scene"))] : []) + [
          .number("rate"), .number(times.periods.title("budget")),
        ] + (hasStates ? [.extra(.text("caches"))] : []) + [
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
      for costs in scenario.frames {
        let row = FrameRow(costs, on: display)
        let fit = capacity(of: scenario, at: row.rate).map(CapacityTable.text) ?? ""
        table.add(
          cells(scenario, row, times, &notes)
            + (hasCapacity ? [Table.Cell(fit)] : []) + counters(costs, &notes))
      }
    }
    return table
  }

  /// How each column of times is shown.
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
    guard costs.cooling == nil else { return Table.Cell("cold") }
    return Table.Cell(
      costs.coldNs?.reason.map { "warm \(notes.number($0))" } ?? "warm", .doubtful)
  }

  /// The cells that identify a row.
  private func names(_ scenario: BenchmarkResult) -> [Table.Cell] {
    [Table.Cell(scenario.name)]
      + (hasVariants ? [Table.Cell(scenario.variant?.rawValue ?? "")] : [])
      + (hasScenes ? [Table.Cell(scenario.scenario?.parameters?.scene ?? "")] : [])
  }

  /// Adds a row that says why there are no frames.
  private func add(_ scenario: BenchmarkResult, _ reason: Table.Cell, to table: inout Table) {
    let cells = names(scenario) + [reason]
    table.add(cells + (cells.count..<table.columns.count).map { _ in Table.Cell("") })
  }

  private func cells(
    _ scenario: BenchmarkResult, _ row: FrameRow, _ times: Times, _ notes: inout Footnotes
  ) -> [Table.Cell] {
    let replay = row.replay
    return names(scenario) + [
      Table.Cell(row.costs.rateText), Table.Cell(times.periods.format(row.period)),
    ] + (hasStates ? [state(row.costs, &notes)] : []) + [
      Table.Cell(
        times.firsts.format(row.first), row.replay.firstFrameDelaySlots > 0 ? .bad : nil),
      Table.Cell(times.medians.format(row.median)),
      Table.Cell(times.maxima.format(row.maximum), row.isOverBudget ? .bad : nil),
    ]
      + (times.warmMedians.map { [Table.Cell(row.warmMedian.map($0.format) ?? "")] } ?? [])
      + (times.tails.map { [Table.Cell(row.p99.map($0.format) ?? "")] } ?? []) + [
        Table.Cell(
          row.dropped(separator: "/") + (replay.restsOnFragileFrames ? "~" : ""),
          replay.droppedFrameCount > 0 ? .bad : replay.restsOnFragileFrames ? .doubtful : .good),
        Table.Cell("\(replay.hitchCount)"), Table.Cell(NumberText.format(replay.hitchRatio)),
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
    let tightest = row.costs.knownHeadroom(within: scenario.scenario?.budgets ?? [])
    let factor = tightest?.factor ?? row.replay.headroom
    let name = tightest.map { " \($0.budget)" } ?? ""
    return factor.value.map { "×\(NumberText.format($0))\(name)" } ?? "unlimited"
  }

  private func counters(_ costs: FrameCosts, _ notes: inout Footnotes) -> [Table.Cell] {
    (hasAllocations ? [counter(costs.mallocCountTotal, &notes)] : [])
      + (hasInstructions ? [counter(costs.instructions ?? .notMeasured, &notes)] : [])
  }

  /// The smallest and the largest of the frames' counts.
  private func counter(_ counts: Recorded<[Int64]>, _ notes: inout Footnotes) -> Table.Cell {
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

/// What a table shows of the frames at one rate.
struct FrameRow {
  let costs: FrameCosts

  /// The replay on that display; not the stored one if that is missing or was edited.
  let replay: TimelineSummary

  /// In nanoseconds; the period is that of the highest rate.
  let first, median, maximum, period: Double

  /// The median of warm work, where the work that is judged is cold.
  let warmMedian: Double?

  /// Nil for fewer than 100 frames, where it would only be the maximum.
  let p99: Double?

  init(_ costs: FrameCosts, on display: ReplaySettings = .strict) {
    self.costs = costs
    let work = SortedSamples(costs.workNs)
    first = costs.workNs.first.map { Double($0) } ?? 0
    median = work.median ?? 0
    maximum = work.maximum ?? 0
    warmMedian = costs.cooling == nil ? nil : SortedSamples(costs.warm.workNs).median
    p99 = work.quantile(.p99)
    period = Self.segments(costs).map(\.periodNs).min() ?? 0
    replay = Self.replay(costs, on: display)
  }

  /// The stretches of frames with one rate.
  private static func segments(_ costs: FrameCosts) -> [(ticks: Int, periodNs: Double)] {
    let segments = costs.segments ?? [.init(rate: costs.rate, ticks: costs.workNs.count)]
    return segments.map { ($0.ticks, 1e9 / Double($0.rate.hertz)) }
  }

  /// How much of its own period the work of every frame takes.
  var budgetShares: [Double] {
    let periods = Self.segments(costs).flatMap { repeatElement($0.periodNs, count: $0.ticks) }
    return zip(costs.workNs, periods).map { Double($0) / $1 }
  }

  var rate: RefreshRate { costs.rate }

  /// Whether a frame's work takes longer than its own period.
  var isOverBudget: Bool { budgetShares.contains { $0 > 1 } }

  /// The dropped frames and the expected slots: `3/15`.
  func dropped(separator: String) -> String {
    "\(replay.droppedFrameCount)\(separator)\(replay.expectedSlotCount)"
  }

  private static func replay(
    _ costs: FrameCosts, on display: ReplaySettings
  ) -> TimelineSummary {
    if display == .strict,
      let stored = costs.replays.first(where: { $0.depth == 1 && $0.reserveNs == 0 }),
      stored.droppedFrameCount == costs.droppedFrameCount
    {
      return stored
    }
    // Files whose frames cannot be replayed are refused when they are read, and `shown(with:)`
    // refuses a display that a sampled rate cannot have.
    guard let vector = try? costs.costVector() else {
      preconditionFailure("\(costs.workNs.count) frames that cannot be replayed")
    }
    return TimelineSummary(costs.replay(display), of: vector)
  }
}
