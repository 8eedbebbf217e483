import BenchmarkModel
import BenchmarkResults
import Foundation
import FrameTiming
package import ReportText
import SampleStatistics

extension ResultReport {
  /// The result in the exposition format of OpenMetrics 1.0, in base units.
  ///
  /// A gauge per metric that the tool knows, and one for each end of its interval. With a baseline,
  /// the label `side` tells the two results apart.
  ///
  /// - Returns: Lines that end in a newline; the last is `# EOF`.
  package func openMetrics() -> OpenMetricsText {
    let values = sides.flatMap { name, side in
      side.result.values.filter { $0.value != nil }
        .map { (side: name, value: $0) }
    }
    let byMetric = Dictionary(grouping: values) { $0.value.metric ?? "" }
    var lines: [OpenMetricsText] = [
      "# HELP framegate_result The result that the values are from.",
      "# TYPE framegate_result info",
    ]
    lines += sides.map { name, side in Self.info(name, side) }
    for family in MetricFamily.all {
      let samples = byMetric[family.metric] ?? []
      lines += family.lines(
        samples.compactMap { sample in
          sample.value.value.map { (Self.labels(sample.side, sample.value), $0) }
        })
      lines += family.bound("lower", "lower").lines(
        samples.compactMap { sample in
          sample.value.interval.map { (Self.labels(sample.side, sample.value), $0.low) }
        })
      lines += family.bound("upper", "upper").lines(
        samples.compactMap { sample in
          sample.value.interval.map { (Self.labels(sample.side, sample.value), $0.high) }
        })
    }
    return (lines + ["# EOF", ""]).joined(separator: "\n")
  }

  private static func info(_ name: ComparisonEntry.Side?, _ side: Side) -> OpenMetricsText {
    let environment = side.file.environment
    let labels: [(OpenMetricsText, String?)] = [
      ("side", name?.rawValue), ("tool", side.file.tool.name), ("version", side.file.tool.version),
      ("commit", environment.commit.value), ("toolchain", environment.toolchain),
      ("machine", environment.machine.summary),
    ]
    return "framegate_result_info{\(list(labels))} 1"
  }

  private static func labels(
    _ side: ComparisonEntry.Side?, _ value: MeasuredValue
  ) -> OpenMetricsText {
    list([
      ("side", side?.rawValue), ("benchmark", value.benchmark),
      ("variant", value.variant?.rawValue), ("rate", value.rate.map { "\($0.hertz)" }),
    ])
  }

  private static func list(_ labels: [(OpenMetricsText, String?)]) -> OpenMetricsText {
    labels.compactMap { name, value in
      value.map { "\(name)=\"\($0)\"" as OpenMetricsText }
    }.joined(separator: ",")
  }
}

/// A gauge and how its numbers follow from those of a result.
private struct MetricFamily {
  /// The metric's key in result files.
  let metric: String

  /// The name without the unit.
  let name: OpenMetricsText

  /// The base unit; nil for a number without one.
  let unit: OpenMetricsText?

  /// What one unit of the result is in the base unit.
  let scale: Double
  let help: OpenMetricsText

  static let all = [
    MetricFamily(
      metric: Metric.wallClock.name, name: "framegate_wall_clock", unit: "seconds", scale: 1e-9,
      help: "Median time of an operation."),
    MetricFamily(
      metric: Metric.cpuTotal.name, name: "framegate_cpu", unit: "seconds", scale: 1e-9,
      help: "Median CPU time of an operation."),
    MetricFamily(
      metric: "work", name: "framegate_frame_work", unit: "seconds", scale: 1e-9,
      help: "Mean CPU time of a frame."),
    MetricFamily(
      metric: "warmWork", name: "framegate_warm_frame_work", unit: "seconds", scale: 1e-9,
      help: "Mean CPU time of a frame with warm caches."),
    MetricFamily(
      metric: "firstFrame", name: "framegate_first_frame_work", unit: "seconds", scale: 1e-9,
      help: "CPU time of the first frame."),
    MetricFamily(
      metric: "workMaximum", name: "framegate_slowest_frame_work", unit: "seconds", scale: 1e-9,
      help: "CPU time of the slowest frame."),
    MetricFamily(
      metric: "droppedSlots", name: "framegate_dropped_slots", unit: nil, scale: 1,
      help: "Expected slots that show no new frame."),
    MetricFamily(
      metric: "expectedSlots", name: "framegate_expected_slots", unit: nil, scale: 1,
      help: "Slots that should show a new frame."),
    MetricFamily(
      metric: "hitchRatio", name: "framegate_hitch", unit: "ratio", scale: 1e-3,
      help: "Hitch time in seconds per second of animation."),
    MetricFamily(
      metric: "headroom", name: "framegate_headroom", unit: "ratio", scale: 1,
      help: "Largest factor on all work that drops nothing."),
    MetricFamily(
      metric: Metric.mallocBytesCount.name, name: "framegate_allocated", unit: "bytes", scale: 1,
      help: "Bytes allocated by an operation or a frame."),
    MetricFamily(
      metric: Metric.mallocCountTotal.name, name: "framegate_allocations", unit: nil, scale: 1,
      help: "Allocations of an operation or a frame."),
    MetricFamily(
      metric: Metric.instructions.name, name: "framegate_instructions", unit: nil, scale: 1,
      help: "Instructions of an operation or a frame."),
  ]

  /// The family of one end of the intervals.
  func bound(_ suffix: OpenMetricsText, _ end: OpenMetricsText) -> MetricFamily {
    MetricFamily(
      metric: metric, name: "\(name)_\(suffix)", unit: unit, scale: scale,
      help: "\(help) The \(end) end of the 95 % interval.")
  }

  /// The description and the samples; nothing without samples.
  func lines(_ samples: [(labels: OpenMetricsText, value: Double)]) -> [OpenMetricsText] {
    guard !samples.isEmpty else { return [] }
    let full: OpenMetricsText = unit.map { "\(name)_\($0)" } ?? name
    return ["# HELP \(full) \(help)", "# TYPE \(full) gauge"]
      + (unit.map { ["# UNIT \(full) \($0)"] } ?? [])
      + samples.map { "\(full){\($0.labels)} \(OpenMetricsText.number($0.value * scale))" }
  }
}
