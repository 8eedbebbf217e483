package import BenchmarkModel
import BenchmarkResults

/// What a comparison compares, and which changes matter to it.
package struct ComparisonRules: Hashable, Codable, Sendable {
  /// The relative change of a time that matters, for benchmarks that are not in
  /// ``thresholdByName``; nil for the defaults below.
  package var threshold: Double?

  /// The relative change that matters, by the benchmark's name.
  package var thresholdByName: [String: Double]

  /// The smallest change of a time that this machine can detect between sides that are measured
  /// alternately, according to `calibrate`; 0 if not calibrated.
  package var tolerance = 0.0

  /// How much the counters of a benchmark may grow, by its name and the counter's name; counters
  /// that are not listed may not grow.
  package var countersByName: [String: [String: CountTolerance]] = [:]

  /// The metrics that are compared, or nil for all.
  package var metrics: [String]?

  /// Whether times are judged even if the two sides compute different results.
  package var allowsDifferent = false

  /// Whether counters are compared even if different compilers built the sides.
  package var acrossToolchains: Bool

  package init(
    threshold: Double? = nil, thresholdByName: [String: Double] = [:],
    metrics: [String]? = nil, acrossToolchains: Bool = false
  ) {
    self.threshold = threshold
    self.thresholdByName = thresholdByName
    self.metrics = metrics
    self.acrossToolchains = acrossToolchains
  }
}

extension ComparisonRules {
  /// The relative change that matters between sides that were measured alternately: 1 % for a
  /// benchmark, 2 % for a scenario.
  package static func pairedThreshold(of kind: BenchmarkKind) -> Double {
    kind == .scenario ? 0.02 : 0.01
  }

  /// The tolerance if it raises a default threshold, or nil if it does not.
  package var raisingTolerance: Double? {
    threshold == nil && tolerance > Self.pairedThreshold(of: .benchmark) ? tolerance : nil
  }

  /// The same rules with the tolerance of this machine, which is used only if no threshold was
  /// given and the tolerance is above the default threshold.
  package func raised(to tolerance: Double) -> ComparisonRules {
    var rules = self
    rules.tolerance = tolerance
    rules.tolerance = rules.raisingTolerance ?? 0
    return rules
  }

  /// The relative change that matters between two separate runs, which differ by several percent
  /// without any change.
  package static let separateRunsThreshold = 0.05

  /// The threshold for a benchmark of two separate runs.
  func separateRunsRule(for name: String, spread: RunSpread) -> VerdictRule {
    VerdictRule(
      threshold: thresholdByName[name] ?? threshold ?? Self.separateRunsThreshold, spread: spread)
  }

  /// The same rules with the gates that benchmarks set for themselves, by name.
  package func applying(_ gates: [String: [BenchmarkGate]]) -> ComparisonRules {
    var rules = self
    for (name, gates) in gates {
      for gate in gates {
        switch gate.limit {
        case .slower(let share): rules.thresholdByName[name] = share
        case .instructions(let share): rules.allow(name, .instructions, \.share, share)
        case .allocations(let share):
          rules.allow(name, .mallocCountTotal, \.share, share)
          rules.allow(name, .mallocBytesCount, \.share, share)
        case .moreAllocations(let count):
          rules.allow(name, .mallocCountTotal, \.count, count)
          // The size of the additional allocations is not known.
          rules.allow(name, .mallocBytesCount, \.count, .infinity)
        case .custom(let metric, .within, let share):
          rules.countersByName[name, default: [:]][metric.name, default: .exact].share = share
        case .count, .custom: break
        }
      }
    }
    return rules
  }

  private mutating func allow(
    _ name: String, _ counter: Metric, _ kind: WritableKeyPath<CountTolerance, Double?>,
    _ limit: Double
  ) { countersByName[name, default: [:]][counter.name, default: .exact][keyPath: kind] = limit }

  /// The rule for a benchmark whose sides were measured alternately.
  package func pairedRule(for name: String, kind: BenchmarkKind) -> VerdictRule {
    VerdictRule(
      threshold: thresholdByName[name] ?? threshold
        ?? max(Self.pairedThreshold(of: kind), tolerance))
  }

  package func compares(_ metric: String) -> Bool { metrics?.contains(metric) ?? true }

  /// Whether the times of a scenario's frames are compared; the metric of either clock also selects
  /// them.
  var looksAtFrameTimes: Bool {
    [FrameMetric.work.rawValue, Metric.wallClock.name, Metric.cpuTotal.name]
      .contains(where: compares(_:))
  }
}
