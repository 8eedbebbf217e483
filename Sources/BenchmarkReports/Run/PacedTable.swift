import BenchmarkModel
import BenchmarkResults
import SampleStatistics

/// What a real timer measured, next to the replay of the same scenario.
struct PacedTable {
  private let runs: [(scenario: BenchmarkResult, run: PacedRun)]

  init(_ file: ResultFile) {
    runs = file.benchmarks.flatMap { scenario in
      (scenario.scenario?.paced ?? []).map { (scenario, $0) }
    }
  }

  func table() -> Table {
    let times = runs.flatMap { $0.run.wakeUpNs + $0.run.wallNs + $0.run.cpuNs }.map { Double($0) }
    let unit = TimeUnit(for: times)
    var table = Table([
      .text("name"), .number("rate"), .number("frames"), .number("dropped"),
      .number("dropped in replay"), .number("hitch ratio ms/s"),
      .number("wake-up median \(unit.name)"), .number("max"),
      .number("wall median \(unit.name)"), .number("max"),
      .number("CPU median \(unit.name)"), .number("max"),
    ])
    for (scenario, run) in runs {
      let replay = scenario.frames(at: run.rate).map { FrameRow($0) }
      table.add(
        [
          Table.Cell(scenario.name), Table.Cell("\(run.rate)"),
          Table.Cell(NumberText.format(run.frameCount)),
          Table.Cell(
            "\(run.timeline.droppedFrameCount)/\(run.timeline.expectedSlotCount)",
            run.timeline.droppedFrameCount > 0 ? .bad : .good),
          Table.Cell(replay?.dropped(separator: "/") ?? ""),
          Table.Cell(NumberText.format(run.timeline.hitchRatio)),
        ] + [run.wakeUpNs, run.wallNs, run.cpuNs].flatMap { Self.cells($0, unit: unit) })
    }
    return table
  }

  private static func cells(_ times: [Int64], unit: TimeUnit) -> [Table.Cell] {
    let sorted = SortedSamples(times.map { Double($0) })
    return [sorted?.median, sorted?.maximum].map { Table.Cell($0.map(unit.format) ?? "") }
  }
}
