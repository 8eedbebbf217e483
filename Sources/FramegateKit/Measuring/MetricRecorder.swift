public import BenchmarkModel
import CMeasure
import Foundation

extension CustomMetric {
  /// Records a value of this metric, in the body of a benchmark whose options name it.
  ///
  /// Every call is one sample. While times, allocations or instructions are measured, a call
  /// records nothing and costs a load and a branch. Code that computes the value is part of the
  /// body and is measured with it.
  ///
  /// - Parameter value: 0 to 10¹⁸; anything else fails the benchmark.
  public func record(_ value: Double) {
    if framegate_is_recording(FRAMEGATE_METRICS) { MetricRecorder.shared.add(value, to: self) }
  }
}

/// Keeps what the body of a benchmark records.
package final class MetricRecorder: Sendable {
  /// The maximum number of values that are kept of one metric; further ones are dropped.
  package static let mostValues = RecordMetrics.mostValues

  fileprivate static let shared = MetricRecorder()

  /// The lock that recorders of metrics and of answers share: only one benchmark of the process
  /// records at a time.
  static let turn = NSLock()

  /// Guards the values: an asynchronous body may record on several threads.
  private let lock = NSLock()
  nonisolated(unsafe) private var values: [CustomMetric: [Double]] = [:]

  fileprivate func add(_ value: Double, to metric: CustomMetric) {
    lock.withLock {
      if values[metric, default: []].count < Self.mostValues {
        values[metric, default: []].append(value)
      }
    }
  }

  private func takeValues() -> [CustomMetric: [Double]] {
    lock.withLock {
      defer { values = [:] }
      return values
    }
  }
}

extension MetricRecorder {
  /// Runs `body` and returns what it recorded.
  ///
  /// - Returns: The values by the metric's name, in the order in which they were recorded; none for
  ///   a metric that was not recorded.
  /// - Throws: What `body` throws; ``MeasuringError/undeclaredMetric(_:)`` and
  ///   ``MeasuringError/unusableValue(_:of:)``.
  static func record(
    _ metrics: [CustomMetric], while body: () throws -> Void
  ) throws -> [String: [Double]] {
    let values = try turn.withLock {
      // Discards values of an earlier recording that failed or left a thread running.
      _ = shared.takeValues()
      do {
        framegate_set_recording(FRAMEGATE_METRICS)
        // Recording ends before the values are taken: threads that the body left running would
        // keep the lock busy.
        defer { framegate_set_recording(FRAMEGATE_NOTHING) }
        try body()
      }
      return shared.takeValues()
    }
    if let other = values.keys.filter({ !metrics.contains($0) }).map(\.name).min() {
      throw MeasuringError.undeclaredMetric(other)
    }
    var named: [String: [Double]] = [:]
    for (metric, values) in values {
      if let value = values.first(where: { !(0...CustomMetric.largestValue).contains($0) }) {
        throw MeasuringError.unusableValue(value, of: metric.name)
      }
      named[metric.name] = values
    }
    return named
  }
}

extension MeasuredLoop {
  /// The values of these metrics in iterations; see ``MetricRecorder/record(_:while:)``.
  package func record(
    _ metrics: [CustomMetric], iterations: Int
  ) throws -> [String: [Double]] {
    // The first iteration finds colder caches than all others, so it is not recorded.
    try inBatches(1, run)
    return try MetricRecorder.record(metrics) { try inBatches(iterations, run) }
  }
}
