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

  @Option(help: .value("side", "Build the base with this side's benchmarks."))
  var benchmarks: BenchmarkSide?

  /// The side whose benchmarks both revisions get.
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

  /// Refuses what says how to measure, because logs were recorded elsewhere.
  func requireNothingToMeasure() throws {
    let effort = measuring.effort
    let names = measuring.selection.names
    let used = [
      ("--filter", !names.names.filter.isEmpty), ("--skip", !names.skip.isEmpty),
      ("--tag", !names.tag.isEmpty), ("--skip-tag", !names.skipTag.isEmpty),
      ("--metric", effort.metric != nil), ("--shard", effort.shards.shard != nil),
      ("--quick", effort.quick), ("--time", lockstep.time.time != nil),
      ("--total-time", lockstep.totalTime != nil), ("--measure-equal", lockstep.measureEqual),
      ("--explain", lockstep.explain), ("--layouts", lockstep.layouts != nil),
      ("--benchmarks", lockstep.benchmarks != nil),
    ]
    guard let option = used.first(where: \.1) else { return }
    throw ValidationError("A log was recorded elsewhere. Leave '\(option.0)' out with '--log'.")
  }
}
