import BenchmarkModel
import BenchmarkResults
import SampleStatistics

/// How many layers fit, a row per scenario and rate, a column per variant.
struct CapacityTable {
  private let scenarios: [BenchmarkResult]
  private let variants: [Variant]

  init(_ file: ResultFile) {
    // What was only estimated stands beside its scenario.
    scenarios = file.benchmarks.filter { $0.capacity.contains(where: \.isMeasured) }
    let present = Set(scenarios.flatMap(\.capacity).map(\.variant))
    variants = Variant.allCases.filter(present.contains)
  }

  func table() -> Table {
    var table = Table(["name", "rate"] + variants.map { "\($0) layers" })
    for scenario in scenarios {
      for rate in Set(scenario.capacity.map(\.rateHz)).sorted() {
        let cells = variants.map { variant in
          scenario.capacity.first { $0.variant == variant && $0.rateHz == rate }
            .map(Self.text) ?? ""
        }
        table.add(([scenario.name, "\(rate) Hz"] + cells).map { Table.Cell($0) })
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
