import BenchmarkModel
import BenchmarkResults
package import Foundation
import FrameTiming
import SampleStatistics

extension ResultReport {
  /// The result as JMH writes its own with `-rf json`: an entry per benchmark, and one per scenario
  /// and rate.
  ///
  /// An operation of a scenario is a frame. Errors and confidences are 95 % intervals of the
  /// median, where JMH has 99.9 % intervals of the mean. What failed has no entry. With a baseline,
  /// the parameter `side` tells the two results apart.
  package func jmh() throws -> Data {
    var entries: [JMHEntry] = []
    for (name, side) in sides {
      for benchmark in side.file.benchmarks where benchmark.failure == nil {
        entries += benchmark.valuesByRate(side.result[benchmark]).compactMap {
          JMHEntry($0, side: name)
        }
      }
    }
    return try PrettyJSON.encode(entries)
  }
}

/// One benchmark as JMH describes it.
private struct JMHEntry: Encodable {
  /// The version of JMH whose format this is.
  let jmhVersion = "1.37"
  let benchmark: String
  let mode = "avgt"
  let threads = 1
  let forks = 1
  let warmupIterations = 0
  let warmupTime = "0 s"
  let warmupBatchSize = 1
  let measurementIterations: Int
  let measurementTime = "0 s"
  let measurementBatchSize = 1
  let params: [String: String]
  let primaryMetric: JMHMetric
  let secondaryMetrics: [String: JMHMetric]

  /// Nil without a time.
  init?(_ values: [MeasuredValue], side: ComparisonEntry.Side?) {
    let measured = values.compactMap { value in
      JMHMetric(value).map { (value: value, metric: $0) }
    }
    let primary = measured.first {
      $0.value.metric == Metric.wallClock.name || $0.value.metric == "work"
    }
    guard let primary else { return nil }
    benchmark = primary.value.benchmark
    measurementIterations = primary.value.count ?? 1
    var params: [String: String] = [:]
    params["variant"] = primary.value.variant?.rawValue
    params["rateHz"] = primary.value.rate.map { "\($0.hertz)" }
    params["side"] = side?.rawValue
    self.params = params
    primaryMetric = primary.metric
    secondaryMetrics = Dictionary(
      measured.filter { $0.value.metric != primary.value.metric }
        .map { ($0.value.metric ?? "", $0.metric) }, uniquingKeysWith: { first, _ in first })
  }
}

/// A score as JMH describes it.
private struct JMHMetric: Encodable {
  let score: Double
  let scoreError: JMHNumber
  let scoreConfidence: [JMHNumber]
  let scorePercentiles: [String: Double]
  let scoreUnit: String
  let rawData: [[Double]]

  /// Nil without a value.
  init?(_ value: MeasuredValue) {
    guard let score = value.value else { return nil }
    self.score = score
    scoreUnit = value.unit
    scoreError = JMHNumber(value: value.interval.map { $0.width / 2 })
    scoreConfidence = [value.interval?.low, value.interval?.high].map(JMHNumber.init)
    var percentiles = ["50.0": score]
    for (name, value) in value.percentiles {
      guard let percent = Double(name.dropFirst()) else { continue }
      percentiles["\(percent)"] = value
    }
    scorePercentiles = percentiles
    rawData = [value.samples.isEmpty ? [score] : value.samples]
  }
}

/// A number, or `"NaN"`, as JMH writes one that it does not know.
private struct JMHNumber: Encodable {
  let value: Double?

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value {
      try container.encode(value)
    } else {
      try container.encode("NaN")
    }
  }
}
