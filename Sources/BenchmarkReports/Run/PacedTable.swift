import BenchmarkModel
import BenchmarkResults
import SampleStatistics

/// What a real timer showed, beside the replay of the same scenario.
struct PacedTable {
  private let runs: [(scenario: BenchmarkResult, run: PacedRun)]

  init(_ file: ResultFile) {
    runs = file.benchmarks.flatMap { scenario in scenario.paced.map { (scenario, $0) } }
  }

  func table() -> Table {
    let times = runs.flatMap { $0.run.wakeUpNs + $0.run.wallNs + $0.run.cpuNs }.map { Double($0) }
    let unit = TimeUnit(for: times)
    var table = Table([
      "name", "rate", "frames", "dropped", "dropped in replay", "hitch ratio ms/s",
      "wake-up median \(unit.name)", "max", "wall median \(unit.name)", "max",
      "CPU median \(unit.name)", "max",
    ])
    for (scenario, run) in runs {
      let replay = scenario.frames(atRateHz: run.rateHz).map { FrameRow($0).replay }
      table.add(
        [
          Table.Cell(scenario.name), Table.Cell("\(run.rateHz) Hz"),
          Table.Cell(NumberText.format(run.frameCount)),
          Table.Cell(
            "\(run.timeline.droppedSlots)/\(run.timeline.expectedSlots)",
            run.timeline.droppedSlots > 0 ? .bad : .good),
          Table.Cell(replay.map { "\($0.droppedSlots)/\($0.expectedSlots)" } ?? ""),
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
