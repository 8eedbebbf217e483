package import BenchmarkModel

/// What was measured of one benchmark or scenario.
package struct BenchmarkResult: Hashable, Sendable {
  /// Whether measuring went through.
  package enum Status: Hashable, Sendable {
    case measured
    /// Crashed, hung or refused, with the reason; what was measured before is kept.
    case failed(String)
  }

  /// The dotted key, such as `kernel.compose.l2.simd`.
  package var name: String

  /// Timed as a whole or driven frame by frame.
  package var kind: BenchmarkKind

  /// The implementation measured; nil for benchmarks that have none to choose from.
  package var variant: Variant?

  /// Uses of the kernel per iteration, at least 1; `wallClock` is per operation.
  package var operations: Int

  /// The bytes that one operation reads and writes, when the author stated them.
  package var bytesPerOperation: Int?

  /// The additions, multiplications, divisions and roots of one operation, when the author stated
  /// them.
  package var flopsPerOperation: Int?

  /// What a scenario was measured with.
  package var parameters: MeasuredParameters?

  /// Whether measuring went through.
  package var status: Status

  /// By metric name.
  package var metrics: [String: Recorded<MetricResult>]

  /// Frame budgets declared beside the scenario, in the textual form of the command line.
  package var budgets: [String]

  /// A scenario's cost vectors, one entry per sampled rate.
  package var frames: [FrameCosts]

  /// What a real timer showed, one entry per rate, when it was asked for.
  package var paced: [PacedRun]

  /// How many layers fit, one entry per variant and rate.
  package var capacity: [Capacity]

  package init(
    name: String, kind: BenchmarkKind, variant: Variant? = nil, operations: Int = 1,
    bytesPerOperation: Int? = nil, flopsPerOperation: Int? = nil,
    parameters: MeasuredParameters? = nil,
    status: Status = .measured, metrics: [String: Recorded<MetricResult>] = [:],
    budgets: [String] = [], frames: [FrameCosts] = [], paced: [PacedRun] = [],
    capacity: [Capacity] = []
  ) {
    (self.name, self.kind, self.variant) = (name, kind, variant)
    (self.operations, self.bytesPerOperation) = (operations, bytesPerOperation)
    self.flopsPerOperation = flopsPerOperation
    (self.parameters, self.status, self.metrics) = (parameters, status, metrics)
    (self.budgets, self.frames, self.paced) = (budgets, frames, paced)
    self.capacity = capacity
  }
}

extension BenchmarkResult {
  /// Why measuring failed; nil when it went through.
  package var failure: String? {
    guard case .failed(let reason) = status else { return nil }
    return reason
  }

  /// The metric's values, or why there are none.
  package func metric(_ metric: Metric) -> Recorded<MetricResult> {
    metrics[metric.name] ?? .unavailable("not measured in this run")
  }

  /// The cost vector sampled at `rateHz`, if the scenario was sampled there.
  package func frames(atRateHz rateHz: Int) -> FrameCosts? {
    frames.first { $0.rateHz == rateHz }
  }
}
