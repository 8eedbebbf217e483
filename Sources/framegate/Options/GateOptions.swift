import ArgumentParser
import BenchmarkModel
import BenchmarkRunner
import BenchmarkVerdicts

/// The change of a time that matters.
struct ThresholdOptions: ParsableArguments {
  @Option(
    help: .value(
      "percent",
      """
      Ignore changes of times below this many percent. Default: \
      \(percent(ComparisonRules.pairedThreshold(of: .benchmark))) (benchmarks), \
      \(percent(ComparisonRules.pairedThreshold(of: .scenario))) (scenarios), \
      \(percent(ComparisonRules.separateRunsThreshold)) (stored).
      """))
  var threshold: Double?

  func validate() throws {
    try ValidationError.check(threshold, in: 0...1_000, "--threshold", "percent")
  }
}

extension ThresholdOptions {
  /// The threshold as a share of the time, or nil for the usual one.
  var share: Double? { threshold.map { $0 / 100 } }

  /// Which changes of a workload matter.
  func comparison(of workload: Workload) -> ComparisonRules {
    ComparisonRules(threshold: share, metrics: workload.chosenMetrics?.names.sorted())
  }
}

/// A share in percent, for help pages.
private func percent(_ share: Double) -> String { ArgumentHelp.number(share * 100) }

/// What `compare` and `check` treat as a failure.
struct GateOptions: ParsableArguments {
  @OptionGroup var threshold: ThresholdOptions

  @Flag(help: "Pass even if a benchmark or metric is missing.")
  var allowMissing = false

  @Flag(help: "Judge times even if the sides compute different results.")
  var allowDifferent = false

  @Flag(help: "Also compare what different compilers built.")
  var acrossToolchains = false

  @OptionGroup var failing: FailOnOptions<GateOutcome>
}

extension GateOptions {
  /// Which changes of a workload matter.
  func comparison(of workload: Workload = Workload()) -> ComparisonRules {
    var rules = threshold.comparison(of: workload)
    rules.acrossToolchains = acrossToolchains
    rules.allowsDifferent = allowDifferent
    return rules
  }

  var policy: GatePolicy {
    GatePolicy(
      allowsMissing: allowMissing,
      failing: Set(
        failing.failOn.map {
          switch $0 {
          case .improvement: .improved
          case .inconclusive: .inconclusive
          case .noBase: .noBase
          }
        }))
  }

  /// The chosen options that affect only changes.
  var optionsOfChanges: [String] {
    get throws {
      let ofChanges = ["--threshold", "--allow-different", "--across-toolchains"]
      return try chosenOptions().filter(ofChanges.contains)
        + failing.failOn.filter { $0 != .inconclusive }.map { "--fail-on \($0.rawValue)" }
    }
  }
}
