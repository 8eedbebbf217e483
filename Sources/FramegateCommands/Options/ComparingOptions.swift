import ArgumentParser

/// How `compare` and `check` measure revisions against each other.
struct LockstepOptions: ParsableArguments {
  @OptionGroup var time: TimeOptions

  @Option(help: .value("seconds", "Limit the time of the whole comparison."))
  var totalTime: Double?

  @Flag(help: "Measure even if both sides are the same code.")
  var measureEqual = false

  @Flag(help: "Name the functions that changed (valgrind, samples).")
  var explain = false

  @Option(help: .value("count", "Judge every change over this many orders of linking."))
  var layouts: Int?

  @Option(help: .value("side", "Build the base with this side's."))
  var benchmarks: BenchmarkSide?

  /// Who may have the benchmarks of both sides.
  enum BenchmarkSide: String, ExpressibleByArgument, CaseIterable { case candidate }

  func validate() throws {
    try ValidationError.check(layouts, in: 3...8, "--layouts")
    try ValidationError.check(totalTime, in: 1...864_000, "--total-time", "seconds")
  }
}

/// What `compare` and `check` share.
struct ComparingOptions: ParsableArguments {
  @OptionGroup(title: "Revisions") var lockstep: LockstepOptions
  @OptionGroup(title: "Failing") var gate: GateOptions
  @OptionGroup var measuring: MeasuringOptions
}
