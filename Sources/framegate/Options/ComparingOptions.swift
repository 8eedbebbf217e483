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

  /// The source of numbers that this command does not measure.
  enum Source { case log, result }

  /// Refuses options on measuring, which a log or a stored result would silently ignore.
  func requireNothingToMeasure(from source: Source) throws {
    let chosen = try measuring.chosenOptions() + lockstep.chosenOptions()
    switch source {
    case .log:
      guard let option = chosen.first else { return }
      throw ValidationError("A log was recorded elsewhere. Leave '\(option)' out with '--log'.")
    case .result:
      guard let option = chosen.first(where: { !Self.usedByResults.contains($0) })
      else { return }
      throw ValidationError("A stored result is not measured again. Leave '\(option)' out.")
    }
  }

  /// Refuses options for comparing revisions when none are compared: they would silently be
  /// ignored.
  ///
  /// Not `--explain`, which some formats also request and which the plan refuses.
  func requireNoRevisions() throws {
    guard let option = try lockstep.chosenOptions().first(where: { $0 != "--explain" }) else {
      return
    }
    throw ValidationError(
      """
      '\(option)' is about revisions that are measured against each other, and here are none. Leave \
      it out, or name a revision.
      """)
  }

  /// Refuses options on answers and compilers, neither of which a log has.
  func requireNoBuildOptions() throws {
    let ofBuilds = ["--allow-different", "--across-toolchains"]
    guard let option = try gate.chosenOptions().first(where: ofBuilds.contains) else { return }
    throw ValidationError("A log was recorded elsewhere. Leave '\(option)' out with '--log'.")
  }

  /// Refuses options on scenarios and builds, which whole processes have not.
  func requireNoScenarios(of program: ProgramOptions) throws {
    let chosen =
      try measuring.scenarios.chosenOptions() + measuring.effort.rate.chosenOptions()
      + program.chosenOptions().filter { $0 != "--package-path" }
      + (lockstep.benchmarks == nil ? [] : ["--benchmarks"])
    guard let option = chosen.first else { return }
    throw ValidationError("'--command' measures whole processes. Leave '\(option)' out.")
  }

  /// Refuses options on changes, which would silently be ignored without a base.
  func requireNoChanges() throws {
    guard let option = try gate.optionsOfChanges.first else { return }
    throw ValidationError(
      """
      '\(option)' is about changes, and nothing is compared. Name a base with '--against', or leave \
      it out.
      """)
  }

  /// Options that also apply to a stored result.
  ///
  /// `--metric` selects what is compared, and `--warm` what is judged. `--shard` has an error of
  /// its own.
  static let usedByResults: Set<String> = ["--metric", "--warm", "--shard", "--shard-by"]
}
