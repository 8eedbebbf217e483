import BenchmarkModel
import BenchmarkResults
package import Foundation
import ReportText
import SampleStatistics

extension ResultReport {
  /// The candidate as `customSmallerIsBetter` of the action github-action-benchmark takes it: name,
  /// unit, value, and the half width of the interval.
  ///
  /// Headroom, of which more is better, and expected slots, which are no cost, are left out.
  package func githubActionBenchmark() throws -> Data {
    try PrettyJSON.encode(tracked.compactMap(ActionEntry.init))
  }

  /// The candidate in the Bencher Metric Format: measures by benchmark.
  ///
  /// A scenario is a benchmark per rate, such as `feed.scroll at 120 Hz`. Bencher knows the measure
  /// `latency`; it creates the others.
  package func bmf() throws -> Data {
    let benchmarks = Dictionary(grouping: tracked, by: \.place)
    return try PrettyJSON.encode(
      benchmarks.mapValues { values in
        Dictionary(
          values.compactMap { value in
            BencherMeasure(value).map { (BencherMeasure.name(value.metric ?? ""), $0) }
          }, uniquingKeysWith: { first, _ in first })
      }.filter { !$0.value.isEmpty })
  }

  /// The values whose course over time makes sense, and of which less is better.
  private var tracked: [MeasuredValue] {
    candidate.file.benchmarks.filter { $0.failure == nil }.flatMap {
      $0.values(candidate.result[$0])
    }.filter {
      $0.value != nil && $0.metric != "headroom" && $0.metric != "expectedSlots"
    }
  }
}

/// What github-action-benchmark reads.
private struct ActionEntry: Encodable {
  let name: String
  let unit: String
  let value: Double

  /// Absent without an interval.
  let range: String?
  let extra: String?

  init?(_ measured: MeasuredValue) {
    guard let value = measured.value, let metric = measured.metric else { return nil }
    name = "\(measured.place): \(metric)"
    unit = measured.unit
    self.value = value
    range = measured.interval.map { "± \(NumberText.format($0.width / 2))" }
    extra = measured.count.map { "n = \($0)" }
  }
}

/// What Bencher reads.
private struct BencherMeasure: Encodable {
  let value: Double

  /// Absent without an interval.
  let lower, upper: Double?

  private enum CodingKeys: String, CodingKey {
    case value
    case lower = "lower_value"
    case upper = "upper_value"
  }

  init?(_ measured: MeasuredValue) {
    guard let value = measured.value else { return nil }
    self.value = value
    lower = measured.interval?.low
    upper = measured.interval?.high
  }

  /// The measure's slug: `latency` for the time of an operation, `malloc-count-total` for others.
  static func name(_ metric: String) -> String {
    guard metric != Metric.wallClock.name else { return "latency" }
    return metric.reduce(into: "") { slug, character in
      slug += character.isUppercase ? "-" + character.lowercased() : String(character)
    }
  }
}
