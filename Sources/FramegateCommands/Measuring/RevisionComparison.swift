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

/// Two revisions, built and measured alternately.
struct RevisionComparison {
  let plan: Plan

  /// The benchmarks that share the chance of an error, or nil for the selected ones.
  let family: [String]?

  init(_ plan: Plan, among family: [String]? = nil) {
    self.plan = plan
    self.family = family
  }

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
    let progress = BuildProgress(isQuiet: plan.isQuiet)
    defer { progress.clear() }
    let builder = try await plan.program.builder(observer: progress)
    let builds = try await builder.build(
      baseline: baseline, candidate: candidate, isForced: plan.revisions.measuresEqual,
      sharesBenchmarks: plan.revisions.sharesBenchmarks)
    if case .built(let old, let new) = builds {
      for build in [old, new] { ProgramImage.pin(build.executable) }
    }
    return Sides(builds: builds, baseline: baseline, candidate: candidate)
  }

  /// Measures the builds.
  ///
  /// - Throws: ``NoBaseline``, `RevisionError` when the candidate is not a Framegate tool,
  ///   ``SelectionError``.
  func measure(_ sides: Sides) async throws -> ComparedRevisions {
    switch sides.builds {
    case .equalSources(let commit):
      let listing = try await plan.program.listing(plan.workload)
      listing.reportProblems()
      try listing.check(plan.workload)
      let names = try plan.selection.select(from: listing.benchmarks).map(\.name)
      let division = plan.shard.division(of: names)
      return comparedRevisions(
        unchanged(
          division.names, "both sides have the same sources; '--measure-equal' measures them"),
        listing, sides, commits: (commit, commit), division: division)
    case .noBaseline(let error): throw NoBaseline(error)
    case .built(let baseline, let candidate): return try await measure(baseline, candidate, sides)
    }
  }

  private func measure(
    _ baseline: RevisionBuild, _ candidate: RevisionBuild, _ sides: Sides
  ) async throws -> ComparedRevisions {
    let machine = MachineProbe.machine()
    let listed = try await list(baseline, candidate)
    listed.candidate.reportProblems()
    try listed.candidate.check(plan.workload)
    var lockstep = lockstep(of: listed)
    if let problem = baseline.benchmarksProblem {
      lockstep.addedReason += "; the base cannot be built with it: \(problem)"
    }
    let places = listed.candidate.locations(relativeTo: candidate.sources)
    let known = listed.candidate.byName
    let selected = try plan.selection.select(
      from: listed.candidate.benchmarks
        + listed.baseline.benchmarks.filter { known[$0.name] == nil }
    ).map(\.name)
    let division = plan.shard.division(of: selected)
    let names = division.names
    let commits = (baseline.commit, candidate.commit)
    if !plan.revisions.measuresEqual,
      ExecutableImage.areEqual(
        try ProgramImage.file(of: baseline.executable),
        try ProgramImage.file(of: candidate.executable))
    {
      return comparedRevisions(
        unchanged(names, "both sides were built to the same code; '--measure-equal' measures them"),
        listed.candidate, sides, commits: commits, places, division: division)
    }
    let bar = ProgressBar(isQuiet: plan.isQuiet)
    defer { bar.clear() }
    let watch = MachineWatch()
    var outcome = await lockstep.compare(
      names, among: family ?? selected, of: listed, observer: bar)
    var explained = Explained()
    if !outcome.isInterrupted, plan.revisions.judgesLayouts {
      await judgeLayouts(&outcome, &explained, lockstep, listed, sides, bar)
    }
    let conditions = MachineConditions(machine: machine, use: watch.use)
    for warning in [
      conditions.use.warning(cores: machine.cores),
      plan.rules.comparison.raisingTolerance.map { .raisedThresholds(tolerance: $0) },
      plan.rules.ignoredCalibration,
    ].compactMap(\.self) { outcome.warnings.append(warning) }
    var revisions = comparedRevisions(
      outcome, listed.candidate, sides, commits: commits, places, conditions, division: division)
    revisions.studios = FilmStudios(
      candidate: FilmStudio(
        executable: candidate.executable, revisions.compared.comparison, lockstep.workload,
        counts: \.candidate.count),
      baseline: FilmStudio(
        executable: baseline.executable, revisions.compared.comparison, lockstep.workload,
        counts: \.baseline.count))
    if !plan.revisions.measuresEqual, plan.effort.totalTime == nil, !revisions.ending.isInterrupted
    {
      keep(revisions.compared.comparison.entries, of: names, baseline, candidate)
    }
    if plan.revisions.explains {
      let lines = await plan.program.changedLines(from: baseline, to: candidate)
      await explain(&revisions, explained, lockstep, listed, bar, in: candidate.sources, lines)
    }
    return revisions
  }

  /// What is known of the functions of a benchmark, or of a scenario at a rate.
  private typealias Explained = [String: Measured<Explanation>]

  private func explain(
    _ entry: ComparisonEntry, _ known: inout Explained, _ lockstep: Lockstep,
    _ sides: Lockstep.Sides
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
    _ outcome: inout LockstepOutcome, _ explained: inout Explained, _ lockstep: Lockstep,
    _ listed: Lockstep.Sides, _ sides: Sides, _ bar: ProgressBar
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
        } else if plan.revisions.layouts == nil, let reason = explanation.reason {
          outcome.entries[index] = entry.notJudgedOverLayouts(because: reason)
        }
      }
      let doubtful = changed.filter {
        plan.revisions.layouts != nil || outcome.entries[$0].mayHaveMoved
      }
      guard !doubtful.isEmpty else { return }
      let linked: [BySide<String>]
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
    } catch { outcome.end(early: error) }
  }

  /// Both builds, linked in other orders.
  private func link(_ sides: Sides) async throws -> [BySide<String>] {
    if case .executable = sides.candidate { throw RevisionError.cannotRelink }
    let progress = BuildProgress(isQuiet: plan.isQuiet)
    defer { progress.clear() }
    let builder = try await plan.program.builder(observer: progress)
    let executables = try await builder.layouts(
      of: [sides.baseline, sides.candidate], benchmarks: sides.baselineBenchmarks,
      count: plan.revisions.layouts ?? LayoutEvidence.usual)
    for executable in executables.joined() { ProgramImage.pin(executable) }
    return zip(executables[0], executables[1]).map { BySide(baseline: $0, candidate: $1) }
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
    try? plan.pairStore.add(
      PairComparison(
        BuildPair(baseline: old, candidate: new), names: Set(names), entries: entries,
        seconds: plan.seconds, time: Date()))
  }

  /// Names the functions that made a benchmark of two builds slower or faster.
  func explain(
    _ entry: ComparisonEntry, _ baseline: RevisionBuild, _ candidate: RevisionBuild
  ) async throws -> Measured<Explanation> {
    let sides = try await list(baseline, candidate)
    return try await lockstep(of: sides).explain(entry, of: sides)
  }

  /// Adds the reasons for regressions and improvements; stops early after a signal.
  private func explain(
    _ revisions: inout ComparedRevisions, _ known: Explained, _ lockstep: Lockstep,
    _ sides: Lockstep.Sides, _ bar: ProgressBar, in sources: String, _ lines: LineChanges
  ) async {
    var known = known
    let changed = revisions.compared.comparison.changedBenchmarks
    var entries: [ExplanationReport.Entry] = []
    do {
      for (index, entry) in changed.enumerated() {
        bar.begins("explaining \(entry.benchmark)", index: index, count: changed.count)
        var found = try await explain(entry, &known, lockstep, sides)
        if plan.revisions.showsStacks || found.value?.functions.isEmpty != false {
          found = found.merging(try await lockstep.sample(entry, of: sides))
        }
        let allocations: Measured<AllocationSites>? =
          revisions.compared.comparison.changesAllocations(of: entry)
          ? try await lockstep.explainAllocations(
            entry, of: sides, sources: sources, lines: lines) : nil
        entries.append(
          ExplanationReport.Entry(
            benchmark: entry.benchmark, verdict: entry.verdict ?? .inconclusive,
            explanation: found, allocations: allocations))
      }
    } catch is CancellationError {
      revisions.ending.isInterrupted = true
    } catch {
      revisions.compared.comparison.warnings.append(.explainedInPart(reason: "\(error)"))
    }
    revisions.compared.explanations = ExplanationReport(entries)
  }

  /// With the variables and the limits that the benchmarks declare.
  private func lockstep(of sides: Lockstep.Sides) -> Lockstep {
    Lockstep(
      plan.workload.settingVariables(of: sides.candidate), plan.effort,
      plan.rules.comparison.applying(sides.candidate.gates))
  }

  private func list(
    _ baseline: RevisionBuild, _ candidate: RevisionBuild
  ) async throws -> Lockstep.Sides {
    do {
      return try await Lockstep(
        plan.workload, plan.effort, plan.rules.comparison
      ).sides(BySide(baseline: baseline.executable, candidate: candidate.executable))
    } catch let failure as SideFailure {
      func error(_ side: RevisionBuild) -> RevisionError {
        .notATool(
          product: plan.program.name ?? "", revision: "\(side.revision)", reason: "\(failure)")
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
        ComparisonEntry(benchmark: $0, conclusion: .verdict(.unchanged, reason: reason))
      })
  }

  private func comparedRevisions(
    _ outcome: LockstepOutcome, _ listing: BenchmarkListing, _ sides: Sides,
    commits: (baseline: String, candidate: String),
    _ places: [String: SourceLocation] = [:], _ conditions: MachineConditions? = nil,
    division: ShardDivision
  ) -> ComparedRevisions {
    ComparedRevisions(
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
      ending: .init(
        isInterrupted: outcome.isInterrupted,
        failures: outcome.failures + listing.problems.map(\.failure)))
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
    byName.compactMapValues { $0.location?.relative(to: folder) }
  }
}
