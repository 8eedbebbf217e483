import ArgumentParser
import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner

/// What `compare` and `check` treat as a failure.
struct GateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Smallest relative change of a time that matters, in percent.", valueName: "percent"))
  var threshold: Double?

  @Flag(
    help: """
      Don't fail when a benchmark or metric is missing on one side or was not measured.
      """)
  var allowMissing = false

  @Flag(
    help: """
      Fail with 1 if the base has no such tool or does not build, instead of judging budgets alone.
      """)
  var requireBase = false

  @Flag(help: "Compare counters even if different compilers built the two sides.")
  var acrossToolchains = false

  @Option(help: "Also fail on this outcome (repeatable).")
  var failOn: [FailOn] = []

  func validate() throws {
    try ValidationError.check(threshold, in: 0...1_000, "--threshold", "percent")
  }

  /// What may fail a gate besides regressions.
  enum FailOn: String, ExpressibleByArgument, CaseIterable {
    case improvement, inconclusive
  }
}

extension GateOptions {
  func comparisonSettings(_ measuring: MeasuringSettings) -> ComparisonSettings {
    var settings = ComparisonSettings(
      threshold: threshold.map { $0 / 100 }, metrics: measuring.chosenMetricNames,
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
