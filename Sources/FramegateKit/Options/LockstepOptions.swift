import ArgumentParser

/// How revisions are measured against each other, for `compare` and `check`.
struct LockstepOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Longest time for each benchmark between two revisions, and as long again to confirm a change \
      (default: 5; 1 with --quick).
      """, valueName: "seconds"))
  var time: Double?

  @Flag(help: "Measure revisions although their sources or their code are the same.")
  var force = false

  @Flag(help: "Take the newest stored clean run of a revision instead of building it.")
  var stored = false

  @Flag(
    help: """
      Name the functions that made regressed benchmarks execute more instructions; for revisions, \
      with valgrind.
      """)
  var explain = false

  func validate() throws {
    if let time, !(time.isFinite && (0.1...86_400).contains(time)) {
      throw ValidationError("'--time' must lie between 0.1 and 86400 seconds, got \(time).")
    }
  }
}

extension LockstepOptions {
  /// Refuses what only builds can answer.
  ///
  /// - Throws: ``UsageError``.
  func requireStoredResults() throws {
    guard explain else { return }
    throw UsageError(
      """
      '--explain' runs the builds of two revisions again, which stored results are not. Name \
      revisions, or leave it out.
      """)
  }

  func timeLimit(isQuick: Bool) -> Duration {
    .seconds(time ?? (isQuick ? 1 : 5))
  }
}
