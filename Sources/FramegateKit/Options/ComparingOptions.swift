import ArgumentParser
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation

/// How `compare` and `check` measure revisions against each other.
struct LockstepOptions: ParsableArguments {
  @OptionGroup var time: TimeOptions

  @Option(help: ArgumentHelp("Limit the time of the whole comparison.", valueName: "seconds"))
  var totalTime: Double?

  @Option(
    help: ArgumentHelp("Share builds there. See results/build-cache.md", valueName: "folder"),
    completion: .directory)
  var buildCache: String?

  @Flag(help: "Measure revisions even if their code is the same.")
  var force = false

  @Flag(help: "Compare a revision's newest stored run; build nothing.")
  var stored = false

  @Flag(help: "Name the functions that changed; needs valgrind.")
  var explain = false

  @Option(
    help: ArgumentHelp("Judge every change over this many orders of linking.", valueName: "count"))
  var layouts: Int?

  @Option(help: ArgumentHelp("Build the base with this side's.", valueName: "side"))
  var benchmarks: BenchmarkSide?

  /// Who may have the benchmarks of both sides.
  enum BenchmarkSide: String, ExpressibleByArgument, CaseIterable {
    case candidate
  }

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
  func plan() throws -> ComparisonPlan {
    let isQuiet = report.output.quiet
    let session = try measuring.session(isQuiet: isQuiet)
    let settings = gate.comparisonSettings(session.settings.measuring)
    let isQuick = measuring.effort.quick
    let time = lockstep.time.time ?? lockstep.totalTime
    return ComparisonPlan(
      session: session,
      revisions: RevisionComparison(
        selection: session.selection, measuring: session.settings.measuring, comparison: settings,
        timeLimit: .seconds(time ?? (isQuick ? 1 : TimeOptions.seconds)),
        coldTimeLimit: session.settings.measuring.isWarm || isQuick
          ? nil : .seconds(time ?? TimeOptions.coldSeconds),
        totalTime: lockstep.totalTime.map { .seconds($0) }, shard: session.shard,
        sharedBuilds: lockstep.buildCache.map { URL(filePath: $0, directoryHint: .isDirectory) },
        isForced: lockstep.force, explains: lockstep.explain, layouts: lockstep.layouts,
        sharesBenchmarks: lockstep.benchmarks == .candidate, isQuiet: isQuiet,
        showsProgress: session.showsProgress),
      policy: gate.policy, requiresBase: gate.requiresBase, usesStored: lockstep.stored,
      isQuiet: isQuiet)
  }
}

/// How `compare` and `check` measure, compare and judge.
struct ComparisonPlan {
  /// A run of this tool.
  var session: MeasuringSession

  /// Builds of two revisions, measured alternately.
  let revisions: RevisionComparison

  let policy: GatePolicy

  /// Whether a base that cannot be built is an error.
  let requiresBase: Bool

  /// Whether a revision means its newest stored run.
  let usesStored: Bool
  let isQuiet: Bool

  /// Compares a result with a stored one, or a shard with its part of it.
  func comparison(
    of candidate: ResultFile, with base: StoredResult, part: ShardFile? = nil
  ) -> Comparison {
    Comparison.compare(
      base: part?.part(of: base.content) ?? base.content, candidate: candidate,
      settings: revisions.comparison,
      spread: ResultsFolder.store.runSpread(like: candidate))
  }

  /// Refuses options that stored results cannot satisfy.
  func requireStoredResults(candidate: String?) throws {
    if candidate != nil, session.shard != nil { throw ShardError.nothingToDivide }
    guard revisions.explains else { return }
    throw UsageError(
      """
      '--explain' runs the builds of two revisions again, but stored results have no builds. Name \
      revisions, or leave it out.
      """)
  }

  /// The stored result or, without one, a new one of this tool.
  func candidate(_ stored: StoredResult?) async throws -> JudgedResult {
    if let stored { return JudgedResult(stored) }
    return try await JudgedResult(session, isQuiet: isQuiet)
  }
}
