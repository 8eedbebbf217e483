import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import FrameTiming
import ReportText
import WorkerClient
import WorkerProtocol

/// A comparison of two builds whose benchmarks are listed: its plan, and what was explained so far.
struct PreparedComparison {
  let plan: Plan
  let builds: BySide<RevisionBuild>
  let listed: ListedPrograms

  /// Compares the builds with the variables and limits that the candidate's benchmarks declare.
  let lockstep: Lockstep

  /// The explanations found so far, by benchmark and rate.
  private let explained = Locked<[ExplainedWork: Measured<Explanation>]>([:])

  /// A benchmark, or a scenario at a rate.
  private struct ExplainedWork: Hashable {
    let benchmark: String
    let rate: RefreshRate?
  }

  /// Asks both builds what they have registered.
  ///
  /// - Throws: ``NoBaseline``; `RevisionError` when the candidate cannot be measured.
  init(_ builds: BySide<RevisionBuild>, _ plan: Plan) async throws {
    self.builds = builds
    self.plan = plan
    do {
      listed = try await plan.lockstep.list(builds.map(\.executable))
    } catch let failure as SideFailure {
      let build = builds[failure.side]
      let error = RevisionError.cannotBeMeasured(
        product: build.isForeign ? nil : plan.program.name ?? "", of: "\(build.revision)",
        reason: "\(failure)")
      switch failure.side {
      case .baseline: throw NoBaseline(error)
      case .candidate: throw error
      }
    }
    var lockstep = plan.lockstep.adopting(listed.candidate)
    if let problem = builds.baseline.benchmarksProblem {
      lockstep.addedReason += "; the base cannot be built with it: \(problem)"
    }
    self.lockstep = lockstep
  }
}

extension PreparedComparison {
  /// Whether both run the same code with the same resources and libraries, and so have the same
  /// times; false if that cannot be determined.
  var haveEqualCode: Bool {
    get throws {
      let files = try builds.map { try ProgramImage.file(of: $0.executable) }
      guard ExecutableImage.areEqual(files.baseline, files.candidate) else { return false }
      // What else is in a folder that was named may belong to anything.
      guard !builds.baseline.isForeign, !builds.candidate.isForeign else {
        return !ExecutableImage.loadsLibraries(besides: builds.baseline.executable)
          && !ExecutableImage.loadsLibraries(besides: builds.candidate.executable)
      }
      return try builds.baseline.digest() == builds.candidate.digest()
    }
  }

  /// Where the candidate's benchmarks are registered, by name.
  var locations: [String: SourceLocation] {
    listed.candidate.byName.compactMapValues {
      $0.location?.relative(to: builds.candidate.sources)
    }
  }

  /// Compares benchmarks of both builds, and judges changes that may come from the order of
  /// linking.
  func compare(
    _ names: [String], among all: [String], _ bar: ProgressBar
  ) async -> (comparison: Comparison, ending: Ending) {
    let machine = MachineProbe.machine()
    let watch = MachineWatch()
    var outcome = await lockstep.compare(names, among: all, of: listed, observer: bar)
    if !outcome.ending.isInterrupted, plan.revisions.judgesLayouts {
      await LayoutJudgement(comparison: self).judge(&outcome, bar)
    }
    let conditions = MachineConditions(machine: machine, use: watch.use)
    outcome.warnings += [conditions.use.warning(cores: machine.cores)].compactMap(\.self)
    outcome.warnings += plan.rules.warnings
    var ending = outcome.ending
    ending.add(listed.candidate.ending)
    let comparison = Comparison(
      entries: outcome.entries, warnings: outcome.warnings, conditions: conditions,
      locations: locations)
    return (comparison, ending)
  }
}

extension PreparedComparison {
  /// Names the functions that made a benchmark, or a scenario at a rate, slower or faster; explains
  /// each only once.
  func explain(_ benchmark: String, at rate: RefreshRate?) async throws -> Measured<Explanation> {
    let work = ExplainedWork(benchmark: benchmark, rate: rate)
    if let known = explained.withLock({ $0[work] }) { return known }
    let found = try await lockstep.explain(benchmark, at: rate, of: listed)
    explained.withLock { $0[work] = found }
    return found
  }

  /// The studios that film the builds in the frames that were compared.
  func studios(of comparison: Comparison) -> FilmStudios {
    func studio(_ side: ComparisonSide) -> FilmStudio {
      FilmStudio(executable: builds[side].executable, comparison, lockstep.workload) { frames in
        side == .baseline ? frames.baseline.count : frames.candidate.count
      }
    }
    return FilmStudios(candidate: studio(.candidate), baseline: studio(.baseline))
  }

  /// Stores a comparison for `trend` and `bisect`; does nothing if it ended early or cannot be
  /// stored.
  func keep(_ comparison: Comparison, _ ending: Ending, of names: [String]) {
    // A digest covers the executable's folder, which may contain anything if the user named it.
    guard !builds.both.contains(where: \.isForeign),
      let digests = try? builds.map({ try $0.digest() }),
      let found = try? PairComparison(
        digests, names: Set(names), comparison, ending, seconds: plan.seconds, time: Date())
    else { return }
    try? plan.pairStore(listed.candidate.variables).add(found.withoutFailures)
  }

  /// Adds the reasons for regressions and improvements; stops early after a signal.
  func explain(_ changes: inout ComparedRevisions, _ bar: ProgressBar) async {
    let comparison = changes.compared.comparison
    let lines = await plan.program.changedLines(from: builds.baseline, to: builds.candidate)
    let changed = comparison.changedBenchmarks
    var explanations: [ExplainedChange] = []
    do {
      for (index, entry) in changed.enumerated() {
        bar.begins("explaining \(entry.benchmark)", index: index, count: changed.count)
        var found = try await explain(entry.benchmark, at: entry.rate)
        if plan.revisions.showsStacks || found.value?.functions.isEmpty != false {
          found = found.merging(try await lockstep.sample(entry, of: listed))
        }
        let allocations: Measured<AllocationSites>? =
          comparison.changesAllocations(of: entry)
          ? try await lockstep.explainAllocations(
            entry, of: listed, sources: builds.candidate.sources, lines: lines) : nil
        explanations.append(
          ExplainedChange(
            benchmark: entry.benchmark, verdict: entry.verdict ?? .inconclusive,
            explanation: found, allocations: allocations))
      }
    } catch is CancellationError {
      changes.ending.isInterrupted = true
    } catch {
      changes.compared.comparison.warnings.append(.explainedInPart(reason: "\(error)"))
    }
    changes.compared.explanations = explanations
  }
}
