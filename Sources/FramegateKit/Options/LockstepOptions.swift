import ArgumentParser
import BenchmarkRunner

/// How `compare` and `check` measure revisions against each other.
struct LockstepOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Measure each benchmark of two revisions for at most this time, and again to confirm a change; \
      5 seconds unless given, 1 with --quick. Frames with cold caches get additional time: 10 \
      seconds, or the value of --time. --quick and --warm skip them.
      """, valueName: "seconds"))
  var time: Double?

  @Option(
    help: ArgumentHelp(
      """
      Measure all benchmarks of two revisions together for about this time: what some do not need goes \
      to those without a verdict. A single benchmark then has no limit unless you give '--time'.
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
  /// How long a benchmark is compared unless '--time' or '--total-time' is given.
  static let seconds = 5.0

  /// How long frames are compared with cold caches unless '--time' or '--total-time' is given.
  ///
  /// Twice as long as warm ones, because they vary more, and caches are emptied before each.
  static let coldSeconds = 10.0

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
      comparison: gate.comparisonSettings(settings),
      timeLimit: .seconds(time ?? totalTime ?? (measuring.quick ? 1 : Self.seconds)),
      coldTimeLimit: scenarios.warm || measuring.quick
        ? nil : .seconds(time ?? totalTime ?? Self.coldSeconds),
      totalTime: totalTime.map { .seconds($0) }, isForced: force, explains: explain,
      isQuiet: isQuiet, showsProgress: measuring.showsProgress(isQuiet: isQuiet))
  }
}
