import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import FrameTiming
import ReportText
import SampleStatistics

/// A table of what a real timer measured, next to the replay of the same scenario.
enum PacedTable {
  private typealias Row = (scenario: BenchmarkResult, run: PacedRun, replay: FrameRow?)

  static func table(_ result: ReplayedResult, _ notes: Footnotes) -> Table {
    let rows = result.file.benchmarks.flatMap { scenario -> [Row] in
      (scenario.scenario?.paced.value ?? []).map {
        (scenario, $0, result[scenario.name, $0.rate])
      }
    }
    var columns = TableColumns<Row>()
    columns.text("name") { $0.scenario.name }
    columns.number("rate") { $0.replay?.costs.rateText ?? "\($0.run.rate)" }
    columns.number("frames") { NumberText.format($0.run.frameCount) }
    columns.number("dropped") {
      let timeline = $0.run.timeline
      return Table.Cell(
        "\(timeline.droppedFrameCount)/\(timeline.expectedSlotCount)",
        timeline.droppedFrameCount > 0 ? .bad : .good)
    }
    columns.number("dropped in replay", isExtra: true) { $0.replay?.dropped(separator: "/") }
    columns.text("causes") {
      Table.Cell(Self.remarks($0.run), $0.run.causes.slotsOfCode > 0 ? .bad : nil)
    }
    columns.number("code drops at most", isExtra: true) {
      Self.bound($0.run.causes, $0.run.timeline, notes)
    }
    columns.number("hitch ratio ms/s", isExtra: true) {
      NumberText.format($0.run.timeline.hitchRatio)
    }
    for (title, times) in [
      ("wake-up", \PacedRun.wakeUpNs), ("wall", \PacedRun.wallNs), ("CPU", \PacedRun.cpuNs),
    ] {
      let unit = TimeColumn(for: rows.flatMap { Self.times($0.run[keyPath: times]) })
      columns.number(unit.title("\(title) median"), isExtra: true) {
        Self.times($0.run[keyPath: times]).first.map(unit.format)
      }
      columns.number("max", isExtra: true) {
        Self.times($0.run[keyPath: times]).last.map(unit.format)
      }
    }
    var table = columns.table(rows)
    for scenario in result.file.benchmarks {
      // A worker that does not know real timers.
      guard let reason = scenario.scenario?.paced.reason else { continue }
      table.add([Table.Cell(scenario.name), Table.Cell("")] + [notes.absence(reason)])
    }
    return table
  }

  /// The minimum number of slots for a statement on the share of drops: with fewer, not even a run
  /// without drops shows that at most 1 % of slots are dropped.
  private static let fewestSlots = 299

  /// An upper bound on the share of slots that the code drops, computed without the slots that the
  /// machine dropped.
  private static func bound(
    _ causes: PacedCauses, _ timeline: TimelineSummary, _ notes: Footnotes
  ) -> Table.Cell {
    let slots = timeline.expectedSlotCount - causes.slotsOfMachine
    guard slots >= fewestSlots, causes.slotsOfCode <= slots else {
      return notes.absence(
        "needs \(fewestSlots) slots; those that were dropped because of the machine do not count")
    }
    let share = Proportion(causes.slotsOfCode, of: slots).upperBound
    let rule = notes.number("with 95 % certainty, if slots drop independently (Clopper–Pearson)")
    return Table.Cell("\(NumberText.format(100 * share)) % of \(NumberText.format(slots)) \(rule)")
  }

  /// The causes of drops, and what happened to the run as a whole: `work 3; stopped, 2 frames left
  /// out`.
  static func remarks(_ run: PacedRun) -> String {
    let stops = run.stops ?? []
    let excluded = stops.reduce(0) { $0 + $1.excludedFrames }
    let times = stops.count == 1 ? "stopped" : "stopped \(stops.count) times"
    let all = [
      causes(run.causes),
      stops.isEmpty ? "" : "\(times), \(Words.count(excluded, "frame")) left out",
      run.systemClockJumpNs.map {
        "system clock moved \($0 > 0 ? "forward" : "back") by \(TimeUnit.text(Double($0.magnitude)))"
      } ?? "",
    ]
    return all.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// The number of slots that each cause dropped, the most frequent first: `work 3, host 1`.
  static func causes(_ causes: PacedCauses) -> String {
    causes.droppedSlots.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
      .map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
  }

  /// The median and the maximum of the times; empty without times.
  private static func times(_ times: [Int64]) -> [Double] {
    let times = SortedSamples(times)
    return [times.median, times.maximum].compactMap(\.self)
  }
}
