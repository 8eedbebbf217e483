import BenchmarkModel
import BenchmarkResults
import FrameTiming
import SampleStatistics

/// How many layers fit, a row per scenario and rate, a column per variant.
struct CapacityTable {
  private let scenarios: [(name: String, capacity: [Capacity])]
  private let variants: [Variant]

  init(_ file: ResultFile) {
    // Estimates are shown in the table of scenarios.
    scenarios = file.benchmarks.compactMap { benchmark in
      guard let capacity = benchmark.scenario?.capacity, capacity.contains(where: \.isMeasured)
      else { return nil }
      return (benchmark.name, capacity)
    }
    variants = scenarios.flatMap(\.capacity).map(\.variant).reduce(into: []) { variants, variant in
      if !variants.contains(variant) { variants.append(variant) }
    }
  }

  func table() -> Table {
    var table = Table(
      [.text("name"), .number("rate")] + variants.map { .number("\($0) layers") })
    for scenario in scenarios {
      for rate in Set(scenario.capacity.map(\.rate)).sorted() {
        let cells = variants.map { variant in
          scenario.capacity.first { $0.variant == variant && $0.rate == rate }
            .map(Self.text) ?? ""
        }
        table.add(([scenario.name, "\(rate)"] + cells).map { Table.Cell($0) })
      }
    }
    return table
  }

  /// The count with the half width of its interval, or marked as an estimate.
  static func text(_ capacity: Capacity) -> String {
    guard let interval = capacity.interval.value, capacity.layers > 0 else {
      return "≈ \(count(capacity.layers))"
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
