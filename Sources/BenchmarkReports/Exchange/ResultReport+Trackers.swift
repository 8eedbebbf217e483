import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
package import Foundation
import ReportText
import SampleStatistics

extension ResultReport {
  /// The candidate in the format `customSmallerIsBetter` of the action github-action-benchmark:
  /// name, unit, value, and half the width of the interval.
  ///
  /// Metrics that are better when larger are left out, and expected slots, which are not a cost.
  package func githubActionBenchmark() throws -> Data {
    try PrettyJSON.encode(
      tracked.map { value -> JSONObject in
        [
          "name": "\(value.place): \(value.metric ?? "")", "unit": value.unit,
          "value": value.value,
          "range": value.interval.map { "± \(NumberText.format($0.width / 2))" },
          "extra": value.count.map { "n = \($0)" },
        ]
      })
  }

  /// The candidate in the Bencher Metric Format: measures by benchmark.
  ///
  /// A scenario is a benchmark per rate, such as `feed.scroll at 120 Hz`. Bencher knows the measure
  /// `latency`; it creates the others.
  package func bmf() throws -> Data {
    try PrettyJSON.encode(
      Dictionary(grouping: tracked, by: \.place).mapValues { values in
        Dictionary(
          values.map { value -> (String, JSONObject) in
            (
              Self.slug(value.metric ?? ""),
              [
                "value": value.value, "lower_value": value.interval?.low,
                "upper_value": value.interval?.high,
              ]
            )
          }, uniquingKeysWith: { first, _ in first })
      })
  }

  /// The values to track over time, all of which are better when smaller.
  private var tracked: [MeasuredValue] {
    candidate.result.places(on: nil).joined().filter {
      $0.value != nil && !$0.prefersLarger && $0.metric != FrameMetric.expectedSlots.rawValue
    }
  }

  /// Bencher's name of a metric: `latency` for the time of an operation, otherwise one such as
  /// `malloc-count-total`.
  private static func slug(_ metric: String) -> String {
    guard metric != Metric.wallClock.name else { return "latency" }
    return metric.reduce(into: "") { slug, character in
      slug += character.isUppercase ? "-" + character.lowercased() : String(character)
    }
  }
}
