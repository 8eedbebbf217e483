import ArgumentParser
import BenchmarkModel
import BenchmarkRunner
import BenchmarkVerdicts

/// What `compare` and `check` treat as a failure.
struct GateOptions: ParsableArguments {
  @OptionGroup var threshold: ThresholdOptions

  @Flag(help: "Pass even if a benchmark or metric is missing.")
  var allowMissing = false

  @Flag(help: "Judge times even if the sides compute different results.")
  var allowDifferent = false

  @Flag(help: "Compare what different compilers built, too.")
  var acrossToolchains = false

  @OptionGroup var failing: FailOnOptions<GateOutcome>
}

extension GateOptions {
  /// Which changes of a workload matter.
  func comparison(of workload: Workload = Workload()) -> ComparisonRules {
    var rules = ComparisonRules(
      threshold: threshold.share, metrics: workload.chosenMetrics?.names.sorted(),
      acrossToolchains: acrossToolchains)
    rules.allowsDifferent = allowDifferent
    return rules
  }

  var policy: GatePolicy {
    GatePolicy(
      allowsMissing: allowMissing,
      failing: Set(
        failing.failOn.compactMap {
          switch $0 {
          case .improvement: .improved
          case .inconclusive: .inconclusive
          case .noBase: nil
          }
        }))
  }

  /// Whether a base that cannot be compared with is an error.
  var requiresBase: Bool { failing.failOn.contains(.noBase) }
}
