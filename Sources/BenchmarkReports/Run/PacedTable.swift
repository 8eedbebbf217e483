import BenchmarkModel
import BenchmarkResults
import FrameTiming
import ReportText
import SampleStatistics

/// What a real timer measured, next to the replay of the same scenario.
struct PacedTable {
  private let result: ReplayedResult
  private let runs: [(scenario: BenchmarkResult, run: PacedRun)]

  init(_ result: ReplayedResult) {
    self.result = result
    runs = result.file.benchmarks.flatMap { scenario in
      (scenario.scenario?.paced ?? []).map { (scenario, $0) }
    }
  }

  func table(_ notes: inout Footnotes) -> Table {
    let columns: [TimeColumn] = [\PacedRun.wakeUpNs, \.wallNs, \.cpuNs].map { times in
      TimeColumn(for: runs.flatMap { Self.times($0.run[keyPath: times]) })
    }
    var table = Table([
      .text("name"), .number("rate"), .number("frames"), .number("dropped"),
      .extra(.number("dropped in replay")), .text("causes"),
      .extra(.number("code drops at most")), .extra(.number("hitch ratio ms/s")),
      .extra(.number(columns[0].title("wake-up median"))), .extra(.number("max")),
      .extra(.number(columns[1].title("wall median"))), .extra(.number("max")),
      .extra(.number(columns[2].title("CPU median"))), .extra(.number("max")),
    ])
    for (scenario, run) in runs {
      let replay = result[scenario.name, run.rate]
      table.add(
        [
          Table.Cell(scenario.name), Table.Cell(replay?.costs.rateText ?? "\(run.rate)"),
          Table.Cell(NumberText.format(run.frameCount)),
          Table.Cell(
            "\(run.timeline.droppedFrameCount)/\(run.timeline.expectedSlotCount)",
            run.timeline.droppedFrameCount > 0 ? .bad : .good),
          Table.Cell(replay?.dropped(separator: "/") ?? ""),
          Table.Cell(Self.remarks(run), run.causes.slotsOfCode > 0 ? .bad : nil),
          Table.Cell(Self.bound(run.causes, run.timeline, &notes)),
          Table.Cell(NumberText.format(run.timeline.hitchRatio)),
        ]
          + zip([run.wakeUpNs, run.wallNs, run.cpuNs], columns).flatMap { times, column in
            let cells = Self.times(times).map { Table.Cell(column.format($0)) }
            return cells.isEmpty ? [Table.Cell(""), Table.Cell("")] : cells
          })
    }
    return table
  }

  /// The fewest slots whose drops say something about the share of all: with fewer, not even a run
  /// without a drop shows that at most 1 % are dropped.
  private static let fewestSlots = 299

  /// The share of slots that the code drops at most, by what it dropped of those that the machine
  /// left it.
  private static func bound(
    _ causes: PacedCauses, _ timeline: TimelineSummary, _ notes: inout Footnotes
  ) -> String {
    let slots = timeline.expectedSlotCount - causes.slotsOfMachine
    guard slots >= fewestSlots, causes.slotsOfCode <= slots else {
      return notes.mark("needs \(fewestSlots) slots that the machine did not drop")
    }
    let share = Proportion(causes.slotsOfCode, of: slots).upperBound
    let rule = notes.number("with 95 % certainty, if slots drop independently (Clopper–Pearson)")
    return "\(NumberText.format(100 * share)) % of \(NumberText.format(slots)) \(rule)"
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
        "system clock moved \($0 > 0 ? "forward" : "back") by \(TimeUnit.printWithUnit(Double($0.magnitude)))"
      } ?? "",
    ]
    return all.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// How many slots each cause dropped, the most frequent first: `work 3, host 1`.
  static func causes(_ causes: PacedCauses) -> String {
    causes.droppedSlots.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
      .map { "\($0.key.words) \($0.value)" }.joined(separator: ", ")
  }

  /// The median and the largest of the times; empty without times.
  private static func times(_ times: [Int64]) -> [Double] {
    let times = SortedSamples(times)
    return [times.median, times.maximum].compactMap(\.self)
  }
}

extension FrameCause {
  var words: String {
    switch self {
    case .handOver: "hand-over"
    case .wake, .host, .fault, .allocation, .work, .mixed: rawValue
    }
  }
}
