import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import FrameTiming
import ReportText
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
    let revisions: BySide<Revision>
    let time = Date()

    /// The benchmarks that the baseline has from the candidate, or nil if they are its own.
    var baselineBenchmarks: BenchmarkFolders? {
      if case .built(let baseline, _) = builds { baseline.benchmarks } else { nil }
    }
  }

  /// Builds both revisions, and pins what was built.
  func build(_ revisions: BySide<Revision>) async throws -> Sides {
    let progress = BuildProgress(isQuiet: plan.isQuiet)
    defer { progress.clear() }
    let builder = try await plan.program.builder(observer: progress)
    let builds = try await builder.build(
      baseline: revisions.baseline, candidate: revisions.candidate,
      isForced: plan.revisions.measuresEqual, sharesBenchmarks: plan.revisions.sharesBenchmarks)
    if case .built(let old, let new) = builds {
      for build in [old, new] { ProgramImage.pin(build.executable) }
    }
    return Sides(builds: builds, revisions: revisions)
  }

  /// Measures the builds.
  ///
  /// - Throws: ``NoBaseline``, `RevisionError` when the candidate cannot be measured,
  ///   ``SelectionError``.
  func measure(_ sides: Sides) async throws -> ComparedRevisions {
    switch sides.builds {
    case .equalSources(let commit):
      let listing = try await plan.program.listing(plan.workload)
      listing.reportProblems()
      try listing.check(plan.workload)
      let names = try plan.selection.select(from: listing.benchmarks).map(\.name)
      let division = plan.shard.division(of: names)
      let comparison = Comparison(
        entries: unchanged(
          division.names, "both sides have the same sources; '--measure-equal' measures them"))
      return sides.compared(
        comparison, commits: BySide(both: commit), division: division,
        listing.ending)
    case .noBaseline(let error): throw NoBaseline(error)
    case .built(let baseline, let candidate):
      return try await measure(BySide(baseline: baseline, candidate: candidate), sides)
    }
  }

  private func measure(
    _ builds: BySide<RevisionBuild>, _ sides: Sides
  ) async throws -> ComparedRevisions {
    let machine = MachineProbe.machine()
    var pair = try await ListedBuilds(builds, plan)
    let candidate = pair.listed.candidate
    candidate.reportProblems()
    try candidate.check(plan.workload)
    let locations = candidate.locations(relativeTo: builds.candidate.sources)
    let known = candidate.byName
    let selected = try plan.selection.select(
      from: candidate.benchmarks
        + pair.listed.baseline.benchmarks.filter { known[$0.name] == nil }
    ).map(\.name)
    let division = plan.shard.division(of: selected)
    let names = division.names
    let commits = builds.map(\.commit)
    let files = try builds.map { try ProgramImage.file(of: $0.executable) }
    if !plan.revisions.measuresEqual, ExecutableImage.areEqual(files.baseline, files.candidate) {
      let comparison = Comparison(
        entries: unchanged(
          names, "both sides were built to the same code; '--measure-equal' measures them"),
        locations: locations)
      return sides.compared(
        comparison, commits: commits, division: division,
        candidate.ending)
    }
    let bar = ProgressBar(isQuiet: plan.isQuiet)
    defer { bar.clear() }
    let watch = MachineWatch()
    var outcome = await pair.lockstep.compare(
      names, among: family ?? selected, of: pair.listed, observer: bar)
    if !outcome.ending.isInterrupted, plan.revisions.judgesLayouts {
      await pair.judgeLayouts(&outcome, bar) { try await link(sides) }
    }
    let conditions = MachineConditions(machine: machine, use: watch.use)
    outcome.warnings += [
      conditions.use.warning(cores: machine.cores),
      plan.rules.comparison.raisingTolerance.map { .raisedThresholds(tolerance: $0) },
      plan.rules.ignoredCalibration,
    ].compactMap(\.self)
    outcome.ending.add(candidate.ending)
    var revisions = sides.compared(
      Comparison(
        entries: outcome.entries, warnings: outcome.warnings, conditions: conditions,
        locations: locations),
      commits: commits, division: division, outcome.ending)
    revisions.studios = pair.studios(of: revisions.compared.comparison)
    if !plan.revisions.measuresEqual, plan.effort.totalTime == nil, !revisions.ending.isInterrupted
    {
      pair.keep(revisions.compared.comparison.entries, of: names)
    }
    if plan.revisions.explains { await pair.explain(&revisions, bar) }
    return revisions
  }

  private func unchanged(_ names: [String], _ reason: String) -> [ComparisonEntry] {
    names.map {
      ComparisonEntry(benchmark: $0, conclusion: .verdict(.unchanged, reason: reason))
    }
  }

  /// Both builds, linked in other orders.
  private func link(_ sides: Sides) async throws -> [BySide<String>] {
    if case .executable = sides.revisions.candidate { throw RevisionError.cannotRelink }
    let progress = BuildProgress(isQuiet: plan.isQuiet)
    defer { progress.clear() }
    let builder = try await plan.program.builder(observer: progress)
    let executables = try await builder.layouts(
      of: sides.revisions.both, benchmarks: sides.baselineBenchmarks,
      count: plan.revisions.layouts ?? LayoutEvidence.usual)
    for executable in executables.joined() { ProgramImage.pin(executable) }
    return zip(executables[0], executables[1]).map { BySide(baseline: $0, candidate: $1) }
  }

  /// Names the functions that made a benchmark of two builds slower or faster.
  func explain(
    _ entry: ComparisonEntry, _ builds: BySide<RevisionBuild>
  ) async throws -> Measured<Explanation> {
    var pair = try await ListedBuilds(builds, plan)
    return try await pair.explain(entry)
  }
}

extension RevisionComparison.Sides {
  /// Takes two builds, which stay the same files as long as they are measured.
  init(_ builds: BySide<RevisionBuild>) {
    self.init(
      builds: .built(baseline: builds.baseline, candidate: builds.candidate),
      revisions: builds.map(\.revision))
  }

  /// What was found about them.
  fileprivate func compared(
    _ comparison: Comparison, commits: BySide<String>, division: ShardDivision,
    _ ending: Ending
  ) -> ComparedRevisions {
    func label(_ side: ComparisonEntry.Side, _ addition: String = "") -> ResultLabel {
      ResultLabel(
        "\(revisions[side])\(addition)", commit: commits[side].isEmpty ? nil : commits[side],
        time: time)
    }
    return ComparedRevisions(
      compared: .init(
        division: division,
        baseline: label(
          .baseline, baselineBenchmarks == nil ? "" : " with the candidate's benchmarks"),
        candidate: label(.candidate), comparison: comparison),
      ending: ending)
  }
}

/// Two builds, of which it is known what they have registered.
private struct ListedBuilds {
  private let plan: Plan
  private let builds: BySide<RevisionBuild>
  let listed: Lockstep.Sides

  /// With the variables and the limits that the benchmarks declare.
  let lockstep: Lockstep

  /// What is known of the functions of a benchmark, or of a scenario at a rate.
  private var explained: [String: Measured<Explanation>] = [:]

  /// Asks both.
  ///
  /// - Throws: ``NoBaseline``; `RevisionError` when the candidate cannot be measured.
  init(_ builds: BySide<RevisionBuild>, _ plan: Plan) async throws {
    self.builds = builds
    self.plan = plan
    do {
      listed = try await Lockstep(
        plan.workload, plan.effort, plan.rules.comparison
      ).sides(builds.map(\.executable))
    } catch let failure as SideFailure {
      let error = RevisionError.notATool(
        product: plan.program.name ?? "", revision: "\(builds[failure.side].revision)",
        reason: "\(failure)")
      switch failure.side {
      case .baseline: throw NoBaseline(error)
      case .candidate: throw error
      }
    }
    var lockstep = Lockstep(
      plan.workload.setting(listed.candidate.variables), plan.effort,
      plan.rules.comparison.applying(listed.candidate.gates))
    if let problem = builds.baseline.benchmarksProblem {
      lockstep.addedReason += "; the base cannot be built with it: \(problem)"
    }
    self.lockstep = lockstep
  }
}

extension ListedBuilds {
  /// Names the functions that made an entry slower or faster, once for each.
  mutating func explain(_ entry: ComparisonEntry) async throws -> Measured<Explanation> {
    let key = "\(entry.benchmark) \(entry.rate?.description ?? "")"
    if let explanation = explained[key] { return explanation }
    let explanation = try await lockstep.explain(entry, of: listed)
    explained[key] = explanation
    return explanation
  }

  /// Judges rows whose times changed, and whose instructions did not, over several orders of
  /// linking; stops early after a signal.
  ///
  /// With `--layouts`, it judges all rows whose times changed.
  mutating func judgeLayouts(
    _ outcome: inout LockstepOutcome, _ bar: ProgressBar,
    linking link: () async throws -> [BySide<String>]
  ) async {
    let changed = outcome.entries.indices.filter {
      outcome.entries[$0].evidence != nil && outcome.entries[$0].verdict?.isChange == true
    }
    do {
      try await count(&outcome.entries, at: changed, bar)
      let doubtful = changed.filter {
        plan.revisions.layouts != nil || outcome.entries[$0].mayHaveMoved
      }
      guard !doubtful.isEmpty else { return }
      let linked: [BySide<String>]
      do {
        linked = try await link()
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
    } catch { outcome.end(early: error) }
  }

  /// Adds the instructions of changed rows, or why they are not judged over layouts without them.
  private mutating func count(
    _ entries: inout [ComparisonEntry], at changed: [Int], _ bar: ProgressBar
  ) async throws {
    for (number, index) in changed.enumerated() {
      let entry = entries[index]
      bar.begins("counting \(entry.benchmark)", index: number, count: changed.count)
      let explanation = try await explain(entry)
      if let counted = explanation.value {
        entries[index].evidence?.instructions = [
          .baseline: counted.baseline, .candidate: counted.candidate,
        ]
      } else if plan.revisions.layouts == nil, let reason = explanation.reason {
        entries[index] = entry.notJudgedOverLayouts(because: reason)
      }
    }
  }

  /// What films the builds in the frames that were compared.
  func studios(of comparison: Comparison) -> FilmStudios {
    func studio(_ side: ComparisonEntry.Side) -> FilmStudio {
      FilmStudio(executable: builds[side].executable, comparison, lockstep.workload) { frames in
        side == .baseline ? frames.baseline.count : frames.candidate.count
      }
    }
    return FilmStudios(candidate: studio(.candidate), baseline: studio(.baseline))
  }

  /// Keeps what was found for `trend` and `bisect`, which do without it if that fails.
  func keep(_ entries: [ComparisonEntry], of names: [String]) {
    // The folder of an executable may hold anything.
    guard !builds.both.contains(where: \.isForeign),
      let digests = try? builds.map({ try $0.digest() })
    else { return }
    try? plan.pairStore(listed.candidate.variables).add(
      PairComparison(
        BuildPair(baseline: digests.baseline, candidate: digests.candidate), names: Set(names),
        entries: entries, seconds: plan.seconds, time: Date()))
  }

  /// Adds the reasons for regressions and improvements; stops early after a signal.
  mutating func explain(_ revisions: inout ComparedRevisions, _ bar: ProgressBar) async {
    let comparison = revisions.compared.comparison
    let lines = await plan.program.changedLines(from: builds.baseline, to: builds.candidate)
    let changed = comparison.changedBenchmarks
    var entries: [ExplanationReport.Entry] = []
    do {
      for (index, entry) in changed.enumerated() {
        bar.begins("explaining \(entry.benchmark)", index: index, count: changed.count)
        var found = try await explain(entry)
        if plan.revisions.showsStacks || found.value?.functions.isEmpty != false {
          found = found.merging(try await lockstep.sample(entry, of: listed))
        }
        let allocations: Measured<AllocationSites>? =
          comparison.changesAllocations(of: entry)
          ? try await lockstep.explainAllocations(
            entry, of: listed, sources: builds.candidate.sources, lines: lines) : nil
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
