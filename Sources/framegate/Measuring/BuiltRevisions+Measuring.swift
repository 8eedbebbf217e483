import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import FrameTiming
import ReportText
import WorkerProtocol

extension BuiltRevisions {
  /// Builds both revisions, and pins what was built.
  init(building revisions: BySide<Revision>, by plan: Plan) async throws {
    let progress = BuildProgress(isQuiet: plan.isQuiet)
    defer { progress.clear() }
    let builder = try await plan.program.builder(observer: progress)
    let builds = try await builder.build(
      baseline: revisions.baseline, candidate: revisions.candidate,
      isForced: plan.revisions.measuresEqual, sharesBenchmarks: plan.revisions.sharesBenchmarks)
    self.init(pinning: builds, of: revisions)
  }

  /// Measures both alternately.
  ///
  /// The chance of an error is divided among `all` benchmarks, or the selected ones if nil.
  ///
  /// - Throws: ``NoBaseline``, `RevisionError` when the candidate cannot be measured,
  ///   ``SelectionError``.
  func measure(by plan: Plan, among all: [String]? = nil) async throws -> ComparedRevisions {
    switch builds {
    case .equalSources(let commit):
      let listing = try await plan.program.listing(plan.workload)
      try listing.require(plan.workload)
      let names = try plan.selection.select(from: listing.benchmarks).map(\.name)
      let division = plan.shard.division(of: names)
      let comparison = Comparison(
        entries: unchanged(
          division.names, "both sides have the same sources; '--measure-equal' measures them"))
      return compared(
        comparison, commits: BySide(both: commit), division: division,
        listing.ending)
    case .noBaseline(let error): throw NoBaseline(error)
    case .built(let sides): return try await measure(sides, by: plan, among: all)
    }
  }

  private func measure(
    _ builds: BySide<RevisionBuild>, by plan: Plan, among all: [String]?
  ) async throws -> ComparedRevisions {
    let pair = try await PreparedComparison(builds, plan)
    let candidate = pair.listed.candidate
    try candidate.require(plan.workload)
    let selected = try plan.selection.select(from: pair.listed.benchmarks).map(\.name)
    let division = plan.shard.division(of: selected)
    let names = division.names
    let commits = builds.map(\.commit)
    if !plan.revisions.measuresEqual, try pair.haveEqualCode {
      let comparison = Comparison(
        entries: unchanged(
          names, "both sides were built to the same code; '--measure-equal' measures them"),
        locations: pair.locations)
      return compared(
        comparison, commits: commits, division: division, candidate.ending)
    }
    let bar = ProgressBar(isQuiet: plan.isQuiet)
    defer { bar.clear() }
    let (comparison, ending) = await pair.compare(names, among: all ?? selected, bar)
    var found = compared(comparison, commits: commits, division: division, ending)
    found.studios = pair.studios(of: comparison)
    if !plan.revisions.measuresEqual, plan.effort.totalTime == nil {
      pair.keep(comparison, ending, of: names)
    }
    if plan.revisions.explains { await pair.explain(&found, bar) }
    return found
  }

  private func unchanged(_ names: [String], _ reason: String) -> [ComparisonEntry] {
    names.map {
      ComparisonEntry(benchmark: $0, conclusion: .verdict(.unchanged, reason: reason))
    }
  }
}
