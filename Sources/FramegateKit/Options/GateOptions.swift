import ArgumentParser
import BenchmarkModel
import BenchmarkRunner
import BenchmarkVerdicts

/// What `compare` and `check` treat as a failure.
struct GateOptions: ParsableArguments {
  @OptionGroup var threshold: ThresholdOptions

  @Flag(help: "Pass even if a benchmark or metric is missing.")
  var allowMissing = false

  @Flag(help: "Judge times of sides that compute something else.")
  var allowDifferent = false

  @Flag(help: "Compare counters of different compilers, too.")
  var acrossToolchains = false

  @Option(
    help: ArgumentHelp(
      "Also fail on this outcome (repeatable).", valueName: "outcome"))
  var failOn: [FailOn] = []

  /// What may fail a gate besides regressions.
  enum FailOn: String, ExpressibleByArgument, CaseIterable {
    case improvement, inconclusive
    case noBase = "no-base"
  }
}

extension GateOptions {
  func comparisonSettings(_ measuring: MeasuringSettings) -> ComparisonSettings {
    var settings = ComparisonSettings(
      threshold: threshold.share, metrics: measuring.chosenMetricNames,
      acrossToolchains: acrossToolchains)
    settings.allowsDifferent = allowDifferent
    settings.comparesWarm = measuring.isWarm
    return settings
  }

  /// Which outcomes pass.
  var policy: GatePolicy {
    GatePolicy(
      allowsMissing: allowMissing,
      failing: Set(
        failOn.compactMap {
          switch $0 {
          case .improvement: .improved
          case .inconclusive: .inconclusive
          case .noBase: nil
          }
        }))
  }

  /// Whether a base that cannot be compared with is an error.
  var requiresBase: Bool { failOn.contains(.noBase) }
}
