import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameTiming
package import ReportText

extension ResultReport {
  /// The result as Go writes benchmarks, which `benchstat` compares: a line per sample.
  ///
  /// A name is `Benchmark/` and the benchmark's own, percent-encoded where Go's format needs it. A
  /// scenario has a line per rate and per metric of a frame. With a baseline, both results are in
  /// one text: `benchstat -col side FILE`.
  package func benchstat() -> BenchstatText {
    sides.map { name, side in
      let environment = side.file.environment
      let keys: [(StaticString, String?)] = [
        ("side", name?.rawValue), ("tool", side.file.tool.name),
        ("commit", environment.commit.value), ("cpu", environment.machine.cpuModel.value),
        ("goarch", environment.machine.architecture), ("toolchain", environment.toolchain),
      ]
      let head = keys.compactMap { key, value in value.map { BenchstatText.configuration(key, $0) }
      }
      return (head + side.places(name).flatMap(Self.lines)).joined()
    }.joined(separator: "\n")
  }

  /// As many lines as the metric with the most samples has; a metric with fewer ends earlier.
  private static func lines(_ place: [MeasuredValue]) -> [BenchstatText] {
    let values = place.filter { $0.value != nil }
    guard let first = values.first else { return [] }
    let rate = first.rate.map { "/rate=\(BenchstatText.number($0.hertz))" as BenchstatText }
    let count = values.map { max($0.samples.count, 1) }.max() ?? 0
    return (0..<count).map { index in
      let measurements = values.compactMap { value -> BenchstatText? in
        let samples = value.samples.isEmpty ? [value.value ?? 0] : value.samples
        guard index < samples.count else { return nil }
        return BenchstatText.number(samples[index]) + " " + unit(of: value)
      }.joined(separator: " ")
      let operations = BenchstatText.number(first.operations)
      return "Benchmark/\(first.benchmark)\(rate ?? "") \(operations) \(measurements)\n"
    }
  }

  /// The unit as Go names it, where Go has one.
  private static func unit(of value: MeasuredValue) -> BenchstatText {
    if value.isTime { return "ns/op" }
    switch value.metric {
    case Metric.cpuTotal.name: return "cpu-ns/op"
    case Metric.mallocBytesCount.name: return "B/op"
    case Metric.mallocCountTotal.name: return "allocs/op"
    case let metric: return metric.map { BenchstatText(foreign: $0) } ?? "value"
    }
  }
}
