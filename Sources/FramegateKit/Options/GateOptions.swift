import ArgumentParser
import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner

/// What `compare` and `check` treat as a failure.
struct GateOptions: ParsableArguments {
  @OptionGroup var threshold: ThresholdOptions

  @Flag(help: "Pass even if a benchmark or metric is missing.")
  var allowMissing = false

  @Flag(help: "Fail with 1 if the base has no tool or does not build.")
  var requireBase = false

  @Flag(help: "Compare counters of different compilers, too.")
  var acrossToolchains = false

  @Option(help: ArgumentHelp("Also fail on this outcome (repeatable).", valueName: "outcome"))
  var failOn: [FailOn] = []

  /// What may fail a gate besides regressions.
  enum FailOn: String, ExpressibleByArgument, CaseIterable {
    case improvement, inconclusive
  }
}

extension GateOptions {
  func comparisonSettings(_ measuring: MeasuringSettings) -> ComparisonSettings {
    var settings = ComparisonSettings(
      threshold: threshold.share, metrics: measuring.chosenMetricNames,
      allowsMissing: allowMissing, acrossToolchains: acrossToolchains)
    settings.comparesWarm = measuring.isWarm
    return settings
  }

  /// How a command with this result ends; the most severe finding decides.
  func exit(for gate: Gate) -> ToolExit {
    if !gate.failures.isEmpty { return .benchmarkFailed }
    guard gate.ownOutcome == .pass, gate.paced?.outcome != .exceeded else {
      return .regression
    }
    let compared = gate.comparison.map(exit) ?? .pass
    let isUndecided = gate.paced?.outcome == .inconclusive && failOn.contains(.inconclusive)
    return compared == .pass && isUndecided ? .inconclusive : compared
  }

  /// How a command with this result ends; the most severe finding decides.
  func exit(for comparison: Comparison) -> ToolExit {
    if comparison.contains(.regressed) || comparison.hasForbiddenGaps { return .regression }
    if failOn.contains(.inconclusive), comparison.contains(.inconclusive) { return .inconclusive }
    if failOn.contains(.improvement), comparison.contains(.improved) { return .improvement }
    return .pass
  }
}
