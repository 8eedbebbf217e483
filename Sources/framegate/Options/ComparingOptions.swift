import ArgumentParser
import BenchmarkModel
import WorkerProtocol

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

  /// Where numbers are from that are not measured here.
  enum Source { case log, result }

  /// Refuses what says how to measure, which numbers from elsewhere would silently ignore.
  ///
  /// Metrics of a result are compared, and its warm frames judged, as of one that is measured.
  func requireNothingToMeasure(from source: Source) throws {
    var options = measuringOptions
    if source == .log {
      options += [
        ("--metric", measuring.effort.metric != nil),
        ("--shard", measuring.effort.shards.shard != nil), ("--warm", measuring.scenarios.warm),
      ]
    }
    guard let option = options.first(where: \.isGiven) else { return }
    switch source {
    case .log:
      throw ValidationError(
        "A log was recorded elsewhere. Leave '\(option.name)' out with '--log'.")
    case .result:
      throw ValidationError("A stored result is not measured again. Leave '\(option.name)' out.")
    }
  }

  /// The options that say how to measure, and whether each was given.
  private var measuringOptions: [(name: String, isGiven: Bool)] {
    let effort = measuring.effort
    let scenarios = measuring.scenarios
    let names = measuring.selection.names
    return [
      ("--filter", !names.names.filter.isEmpty), ("--skip", !names.skip.isEmpty),
      ("--tag", !names.tag.isEmpty), ("--skip-tag", !names.skipTag.isEmpty),
      ("--all", measuring.selection.all), ("--rate", effort.rate.rate != nil),
      ("--layers", scenarios.layers != ScenarioParameters.standardLayers),
      ("--scene", scenarios.scene != nil), ("--variant", scenarios.variant != nil),
      ("--screen", scenarios.screen.text != "\(ScreenSize.standard)"),
      ("--env", !effort.env.isEmpty), ("--quick", effort.quick),
      ("--time", lockstep.time.time != nil), ("--total-time", lockstep.totalTime != nil),
      ("--measure-equal", lockstep.measureEqual), ("--explain", lockstep.explain),
      ("--layouts", lockstep.layouts != nil), ("--benchmarks", lockstep.benchmarks != nil),
    ]
  }
}
