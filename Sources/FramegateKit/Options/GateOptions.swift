import ArgumentParser
import BenchmarkResults

/// What counts as a failure, for `compare` and `check`.
struct GateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Relative change of a time that matters, in percent.", valueName: "percent"))
  var threshold: Double?

  @Flag(help: "Do not fail for what only one side has, or what was not measured.")
  var allowMissing = false

  @Flag(help: "Compare counters although different compilers built the sides.")
  var acrossToolchains = false

  @Option(help: "Fail for this too (repeatable).")
  var failOn: [FailOn] = []

  func validate() throws {
    if let threshold, !(threshold.isFinite && (0...1_000).contains(threshold)) {
      throw ValidationError("'--threshold' must lie between 0 and 1000 percent, got \(threshold).")
    }
  }

  /// What may fail a gate beside regressions.
  enum FailOn: String, ExpressibleByArgument, CaseIterable {
    case improvement, inconclusive
  }
}

extension GateOptions {
  func comparisonSettings(metrics: Set<String>?) -> ComparisonSettings {
    ComparisonSettings(
      threshold: threshold.map { $0 / 100 }, metrics: metrics, allowsMissing: allowMissing,
      acrossToolchains: acrossToolchains)
  }

  /// How a command ends that found this.
  func exitCode(for gate: Gate) -> ExitCode {
    if !gate.failures.isEmpty { return .benchmarkFailed }
    guard gate.budgets.outcome == .pass else { return .regression }
    return gate.comparison.map(exitCode) ?? .success
  }

  /// How a command ends that found this.
  func exitCode(for comparison: Comparison) -> ExitCode {
    if comparison.contains(.regressed) || comparison.hasForbiddenGaps { return .regression }
    if failOn.contains(.inconclusive), comparison.contains(.inconclusive) { return .inconclusive }
    if failOn.contains(.improvement), comparison.contains(.improved) { return .improvement }
    return .success
  }
}
