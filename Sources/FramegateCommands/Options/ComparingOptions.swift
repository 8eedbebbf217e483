import ArgumentParser
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import FrameTiming

/// How `compare` and `check` measure revisions against each other.
struct LockstepOptions: ParsableArguments {
  @OptionGroup var time: TimeOptions

  @Option(help: .value("seconds", "Limit the time of the whole comparison."))
  var totalTime: Double?

  @Option(
    help: .value("folder", "Share builds there. See results/build-cache.md"),
    completion: .directory)
  var buildCache: String?

  @OptionGroup var forcing: ForceOptions

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
  @OptionGroup(title: "Output") var report: ReportOptions<GateFormat>

  /// The options as one value.
  ///
  /// Scenarios are measured at the rates of `budgets` or, if there are none, of those that they
  /// declare.
  func plan(judging budgets: [FrameBudget]? = nil) throws -> RevisionComparison {
    var session = try measuring.session(isQuiet: report.output.quiet)
    session.settings.measuring.judgedBudgets = budgets
    if session.storage == .required { session.storage = .wanted }
    var revisions = RevisionComparison(
      session, gate.comparisonSettings(session.settings.measuring),
      seconds: lockstep.time.time ?? lockstep.totalTime)
    revisions.settings.totalTime = lockstep.totalTime.map { .seconds($0) }
    revisions.sharedBuilds = lockstep.buildCache.map {
      URL(filePath: $0, directoryHint: .isDirectory)
    }
    revisions.isForced = lockstep.forcing.force
    revisions.explains = lockstep.explain || report.writes(.folded)
    // What merges a shard may write them.
    revisions.showsStacks = report.writes(.folded) || session.shard != nil
    revisions.layouts = lockstep.layouts
    revisions.sharesBenchmarks = lockstep.benchmarks == .candidate
    return revisions
  }
}

extension RevisionComparison {
  /// Compares what a session would measure, for as many seconds each, or as long as usual.
  init(_ session: MeasuringSession, _ comparison: ComparisonSettings, seconds: Double?) {
    let isQuick = session.settings.effort == .quick
    self.session = session
    settings = LockstepSettings(session.settings.measuring)
    settings.comparison = comparison
    let calibrated = ResultsFolder.store.usableCalibration(of: MachineProbe.machine())
    settings.comparison.tolerance = calibrated.calibration?.tolerance.value ?? 0
    ignoredCalibration = calibrated.warning
    settings.timeLimit = .seconds(seconds ?? (isQuick ? 1 : TimeOptions.seconds))
    settings.coldTimeLimit =
      settings.measuring.isWarm || isQuick ? nil : .seconds(seconds ?? TimeOptions.coldSeconds)
  }

  /// Refuses options that stored results cannot satisfy.
  func requireStoredResults(candidate: String?) throws {
    if candidate != nil, session.shard != nil { throw ShardError.nothingToDivide }
    guard explains else { return }
    throw CommandError(
      """
      '--explain' and 'folded' run the builds of two revisions again, but stored results have no \
      builds. Name revisions, or leave them out.
      """)
  }
}
