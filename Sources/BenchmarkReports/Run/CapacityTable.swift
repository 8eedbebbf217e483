import BenchmarkModel
import BenchmarkResults
import FrameTiming
import ReportText
import SampleStatistics

/// A table of how many layers fit into the budget, a row per scenario and rate, a column per
/// variant.
enum CapacityTable {
  static func table(_ file: ResultFile, _ notes: Footnotes) -> Table {
    // Estimates are shown in the table of scenarios.
    let scenarios = file.benchmarks.compactMap { benchmark -> (name: String, all: [Capacity])? in
      guard let capacity = benchmark.scenario?.capacity.value,
        capacity.contains(where: \.isMeasured)
      else { return nil }
      return (benchmark.name, capacity)
    }
    // Nil for scenarios without variants.
    let variants = scenarios.flatMap(\.all).map(\.variant).uniqued()
    let columns = variants.isEmpty ? [nil] : variants
    var table = Table(
      [.text("name")] + (scenarios.isEmpty ? [] : [.number("rate")])
        + columns.map { .number($0.map { "\($0) layers" } ?? "layers") })
    for scenario in scenarios {
      for rate in Set(scenario.all.map(\.rate)).sorted() {
        let cells = variants.map { variant in
          scenario.all.first { $0.variant == variant && $0.rate == rate }.map(Self.text) ?? ""
        }
        table.add(([scenario.name, "\(rate)"] + cells).map { Table.Cell($0) })
      }
    }
    for benchmark in file.benchmarks {
      // A row for each scenario whose capacity could not be measured.
      guard let reason = benchmark.scenario?.capacity.reason else { continue }
      let cells = [Table.Cell(benchmark.name)] + (scenarios.isEmpty ? [] : [Table.Cell("")])
      table.add(cells + columns.map { _ in notes.absence(reason) })
    }
    return table
  }

  /// The count with half the width of its interval, or marked as an estimate.
  static func text(_ capacity: Capacity) -> String {
    guard let interval = capacity.interval.value, capacity.layers > 0 else {
      return capacity.mark + count(capacity.layers)
    }
    let percent = 50 * interval.width / Double(capacity.layers)
    return "\(count(capacity.layers)) ± \(NumberText.format(percent)) %"
  }

  /// The count with three digits: `57.1 k`, `1.23 M`.
  private static func count(_ layers: Int) -> String {
    switch layers {
    case 1_000_000...: "\(NumberText.format(Double(layers) / 1_000_000)) M"
    case 1_000...: "\(NumberText.format(Double(layers) / 1_000)) k"
    default: "\(layers)"
    }
  }
}
