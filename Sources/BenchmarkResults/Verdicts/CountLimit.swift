package import BenchmarkModel

/// A count of a benchmark, judged by the limit that was registered with it.
package struct CountLimit: Hashable, Sendable {
  /// What the count says.
  package enum Finding: Hashable, Sendable {
    case kept(Double)
    case exceeded(Double)

    /// It was not counted, for this reason.
    case notMeasured(String)
  }

  package let benchmark: String
  package let metric: Metric

  /// The largest count per operation.
  package let limit: Double

  package let finding: Finding
}

extension CountLimit {
  /// The judgements of everything in a result that has limits, in its order.
  ///
  /// Failed benchmarks have none: they fail a gate by themselves.
  package static func judge(_ file: ResultFile) -> [CountLimit] {
    file.benchmarks.filter { $0.failure == nil }.flatMap { benchmark in
      (benchmark.timed?.gates ?? []).compactMap { gate in
        guard case .count(let metric, let limit) = gate.limit else { return nil }
        return CountLimit(
          benchmark: benchmark.name, metric: metric, limit: limit,
          finding: finding(benchmark.metric(metric), limit))
      }
    }
  }

  private static func finding(_ result: Recorded<MetricResult>, _ limit: Double) -> Finding {
    guard let count = result.value?.median else {
      return .notMeasured(result.reason ?? "not measured")
    }
    return count > limit ? .exceeded(count) : .kept(count)
  }

  package var isExceeded: Bool {
    if case .exceeded = finding { true } else { false }
  }

  package var isMissing: Bool {
    if case .notMeasured = finding { true } else { false }
  }

  /// The count; nil if there is none.
  package var count: Double? {
    switch finding {
    case .kept(let count), .exceeded(let count): count
    case .notMeasured: nil
    }
  }
}
