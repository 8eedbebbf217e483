package import BenchmarkModel
package import SampleStatistics

/// One benchmark's samples on both sides, taken alternately.
package struct PairedTimes: PairedSeries {
  /// A sample of each side, in nanoseconds per iteration.
  package struct Pair: Hashable, Codable, Sendable {
    package let baseline, candidate: Time

    package init(baseline: Time, candidate: Time) {
      self.baseline = baseline
      self.candidate = candidate
    }
  }

  /// The time of one iteration on both clocks.
  package struct Time: Hashable, Codable, Sendable {
    package let wallNs, cpuNs: Double

    package init(wallNs: Double, cpuNs: Double) {
      self.wallNs = wallNs
      self.cpuNs = cpuNs
    }
  }

  /// The largest ratio of wall time to CPU time of a thread that is on the CPU all the time.
  private static let busyRatio = 1.02

  private let name: String
  private let level: SequentialLevel

  /// Operations in an iteration of each side.
  private let operations: (baseline: Double, candidate: Double)

  /// The metric that the user requested; nil to choose one.
  private let metric: Metric?

  /// By launch, in the order taken.
  package private(set) var launches: [[Pair]] = []

  package init(
    name: String, level: SequentialLevel, operations: (baseline: Double, candidate: Double),
    metric: Metric? = nil
  ) {
    self.name = name
    self.level = level
    self.operations = operations
    self.metric = metric
  }
}

extension PairedTimes {
  package mutating func add(launch pairs: [Pair]) { launches.append(pairs) }

  /// The clock that decides: CPU time, which no preemption stretches, if both sides use the CPU all
  /// the time; wall time if one of them waits or uses other threads.
  package var decidingMetric: Metric {
    if let metric { return metric }
    let pairs = launches.flatMap(\.self)
    func isBusy(_ times: [Time]) -> Bool {
      // The least disturbed sample decides, because a preemption only adds wall time.
      times.contains { $0.cpuNs > 0 && $0.wallNs <= Self.busyRatio * $0.cpuNs }
    }
    return isBusy(pairs.map(\.baseline)) && isBusy(pairs.map(\.candidate)) ? .cpuTotal : .wallClock
  }

  package var ratioCount: Int { launches.reduce(0) { $0 + MedianRatio.groups(of: $1).count } }

  package func entries(atLook number: Int, rule: VerdictRule) -> [ComparisonEntry] {
    let metric = decidingMetric
    func perOperation(_ pair: Pair) -> (baseline: Double, candidate: Double) {
      let (old, new) =
        metric == .cpuTotal
        ? (pair.baseline.cpuNs, pair.candidate.cpuNs)
        : (pair.baseline.wallNs, pair.candidate.wallNs)
      return (old / operations.baseline, new / operations.candidate)
    }
    var ratio = SequentialRatio(level: level)
    for launch in launches { ratio.add(launch: MedianRatio.ratios(of: launch.map(perOperation))) }
    let times = launches.flatMap { $0.map(perOperation) }
    return [
      entry(
        benchmark: name, .metric(metric.name, unit: metric.unit),
        baseline: SortedSamples(times.map(\.baseline))?.median,
        candidate: SortedSamples(times.map(\.candidate))?.median, pairs: times.count,
        estimate: ratio.estimate(atLook: number), rule: rule)
    ]
  }
}
