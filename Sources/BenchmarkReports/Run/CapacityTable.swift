import BenchmarkModel
import BenchmarkResults
import FrameTiming
import ReportText
import SampleStatistics

/// How many layers fit, a row per scenario and rate, a column per variant.
struct CapacityTable {
  private let scenarios: [(name: String, capacity: [Capacity])]

  /// Nil for scenarios without variants.
  private let variants: [Variant?]

  /// Scenarios whose capacity was requested in vain, with the reason.
  private let absent: [(name: String, reason: String)]

  init(_ file: ResultFile) {
    // Estimates are shown in the table of scenarios.
    scenarios = file.benchmarks.compactMap { benchmark in
      guard let capacity = benchmark.scenario?.capacity.value,
        capacity.contains(where: \.isMeasured)
      else { return nil }
      return (benchmark.name, capacity)
    }
    absent = file.benchmarks.compactMap { benchmark in
      benchmark.scenario?.capacity.reason.map { (benchmark.name, $0) }
    }
    variants = scenarios.flatMap(\.capacity).map(\.variant).reduce(into: []) { variants, variant in
      if !variants.contains(variant) { variants.append(variant) }
    }
  }

  func table(_ notes: Footnotes) -> Table {
    let columns = variants.isEmpty ? [nil] : variants
    var table = Table(
      [.text("name")] + (scenarios.isEmpty ? [] : [.number("rate")])
        + columns.map { .number($0.map { "\($0) layers" } ?? "layers") })
    for scenario in scenarios {
      for rate in Set(scenario.capacity.map(\.rate)).sorted() {
        let cells = variants.map { variant in
          scenario.capacity.first { $0.variant == variant && $0.rate == rate }.map(Self.text) ?? ""
        }
        table.add(([scenario.name, "\(rate)"] + cells).map { Table.Cell($0) })
      }
    }
    for (name, reason) in absent {
      let cells = [Table.Cell(name)] + (scenarios.isEmpty ? [] : [Table.Cell("")])
      table.add(cells + columns.map { _ in notes.absence(reason) })
    }
    return table
  }

  /// The count with the half width of its interval, or marked as an estimate.
  static func text(_ capacity: Capacity) -> String {
    guard let interval = capacity.interval.value, capacity.layers > 0 else {
      return capacity.mark + count(capacity.layers)
    }
    let percent = 50 * interval.width / Double(capacity.layers)
    return "\(count(capacity.layers)) ± \(NumberText.format(percent)) %"
  }

  /// Three digits: `57.1 k`, `1.23 M`.
  private static func count(_ layers: Int) -> String {
    switch layers {
    case 1_000_000...: "\(NumberText.format(Double(layers) / 1_000_000)) M"
    case 1_000...: "\(NumberText.format(Double(layers) / 1_000)) k"
    default: "\(layers)"
    }
  }
}
