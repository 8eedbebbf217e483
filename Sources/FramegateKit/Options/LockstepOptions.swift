import ArgumentParser
import BenchmarkRunner

/// How `compare` and `check` measure revisions against each other.
struct LockstepOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Measure each benchmark of two revisions for at most this time, and again to confirm a change; \
      5 seconds unless given, 1 with --quick. Frames with cold caches are measured on top, for 10 \
      seconds unless it is given, and not with --quick or --warm.
      """, valueName: "seconds"))
  var time: Double?

  @Option(
    help: ArgumentHelp(
      """
      Measure all benchmarks of two revisions together for about this time: what some do not need goes \
      to those without a verdict. Then '--time' has no default.
      """, valueName: "seconds"))
  var totalTime: Double?

  @Flag(help: "Measure revisions even if their sources or their code are the same.")
  var force = false

  @Flag(help: "Use the newest stored clean run of a revision instead of building it.")
  var stored = false

  @Flag(
    help: """
      Name the functions that made changed benchmarks execute more or fewer instructions; for \
      revisions, needs valgrind.
      """)
  var explain = false

  func validate() throws {
    try ValidationError.check(time, in: 0.1...86_400, "--time", "seconds")
    try ValidationError.check(totalTime, in: 1...864_000, "--total-time", "seconds")
  }
}

extension LockstepOptions {
  /// How long frames are compared with cold caches unless the user says it: twice as long as warm ones,
  /// because they vary more, and caches are emptied before each.
  private static let coldSeconds = 10.0

  /// Refuses options that stored results cannot satisfy.
  ///
  /// - Throws: ``UsageError``.
  func requireStoredResults() throws {
    guard explain else { return }
    throw UsageError(
      """
      '--explain' runs the builds of two revisions again, but stored results have no builds. Name \
      revisions, or leave it out.
      """)
  }

  /// A comparison of two revisions with these options.
  func comparison(
    _ selection: SelectionOptions, _ scenarios: ScenarioOptions, _ measuring: MeasuringOptions,
    _ gate: GateOptions, isQuiet: Bool
  ) throws -> RevisionComparison {
    let settings = try measuring.settings(scenarios)
    return RevisionComparison(
      selection: try selection.selection(), measuring: settings,
      comparison: gate.comparisonSettings(metrics: settings.chosenMetricNames),
      timeLimit: .seconds(time ?? totalTime ?? (measuring.quick ? 1 : 5)),
      coldTimeLimit: scenarios.warm || measuring.quick
        ? nil : .seconds(time ?? totalTime ?? Self.coldSeconds),
      totalTime: totalTime.map { .seconds($0) }, isForced: force, explains: explain,
      isQuiet: isQuiet, showsProgress: measuring.showsProgress(isQuiet: isQuiet))
  }
}
