import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import FrameTiming
import ReportText
import Revisions
import SystemTools
import WorkerProtocol

/// How `compare` and `check` measure: two revisions, built and measured alternately, or a run of
/// this tool.
struct RevisionComparison {
  /// A run of this tool; a comparison has its selection and its shard.
  var session: MeasuringSession

  /// How builds are measured and judged, apart from what their benchmarks demand; with what
  /// `session` measures.
  var settings: LockstepSettings

  /// Why a calibration of this machine is not used, or nil where there is none, or one that is.
  let ignoredCalibration: MeasuringWarning?

  /// The benchmarks that share the chance of an error, or nil for the selected ones.
  var family: [String]?

  /// Where finished builds are shared with other checkouts, or nil for nowhere.
  var sharedBuilds: URL?

  /// Whether to measure revisions whose sources or code are equal.
  var isForced = false

  /// Whether to name the functions that made benchmarks slower or faster.
  var explains = false

  /// Whether a report shows stacks, which take seconds of samples for every change.
  var showsStacks = false

  /// Whether a change may come from the order in which code is linked.
  ///
  /// Not that of a whole process, which is not linked here.
  var judgesLayouts = true

  /// Over how many orders of linking every change of times is judged; nil to judge only those whose
  /// instructions did not change.
  var layouts: Int?

  /// Whether the baseline is built with the candidate's benchmarks, even if it has some of its own.
  var sharesBenchmarks = false

  /// Both revisions, ready to be measured.
  struct Sides: Sendable {
    let builds: RevisionBuilder.Builds
    let baseline: Revision
    let candidate: Revision
    let time = Date()

    /// The benchmarks that the baseline has from the candidate, or nil if they are its own.
    var baselineBenchmarks: BenchmarkFolders? {
      if case .built(let baseline, _) = builds { baseline.benchmarks } else { nil }
    }
  }

  /// Builds both revisions, and pins what was built.
  func build(baseline: Revision, candidate: Revision) async throws -> Sides {
    let progress = BuildProgress(isQuiet: session.isQuiet)
    defer { progress.clear() }
    let builder = try await MeasuredProgram.builder(shared: sharedBuilds, observer: progress)
    let builds = try await builder.build(
      baseline: baseline, candidate: candidate, isForced: isForced,
      sharesBenchmarks: sharesBenchmarks)
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
      let listing = try await MeasuredProgram.listing(settings.measuring)
      listing.reportProblems()
      try listing.check(settings.measuring)
      let names = try session.selection.select(from: listing.benchmarks).map(\.name)
      let division = session.shard.division(of: names)
      return findings(
        unchanged(division.names, "both sides have the same sources; '--force' measures them"),
        listing, sides, commits: (commit, commit), division: division)
    case .noBaseline(let error): throw NoBaseline(error)
    case .built(let baseline, let candidate): return try await measure(baseline, candidate, sides)
    }
  }

  private func measure(
    _ baseline: RevisionBuild, _ candidate: RevisionBuild, _ sides: Sides
  ) async throws -> ComparisonFindings {
    let machine = MachineProbe.machine()
    let listed = try await list(baseline, candidate)
    listed.candidate.reportProblems()
    try listed.candidate.check(settings.measuring)
    var settings = settings(of: listed)
    if let problem = baseline.benchmarksProblem {
      settings.addedReason += "; the base cannot be built with it: \(problem)"
    }
    let places = listed.candidate.locations(relativeTo: candidate.sources)
    let lockstep = LockstepSession(settings)
    let known = listed.candidate.byName
    let selected = try session.selection.select(
      from: listed.candidate.benchmarks
        + listed.baseline.benchmarks.filter { known[$0.name] == nil }
    ).map(\.name)
    let division = session.shard.division(of: selected)
    let names = division.names
    let commits = (baseline.commit, candidate.commit)
    if !isForced,
      ExecutableImage.areEqual(
        try ProgramImage.file(of: baseline.executable),
        try ProgramImage.file(of: candidate.executable))
    {
      return findings(
        unchanged(names, "both sides were built to the same code; '--force' measures them"),
        listed.candidate, sides, commits: commits, places, division: division)
    }
    let bar = ProgressBar(isQuiet: session.isQuiet)
    defer { bar.clear() }
    let watch = MachineWatch()
    var outcome = await lockstep.compare(
      names, among: family ?? selected, of: listed, observer: bar)
    var explained = Explained()
    if !outcome.isInterrupted, judgesLayouts {
      await judgeLayouts(&outcome, &explained, lockstep, listed, sides, bar)
    }
    let conditions = MachineConditions(machine: machine, use: watch.use)
    for warning in [
      conditions.use.warning(cores: machine.cores),
      settings.comparison.raisingTolerance.map { .raisedThresholds(tolerance: $0) },
      ignoredCalibration,
    ].compactMap(\.self) { outcome.warnings.append(warning) }
    var findings = findings(
      outcome, listed.candidate, sides, commits: commits, places, conditions, division: division)
    findings.studios = FilmStudios(
      candidate: FilmStudio(
        executable: candidate.executable, findings.compared.comparison, settings.measuring,
        counts: \.candidate.count),
      baseline: FilmStudio(
        executable: baseline.executable, findings.compared.comparison, settings.measuring,
        counts: \.baseline.count))
    if !isForced, settings.totalTime == nil, !findings.isInterrupted {
      keep(findings.compared.comparison.entries, of: names, baseline, candidate)
    }
    if explains {
      let lines = await MeasuredProgram.changedLines(from: baseline, to: candidate)
      await explain(&findings, explained, lockstep, listed, bar, in: candidate.sources, lines)
    }
    return findings
  }

  /// What is known of the functions of a benchmark, or of a scenario at a rate.
  private typealias Explained = [String: Measured<Explanation>]

  private func explain(
    _ entry: ComparisonEntry, _ known: inout Explained, _ lockstep: LockstepSession,
    _ sides: LockstepSession.Sides
  ) async throws -> Measured<Explanation> {
    let key = "\(entry.benchmark) \(entry.rate?.description ?? "")"
    if let explanation = known[key] { return explanation }
    let explanation = try await lockstep.explain(entry, of: sides)
    known[key] = explanation
    return explanation
  }

  /// Judges rows whose times changed, and whose instructions did not, over several orders of
  /// linking; stops early after a signal.
  ///
  /// With `--layouts`, it judges all rows whose times changed.
  private func judgeLayouts(
    _ outcome: inout LockstepOutcome, _ explained: inout Explained, _ lockstep: LockstepSession,
    _ listed: LockstepSession.Sides, _ sides: Sides, _ bar: ProgressBar
  ) async {
    let changed = outcome.entries.indices.filter {
      outcome.entries[$0].evidence != nil && outcome.entries[$0].verdict?.isChange == true
    }
    do {
      for (number, index) in changed.enumerated() {
        let entry = outcome.entries[index]
        bar.begins("counting \(entry.benchmark)", index: number, count: changed.count)
        let explanation = try await explain(entry, &explained, lockstep, listed)
        if let counted = explanation.value {
          outcome.entries[index].evidence?.instructions = [
            .baseline: counted.baseline, .candidate: counted.candidate,
          ]
        } else if layouts == nil, let reason = explanation.reason {
          outcome.entries[index] = entry.notJudgedOverLayouts(because: reason)
        }
      }
      let doubtful = changed.filter { layouts != nil || outcome.entries[$0].mayHaveMoved }
      guard !doubtful.isEmpty else { return }
      let linked: [(baseline: String, candidate: String)]
      do {
        linked = try await link(sides)
      } catch let error as RevisionError {
        for index in doubtful {
          outcome.entries[index] = outcome.entries[index].notJudgedOverLayouts(because: "\(error)")
        }
        return
      }
      for (number, index) in doubtful.enumerated() {
        let entry = outcome.entries[index]
        bar.begins("\(entry.benchmark), in other layouts", index: number, count: doubtful.count)
        do {
          if let evidence = try await lockstep.judge(entry, over: linked, of: listed) {
            outcome.entries[index] = entry.judged(over: evidence)
          }
        } catch let failure as SideFailure {
          try Task.checkCancellation()
          outcome.entries[index] = entry.notJudgedOverLayouts(because: "\(failure)")
        }
      }
    } catch is CancellationError {
      outcome.isInterrupted = true
    } catch { outcome.warnings.append(.endedEarly(reason: "\(error)")) }
  }

  /// Both builds, linked in other orders.
  private func link(_ sides: Sides) async throws -> [(baseline: String, candidate: String)] {
    if case .executable = sides.candidate { throw RevisionError.cannotRelink }
    let progress = BuildProgress(isQuiet: session.isQuiet)
    defer { progress.clear() }
    let builder = try await MeasuredProgram.builder(observer: progress)
    let executables = try await builder.layouts(
      of: [sides.baseline, sides.candidate], benchmarks: sides.baselineBenchmarks,
      count: layouts ?? LayoutEvidence.usual)
    for executable in executables.joined() { ProgramImage.pin(executable) }
    return zip(executables[0], executables[1]).map { (baseline: $0, candidate: $1) }
  }

  /// Keeps what was found for `trend` and `bisect`, which do without it if that fails.
  private func keep(
    _ entries: [ComparisonEntry], of names: [String], _ baseline: RevisionBuild,
    _ candidate: RevisionBuild
  ) {
    // The folder of an executable may hold anything.
    guard !baseline.isForeign, !candidate.isForeign, let old = try? baseline.digest(),
      let new = try? candidate.digest()
    else { return }
    try? pairStore.add(
      PairComparison(
        BuildPair(baseline: old, candidate: new), names: Set(names), entries: entries,
        seconds: seconds, time: Date()))
  }

  /// Names the functions that made a benchmark of two builds slower or faster.
  func explain(
    _ entry: ComparisonEntry, _ baseline: RevisionBuild, _ candidate: RevisionBuild
  ) async throws -> Measured<Explanation> {
    let sides = try await list(baseline, candidate)
    return try await LockstepSession(settings(of: sides)).explain(entry, of: sides)
  }

  /// Adds the reasons for regressions and improvements; stops early after a signal.
  private func explain(
    _ findings: inout ComparisonFindings, _ known: Explained, _ lockstep: LockstepSession,
    _ sides: LockstepSession.Sides, _ bar: ProgressBar, in sources: String, _ lines: LineChanges
  ) async {
    var known = known
    let changed = findings.compared.comparison.changedBenchmarks
    var entries: [ExplanationReport.Entry] = []
    do {
      for (index, entry) in changed.enumerated() {
        bar.begins("explaining \(entry.benchmark)", index: index, count: changed.count)
        var found = try await explain(entry, &known, lockstep, sides)
        if showsStacks || found.value?.functions.isEmpty != false {
          found = found.merging(try await lockstep.sample(entry, of: sides))
        }
        let allocations: Measured<AllocationSites>? =
          findings.compared.comparison.changesAllocations(of: entry)
          ? try await lockstep.explainAllocations(
            entry, of: sides, sources: sources, lines: lines) : nil
        entries.append(
          ExplanationReport.Entry(
            benchmark: entry.benchmark, verdict: entry.verdict ?? .inconclusive,
            explanation: found, allocations: allocations))
      }
    } catch is CancellationError {
      findings.isInterrupted = true
    } catch { findings.compared.comparison.warnings.append(.endedEarly(reason: "\(error)")) }
    findings.compared.explanations = ExplanationReport(entries)
  }

  /// With the variables and the limits that the benchmarks declare.
  private func settings(of sides: LockstepSession.Sides) -> LockstepSettings {
    var settings = settings
    settings.measuring = settings.measuring.settingVariables(of: sides.candidate)
    settings.comparison = settings.comparison.applying(sides.candidate.gates)
    return settings
  }

  private func list(
    _ baseline: RevisionBuild, _ candidate: RevisionBuild
  ) async throws -> LockstepSession.Sides {
    do {
      return try await LockstepSession(settings).sides(baseline.executable, candidate.executable)
    } catch let failure as SideFailure {
      func error(_ side: RevisionBuild) -> RevisionError {
        .notATool(
          product: MeasuredProgram.name ?? "", revision: "\(side.revision)", reason: "\(failure)")
      }
      switch failure.side {
      case .baseline: throw NoBaseline(error(baseline))
      case .candidate: throw error(candidate)
      }
    }
  }
}

extension RevisionComparison {
  /// The stored result or, without one, a new run of this tool; says where that is saved.
  func candidate(_ stored: StoredResult?) async throws -> SessionOutcome {
    if let stored {
      return SessionOutcome(
        file: stored.content,
        division: ShardDivision(of: stored.content.benchmarks.map(\.name), for: .whole),
        storedLabel: stored.label)
    }
    let outcome = try await session.measure()
    if let place = outcome.place, !session.isQuiet { Terminal.say("Saved \(place).\n") }
    return outcome
  }

  private func unchanged(_ names: [String], _ reason: String) -> LockstepOutcome {
    LockstepOutcome(
      entries: names.map {
        ComparisonEntry(benchmark: $0, finding: .verdict(.unchanged, reason: reason))
      })
  }

  private func findings(
    _ outcome: LockstepOutcome, _ listing: BenchmarkListing, _ sides: Sides,
    commits: (baseline: String, candidate: String),
    _ places: [String: SourceLocation] = [:], _ conditions: MachineConditions? = nil,
    division: ShardDivision
  ) -> ComparisonFindings {
    ComparisonFindings(
      compared: .init(
        division: division,
        baseline: ResultLabel(
          "\(sides.baseline)\(sides.baselineBenchmarks == nil ? "" : " with the candidate's benchmarks")",
          commit: commits.baseline.isEmpty ? nil : commits.baseline, time: sides.time),
        candidate: ResultLabel(
          "\(sides.candidate)", commit: commits.candidate.isEmpty ? nil : commits.candidate,
          time: sides.time),
        comparison: Comparison(
          entries: outcome.entries, warnings: outcome.warnings, conditions: conditions,
          locations: places)),
      failures: outcome.failures + listing.problems.map(\.failure) + outcome.unfinished,
      isInterrupted: outcome.isInterrupted)
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
