import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
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
  /// - Returns: Lines that end with a newline; the last is `# EOF`.
  package func openMetrics() -> OpenMetricsText {
    let byMetric = Dictionary(grouping: values) { $0.metric ?? "" }
    var lines: [OpenMetricsText] = [
      "# HELP framegate_result The result that the values are from.",
      "# TYPE framegate_result info",
    ]
    lines += sides.map { name, side in Self.info(name, side) }
    for family in MetricFamily.all {
      let values = byMetric[family.metric] ?? []
      lines += family.lines(values, \.value)
      for (end, number) in [("lower", \MeasuredValue.interval?.low), ("upper", \.interval?.high)]
        as [(OpenMetricsText, KeyPath<MeasuredValue, Double?>)]
      {
        lines += family.bound(end).lines(values, number)
      }
    }
    return (lines + ["# EOF", ""]).joined(separator: "\n")
  }

  private static func info(_ name: ComparisonSide?, _ side: Side) -> OpenMetricsText {
    let environment = side.file.environment
    let labels = MetricFamily.labels([
      ("side", name?.rawValue), ("tool", side.file.tool.name), ("version", side.file.tool.version),
      ("commit", environment.commit.value), ("toolchain", environment.toolchain),
      ("machine", environment.machine.summary),
    ])
    return "framegate_result_info{\(labels)} 1"
  }
}

/// A gauge, and how its numbers are computed from those of a result.
private struct MetricFamily {
  /// A unit of results, with its base unit.
  enum Unit {
    case nanoseconds, bytes, ratio, thousandths, count

    /// Nil for a number without a unit.
    var name: OpenMetricsText? {
      switch self {
      case .nanoseconds: "seconds"
      case .bytes: "bytes"
      case .ratio, .thousandths: "ratio"
      case .count: nil
      }
    }

    var scale: Double { self == .nanoseconds ? 1e-9 : self == .thousandths ? 1e-3 : 1 }
  }

  /// The metric's key in result files.
  let metric: String

  /// The name without the unit.
  let name: OpenMetricsText
  let unit: Unit
  let help: OpenMetricsText

  private static func of(
    _ metric: Metric, _ name: OpenMetricsText, _ unit: Unit, _ help: OpenMetricsText
  ) -> MetricFamily {
    MetricFamily(metric: metric.name, name: "framegate_\(name)", unit: unit, help: help)
  }

  private static func of(
    _ metric: FrameMetric, _ name: OpenMetricsText, _ unit: Unit, _ help: OpenMetricsText
  ) -> MetricFamily {
    MetricFamily(metric: metric.rawValue, name: "framegate_\(name)", unit: unit, help: help)
  }

  static let all: [MetricFamily] = [
    of(Metric.wallClock, "wall_clock", .nanoseconds, "Median time of an operation."),
    of(Metric.cpuTotal, "cpu", .nanoseconds, "Median CPU time of an operation."),
    of(.work, "frame_work", .nanoseconds, "Mean CPU time of a frame."),
    of(.warmWork, "warm_frame_work", .nanoseconds, "Mean CPU time of a frame with warm caches."),
    of(.firstFrame, "first_frame_work", .nanoseconds, "CPU time of the first frame."),
    of(.workMaximum, "slowest_frame_work", .nanoseconds, "CPU time of the slowest frame."),
    of(.droppedSlots, "dropped_slots", .count, "Expected slots that show no new frame."),
    of(.expectedSlots, "expected_slots", .count, "Slots that should show a new frame."),
    of(.hitchRatio, "hitch", .thousandths, "Hitch time in seconds per second of animation."),
    of(.headroom, "headroom", .ratio, "Largest factor on all work that drops nothing."),
    of(Metric.mallocBytesCount, "allocated", .bytes, "Bytes allocated by an operation or a frame."),
    of(Metric.mallocCountTotal, "allocations", .count, "Allocations of an operation or a frame."),
    of(Metric.instructions, "instructions", .count, "Instructions of an operation or a frame."),
    of(Metric.syscalls, "system_calls", .count, "System calls of an operation or a frame."),
    of(Metric.pageFaults, "page_faults", .count, "Page faults of an operation or a frame."),
    of(Metric.contextSwitches, "waits", .count, "Times that a thread waited."),
    of(Metric.readBytesLogical, "read", .bytes, "Bytes that an operation or a frame reads."),
    of(Metric.writeBytesLogical, "written", .bytes, "Bytes that an operation or a frame writes."),
    of(Metric.peakMemoryResident, "peak_memory", .bytes, "Most physical memory at once."),
  ]

  /// The gauge of one end of the intervals.
  func bound(_ end: OpenMetricsText) -> MetricFamily {
    MetricFamily(
      metric: metric, name: "\(name)_\(end)", unit: unit,
      help: "\(help) The \(end) end of the 95 % interval.")
  }

  /// The description and the samples; empty without samples.
  func lines(
    _ values: [MeasuredValue], _ number: KeyPath<MeasuredValue, Double?>
  ) -> [OpenMetricsText] {
    let full: OpenMetricsText = unit.name.map { "\(name)_\($0)" } ?? name
    let samples = values.compactMap { value -> OpenMetricsText? in
      guard let sample = value[keyPath: number] else { return nil }
      let labels = Self.labels([
        ("side", value.side?.rawValue), ("benchmark", value.benchmark),
        ("variant", value.variant?.rawValue), ("rate", value.rate.map { "\($0.hertz)" }),
      ])
      return "\(full){\(labels)} \(OpenMetricsText.number(sample * unit.scale))"
    }
    guard !samples.isEmpty else { return [] }
    return ["# HELP \(full) \(help)", "# TYPE \(full) gauge"]
      + (unit.name.map { ["# UNIT \(full) \($0)"] } ?? []) + samples
  }

  static func labels(_ labels: [(OpenMetricsText, String?)]) -> OpenMetricsText {
    labels.compactMap { name, value in
      value.map { "\(name)=\"\($0)\"" as OpenMetricsText }
    }.joined(separator: ",")
  }
}
