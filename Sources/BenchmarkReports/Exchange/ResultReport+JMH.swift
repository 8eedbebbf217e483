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
    try PrettyJSON.encode(sides.flatMap { $0.side.places($0.name).compactMap(Self.jmhEntry) })
  }

  /// One benchmark, or nil without a time.
  private static func jmhEntry(_ place: [MeasuredValue]) -> JSONObject? {
    let measured = place.filter { $0.value != nil }
    guard let primary = measured.first(where: \.isTime) else { return nil }
    let others = measured.filter { $0.metric != primary.metric }.map {
      ($0.metric ?? "", jmhMetric($0))
    }
    return [
      // The version of JMH whose format this is.
      "jmhVersion": "1.37", "benchmark": primary.benchmark, "mode": "avgt", "threads": 1,
      "forks": 1, "warmupIterations": 0, "warmupTime": "0 s", "warmupBatchSize": 1,
      "measurementIterations": primary.count ?? 1, "measurementTime": "0 s",
      "measurementBatchSize": 1,
      "params": [
        "variant": primary.variant, "rateHz": primary.rate.map { "\($0.hertz)" },
        "side": primary.side,
      ] as JSONObject,
      "primaryMetric": jmhMetric(primary),
      "secondaryMetrics": Dictionary(others, uniquingKeysWith: { first, _ in first }),
    ]
  }

  /// A score; JMH writes a number that it does not know as `"NaN"`.
  private static func jmhMetric(_ value: MeasuredValue) -> JSONObject {
    let score = value.value ?? 0
    var percentiles = ["50.0": score]
    for (name, value) in value.percentiles {
      if let percent = Double(name.dropFirst()) { percentiles["\(percent)"] = value }
    }
    var metric: JSONObject = [
      "score": score, "scoreUnit": value.unit, "scorePercentiles": percentiles,
      "rawData": [value.samples.isEmpty ? [score] : value.samples],
    ]
    if let interval = value.interval {
      metric.add(
        ["scoreError": interval.width / 2, "scoreConfidence": [interval.low, interval.high]])
    } else {
      metric.add(["scoreError": "NaN", "scoreConfidence": ["NaN", "NaN"]])
    }
    return metric
  }
}
