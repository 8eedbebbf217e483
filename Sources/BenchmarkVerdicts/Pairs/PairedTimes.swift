package import BenchmarkModel
package import SampleStatistics

/// One benchmark's samples on both sides, taken alternately.
package struct PairedTimes: PairedSeries {
  /// A sample of each side, in nanoseconds per iteration.
  package typealias Pair = BySide<Time>

  /// The time of one iteration on both clocks.
  package struct Time: Hashable, Codable, Sendable {
    package let wallNs, cpuNs: Double

    /// The time in which the thread waited for anything but a core, or nil if that is unknown.
    package let waitedNs: Double?

    package init(wallNs: Double, cpuNs: Double, waitedNs: Double? = nil) {
      self.wallNs = wallNs
      self.cpuNs = cpuNs
      self.waitedNs = waitedNs
    }
  }

  /// The longest wait of a thread that counts as busy, as a share of its CPU time.
  private static let longestWait = 0.02

  private let name: String
  private let level: SequentialLevel

  /// Operations in an iteration of each side.
  private let operations: BySide<Double>

  /// The metric that the user requested; nil to choose one.
  private let metric: Metric?

  /// The pairs by launch, in the order taken.
  package private(set) var launches: [[Pair]] = []

  package init(
    name: String, level: SequentialLevel, operations: BySide<Double>,
    metric: Metric? = nil
  ) {
    self.name = name
    self.level = level
    self.operations = operations
    self.metric = metric
  }
}

extension PairedTimes {
  package var emptied: PairedTimes {
    PairedTimes(name: name, level: level, operations: operations, metric: metric)
  }
}

extension PairedTimes.Time {
  /// How long the thread waited or, if that is unknown, how long it had no core.
  fileprivate var awayNs: Double { waitedNs ?? (wallNs - cpuNs) }
}

extension PairedTimes {
  package mutating func add(launch pairs: [Pair]) { launches.append(pairs) }

  /// The clock that decides: CPU time, which no preemption stretches, if both sides use the CPU all
  /// the time; wall time if one of them waits or uses other threads.
  package var decidingMetric: Metric {
    if let metric { return metric }
    func isBusy(_ side: KeyPath<Pair, Time>) -> Bool {
      // The least disturbed sample decides, because other processes only add to the time away.
      launches.joined().contains { pair in
        let time = pair[keyPath: side]
        return time.cpuNs > 0 && time.awayNs <= Self.longestWait * time.cpuNs
      }
    }
    return isBusy(\.baseline) && isBusy(\.candidate) ? .cpuTotal : .wallClock
  }

  package var ratioCount: Int { launches.reduce(0) { $0 + MedianRatio.groups(of: $1).count } }

  package var pairRatios: [Double] {
    timesPerOperation(decidingMetric).joined().map { $0.candidate / $0.baseline }
  }

  /// The usual times of an operation on both sides, and their ratio.
  ///
  /// All three come from one estimate (``UsualTimes``), so that a row adds up.
  package func entries(atLook number: Int, rule: VerdictRule) -> [ComparisonEntry] {
    let metric = decidingMetric
    let launches = timesPerOperation(metric)
    let times = UsualTimes(launches: launches)
    return [
      entry(
        benchmark: name, .metric(metric.name, unit: metric.unit), baseline: times?.baseline,
        candidate: times?.candidate, pairs: launches.reduce(0) { $0 + $1.count },
        estimate: times?.clusters.estimate(atLook: number, level: level), rule: rule)
    ]
  }

  /// By launch, pairs in which both sides took time.
  private func timesPerOperation(_ metric: Metric) -> [[UsualTimes.Pair]] {
    func time(_ time: Time) -> Double { metric == .cpuTotal ? time.cpuNs : time.wallNs }
    return launches.map { pairs in
      pairs.compactMap { pair in
        let (old, new) = (time(pair.baseline), time(pair.candidate))
        guard old > 0, new > 0 else { return nil }
        return (old / operations.baseline, new / operations.candidate)
      }
    }
  }
}
