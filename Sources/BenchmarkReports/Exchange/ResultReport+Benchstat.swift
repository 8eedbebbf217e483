import BenchmarkModel
import BenchmarkResults
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
      let head = keys.compactMap { key, value in
        value.map { BenchstatText.configuration(key, $0) }
      }
      let lines = side.file.benchmarks.filter { $0.failure == nil }.flatMap {
        Self.lines($0, side.result[$0])
      }
      return (head + lines).joined()
    }.joined(separator: "\n")
  }

  private static func lines(
    _ benchmark: BenchmarkResult, _ rows: [FrameRow]
  ) -> [BenchstatText] {
    let operations = benchmark.timed?.operations ?? 1
    return benchmark.valuesByRate(rows).flatMap { values -> [BenchstatText] in
      let rate = values.first?.rate.map {
        "/rate=\(BenchstatText.number($0.hertz))" as BenchstatText
      }
      let name: BenchstatText = "Benchmark/\(benchmark.name)\(rate ?? "")"
      // As many lines as the metric with the most samples has; a metric with fewer ends earlier.
      let values = values.filter { $0.value != nil }
      let count = values.map { max($0.samples.count, 1) }.max() ?? 0
      return (0..<count).map { index in
        let measurements = values.compactMap { value -> BenchstatText? in
          let samples = value.samples.isEmpty ? [value.value ?? 0] : value.samples
          guard index < samples.count else { return nil }
          return BenchstatText.number(samples[index]) + " " + unit(of: value)
        }
        return "\(name) \(BenchstatText.number(operations)) "
          + measurements.joined(separator: " ") + "\n"
      }
    }
  }

  /// The unit as Go names it, where Go has one.
  private static func unit(of value: MeasuredValue) -> BenchstatText {
    switch value.metric {
    case Metric.wallClock.name, "work": "ns/op"
    case Metric.cpuTotal.name: "cpu-ns/op"
    case Metric.mallocBytesCount.name: "B/op"
    case Metric.mallocCountTotal.name: "allocs/op"
    case let metric?: BenchstatText(foreign: metric)
    case nil: "value"
    }
  }
}
