import BenchmarkModel

/// A count of a benchmark, or a metric of its own, judged by the limit that was registered with it.
package struct CountLimit: Hashable, Sendable {
  /// What the count says.
  package enum Finding: Hashable, Sendable {
    case kept(Double)
    case exceeded(Double)

    /// It was not counted, for this reason.
    case notMeasured(String)
  }

  package let benchmark: String

  /// The metric's name and unit.
  package let metric, unit: String

  /// The largest value or, for a metric of which more is better, the smallest.
  package let limit: Double

  /// Whether ``limit`` is the smallest value.
  package let isMinimum: Bool

  package let finding: Finding
}

extension CountLimit {
  /// The judgements of everything in a result that has limits, in its order.
  ///
  /// Failed benchmarks have none: they fail a gate by themselves.
  package static func judge(_ file: ResultFile) -> [CountLimit] {
    file.benchmarks.filter { $0.failure == nil }.flatMap { benchmark in
      (benchmark.timed?.gates ?? []).compactMap { gate in
        switch gate.limit {
        case .count(let metric, let limit):
          CountLimit(benchmark, metric.name, unit: metric.unit, limit, isMinimum: false)
        case .custom(let metric, .atMost, let limit):
          CountLimit(benchmark, metric.name, unit: metric.unit, limit, isMinimum: false)
        case .custom(let metric, .atLeast, let limit):
          CountLimit(benchmark, metric.name, unit: metric.unit, limit, isMinimum: true)
        case .custom(_, .within, _), .instructions, .allocations, .moreAllocations, .slower: nil
        }
      }
    }
  }

  private init(
    _ result: BenchmarkResult, _ metric: String, unit: String, _ limit: Double, isMinimum: Bool
  ) {
    benchmark = result.name
    self.metric = metric
    self.unit = unit
    self.limit = limit
    self.isMinimum = isMinimum
    let measured = result.timed?.metrics[metric] ?? .notMeasured
    finding =
      if let value = measured.value?.median {
        (isMinimum ? value < limit : value > limit) ? .exceeded(value) : .kept(value)
      } else {
        .notMeasured(measured.reason ?? "not measured")
      }
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
