import BenchmarkModel
package import BenchmarkResults

/// A limit that was registered for a count of a benchmark, or for a metric of its own.
package struct CountLimit: Hashable, Sendable {
  package let metric, unit: String

  /// The largest value that passes, or the smallest if ``isMinimum``.
  package let limit: Double

  /// Whether more is better, so that ``limit`` is the smallest value that passes.
  package let isMinimum: Bool

  package let measured: Measured<Double>
}

extension CountLimit {
  /// Whether the limit is kept, or nil when nothing was counted.
  package var isKept: Bool? { measured.value.map { isMinimum ? $0 >= limit : $0 <= limit } }

  /// The limits of a benchmark; empty if it failed, because that fails the gate by itself.
  static func limits(of result: BenchmarkResult) -> [CountLimit] {
    guard result.failure == nil, let timed = result.timed else { return [] }
    func limit(
      _ metric: String, _ unit: String, _ limit: Double, isMinimum: Bool = false
    ) -> CountLimit {
      CountLimit(
        metric: metric, unit: unit, limit: limit, isMinimum: isMinimum,
        measured: (timed.metrics[metric] ?? .notMeasured).map(\.median))
    }
    return timed.gates.compactMap { gate in
      switch gate.limit {
      case .count(let metric, let most): limit(metric.name, metric.unit, most)
      case .custom(let metric, .atMost, let most): limit(metric.name, metric.unit, most)
      case .custom(let metric, .atLeast, let fewest):
        limit(metric.name, metric.unit, fewest, isMinimum: true)
      case .custom(_, .within, _), .instructions, .allocations, .moreAllocations, .slower: nil
      }
    }
  }
}
