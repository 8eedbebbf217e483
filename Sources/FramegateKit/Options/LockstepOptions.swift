import ArgumentParser
import BenchmarkRunner

/// How `compare` and `check` measure revisions against each other.
struct LockstepOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Give each benchmark more time, or less. Otherwise 5 seconds, and 10 more for frames with cold \
      caches.
      """, valueName: "seconds"))
  var time: Double?

  @Option(
    help: ArgumentHelp(
      "Limit the time of the whole comparison.", valueName: "seconds"))
  var totalTime: Double?

  @Flag(help: "Measure revisions even if their code is the same.")
  var force = false

  @Flag(help: "Compare a revision's newest stored run; build nothing.")
  var stored = false

  @Flag(help: "Name the functions that changed; needs valgrind.")
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
