import BenchmarkHarness
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import Revisions
import SystemTools

/// Two revisions that are built and measured alternately, for `compare` and `check`.
struct RevisionComparison {
  let selection: Selection
  let measuring: MeasuringSettings
  let comparison: ComparisonSettings
  let timeLimit: Duration

  /// The time for frames with cold caches; nil to compare them with warm caches alone.
  let coldTimeLimit: Duration?

  /// The time for all benchmarks together; nil for no limit.
  let totalTime: Duration?

  /// Whether to measure revisions whose sources or code are equal.
  let isForced: Bool

  /// Whether to name the functions that made benchmarks slower or faster.
  let explains: Bool

  let isQuiet: Bool
  let showsProgress: Bool

  /// Both revisions, ready to be measured.
  struct Sides: Sendable {
    let builds: RevisionBuilder.Builds
    let baseline: Revision
    let candidate: Revision
    let time = Date()
  }

  /// Builds both revisions, and pins what was built.
  func build(baseline: Revision, candidate: Revision) async throws -> Sides {
    let progress = BuildProgress(isQuiet: isQuiet)
    defer { progress.clear() }
    let builder = try await RunningTool.builder(observer: progress)
    let builds = try await builder.build(
      baseline: baseline, candidate: candidate, isForced: isForced)
    if case .built(let old, let new) = builds {
      for build in [old, new] { ProgramImage.pin(build.executable) }
    }
    return Sides(builds: builds, baseline: baseline, candidate: candidate)
  }

  /// Measures the builds.
  ///
  /// - Throws: ``NoBaseline``, `RevisionError` when the candidate is not a Framegate tool,
  ///   ``SelectionError``.
  func measure(_ sides: Sides) async throws -> ComparisonFindings {
    switch sides.builds {
    case .equalSources(let commit):
      let listing = try await RunningTool.workers(measuring).withWorker {
        try await $0.ask(ListBenchmarks())
      }
      try listing.check(measuring)
      let names = try selection.select(from: listing.benchmarks).map(\.name)
      return findings(
        unchanged(names, "both sides have the same sources; '--force' measures them"), sides,
        commits: (commit, commit))
    case .noBaseline(let error):
      throw NoBaseline(error)
    case .built(let baseline, let candidate):
      return try await measure(baseline, candidate, sides)
    }
  }

  private func measure(
    _ baseline: RevisionBuild, _ candidate: RevisionBuild, _ sides: Sides
  ) async throws -> ComparisonFindings {
    let machine = EnvironmentProbe.machine
    let (calibration, ignored) = ResultsFolder.store.usableCalibration(of: machine)
    var settings = LockstepSettings(
      measuring, baseline: baseline.executable, candidate: candidate.executable,
      comparison: comparison, tolerance: calibration?.tolerance.value ?? 0, timeLimit: timeLimit,
      totalTime: totalTime)
    let listed = try await list(LockstepSession(settings), baseline, candidate)
    listed.candidate.reportProblems()
    try listed.candidate.check(measuring)
    settings.measuring = measuring.settingVariables(of: listed.candidate)
    settings.comparison = comparison.applying(listed.candidate.gates)
    settings.coldTimeLimit = coldTimeLimit
    let places = listed.candidate.locations(relativeTo: candidate.sources)
    let session = LockstepSession(settings)
    let known = listed.candidate.byName
    let names = try selection.select(
      from: listed.candidate.benchmarks
        + listed.baseline.benchmarks.filter { known[$0.name] == nil }
    ).map(\.name)
    let commits = (baseline.commit, candidate.commit)
    if !isForced,
      ExecutableImage.areEqual(
        try ProgramImage.file(of: baseline.executable),
        try ProgramImage.file(of: candidate.executable))
    {
      return findings(
        unchanged(names, "both sides were built to the same code; '--force' measures them"), sides,
        commits: commits, places)
    }
    let bar = ProgressBar(isShown: showsProgress)
    defer { bar.clear() }
    let watch = MachineWatch()
    var outcome = await session.compare(names, of: listed, observer: bar)
    let conditions = MachineConditions(machine: machine, use: watch.use)
    for warning in [
      conditions.use.warning(cores: machine.cores), calibration?.warning(for: comparison), ignored,
    ].compactMap(\.self) {
      outcome.add(warning: warning)
    }
    var findings = findings(outcome, sides, commits: commits, places, conditions)
    findings.failures += listed.candidate.problems.map(\.failure) + outcome.unfinished
    findings.studios = FilmStudios(
      candidate: FilmStudio(
        executable: candidate.executable, findings.comparison, settings.measuring,
        counts: \.candidate.count),
      baseline: FilmStudio(
        executable: baseline.executable, findings.comparison, settings.measuring,
        counts: \.baseline.count))
    if explains { await explain(&findings, session, listed, bar) }
    return findings
  }

  /// Adds the reasons for regressions and improvements; stops early after a signal.
  private func explain(
    _ findings: inout ComparisonFindings, _ session: LockstepSession,
    _ sides: LockstepSession.Sides, _ bar: ProgressBar
  ) async {
    let changed = findings.comparison.changedBenchmarks
    var entries: [ExplanationReport.Entry] = []
    do {
      for (index, entry) in changed.enumerated() {
        bar.begins("explaining \(entry.benchmark)", index: index, count: changed.count)
        let found = try await session.explain(entry, of: sides)
        entries.append(
          ExplanationReport.Entry(
            benchmark: entry.benchmark, verdict: entry.verdict ?? .inconclusive,
            explanation: found))
      }
    } catch {
      findings.isInterrupted = true
    }
    findings.explanations = ExplanationReport(entries)
  }

  private func list(
    _ session: LockstepSession, _ baseline: RevisionBuild, _ candidate: RevisionBuild
  ) async throws -> LockstepSession.Sides {
    do {
      return try await session.sides()
    } catch let failure as SideFailure {
      func error(_ side: RevisionBuild) -> RevisionError {
        .notATool(product: RunningTool.product, revision: "\(side.revision)", reason: "\(failure)")
      }
      switch failure.side {
      case .baseline: throw NoBaseline(error(baseline))
      case .candidate: throw error(candidate)
      }
    }
  }
}

extension RevisionComparison {
  private func unchanged(_ names: [String], _ reason: String) -> LockstepOutcome {
    LockstepOutcome(
      entries: names.map {
        ComparisonEntry(benchmark: $0, finding: .verdict(.unchanged, reason: reason))
      })
  }

  private func findings(
    _ outcome: LockstepOutcome, _ sides: Sides, commits: (baseline: String, candidate: String),
    _ places: [String: SourceLocation] = [:], _ conditions: MachineConditions? = nil
  ) -> ComparisonFindings {
    ComparisonFindings(
      comparison: Comparison(
        entries: outcome.entries, warnings: outcome.warnings, conditions: conditions,
        locations: places),
      baseline: ResultLabel("\(sides.baseline)", commit: commits.baseline, time: sides.time),
      candidate: ResultLabel("\(sides.candidate)", commit: commits.candidate, time: sides.time),
      failures: outcome.failures, isInterrupted: outcome.isInterrupted)
  }
}

extension BenchmarkListing {
  /// What benchmarks demand of themselves, by name.
  fileprivate var gates: [String: [BenchmarkGate]] {
    byName.compactMapValues { listed in
      guard case .benchmark(let traits) = listed.work else { return nil }
      return traits.gates
    }
  }

  /// Where benchmarks are registered in a folder, by name.
  fileprivate func locations(relativeTo folder: String) -> [String: SourceLocation] {
    byName.compactMapValues { $0.location.relative(to: folder) }
  }
}

extension LockstepOutcome {
  /// The benchmarks that an error kept from being compared, as a failure.
  fileprivate var unfinished: [Gate.Failure] {
    warnings.compactMap { warning in
      guard case .endedEarly(let reason) = warning else { return nil }
      return Gate.Failure(name: "the rest of the comparison", reason: reason)
    }
  }
}

/// The reason why there is nothing to compare a candidate with: its baseline has no such tool, does
/// not build, or speaks another protocol version.
struct NoBaseline: ToolError {
  /// What is wrong with the baseline.
  let reason: RevisionError

  init(_ reason: RevisionError) {
    self.reason = reason
  }

  var description: String { "\(reason)" }
  var exitCode: ToolExit { reason.exitCode }
}

/// The result of comparing two revisions.
struct ComparisonFindings: Sendable {
  let comparison: Comparison
  let baseline: ResultLabel
  let candidate: ResultLabel
  var failures: [Gate.Failure]
  var isInterrupted: Bool

  /// Why benchmarks changed; nil if not asked for.
  var explanations: ExplanationReport?

  /// What films the builds; nothing if nothing was measured.
  var studios = FilmStudios()
}

extension RunningTool {
  /// The name of its executable product.
  static var product: String {
    URL(filePath: executable).lastPathComponent
  }

  /// Builds it from its package, at any revision.
  static func builder(observer: BuildProgress) async throws -> RevisionBuilder {
    try await RevisionBuilder(
      packageRoot: ResultsFolder.packageRoot, product: product, observer: observer)
  }
}
