import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import FrameTiming
import ReportText
import WorkerClient
import WorkerProtocol

/// The commits of a branch, built and compared in pairs, for `trend` and `bisect`.
struct HistoryMeasurement {
  /// The maximum number of commits of a range; for more, the user has to choose some of them.
  static let mostCommits = 200

  let range: CommitRange
  let plan: Plan

  /// The benchmarks that share the chance of an error, or nil for the selected ones.
  private(set) var all: [String]?

  /// Which of these benchmarks this job measures, or nil for all.
  private var division: ShardDivision?
  private let builder: RevisionBuilder
  private let toolchain: String

  /// The stored builds and, for benchmarks that read no variables, the stored comparisons.
  private let store: PairStore

  /// The environment variables that the benchmarks of each build read, by the build's digest.
  private let variables = Locked<[String: [WorkerVariable]]>([:])

  /// The comparisons whose changes were explained, so that each pair is listed only once.
  private let explained = Locked<[BuildPair: PreparedComparison]>([:])

  /// Finds what is known about the commits; builds nothing.
  init(_ range: CommitRange, _ plan: Plan) async throws {
    self.range = range
    self.plan = plan
    builder = try await plan.program.builder(
      observer: BuildProgress(isQuiet: plan.isQuiet))
    toolchain = try await builder.toolchain()
    try plan.program.results.refuseTrackedPairs()
    store = plan.pairStore([])
  }

  /// The store of a pair's comparisons, for the variables that its benchmarks read.
  private func store(of pair: BuildPair) -> PairStore {
    let read = variables.withLock { $0[pair.candidate] } ?? []
    return store.replacing(setting: plan.pairSetting(read))
  }

  /// The build of a commit, as it is stored.
  private struct BuildRecord: Codable {
    let digest: String
    let listing: BenchmarkListing

    /// Whether the digest can be part of a file name and the listing can be compared: a stored file
    /// guarantees neither.
    var isPlausible: Bool {
      digest.wholeMatch(of: /[0-9a-f]{16}/) != nil && ListBenchmarks().accepts(listing)
    }
  }

  /// The trend before anything is measured: only the commits.
  var start: BenchmarkVerdicts.Trend {
    BenchmarkVerdicts.Trend(
      points: range.commits.map {
        .init(commit: $0.hash, subject: $0.subject, time: $0.time)
      }, seconds: plan.seconds)
  }

  private func revision(_ commit: Int) -> Revision {
    let hash = range.commits[commit].hash
    return .commit(hash, name: String(hash.prefix(12)))
  }
}

extension HistoryMeasurement: HistoryProber {
  func state(of commit: Int) async throws -> BenchmarkVerdicts.Trend.State {
    do {
      let hash = range.commits[commit].hash
      let name = try await builder.buildName(of: hash, toolchain: toolchain)
      let record: BuildRecord
      if let known = store.build(name, as: BuildRecord.self), known.isPlausible {
        record = known
      } else {
        let build = try await builder.build(revision(commit))
        record = BuildRecord(
          digest: try build.digest(),
          listing: try await WorkerSource(plan.workload.launch(build.executable))
            .withWorker { try await $0.ask(ListBenchmarks()) })
        try store.record(record, of: name)
      }
      try record.listing.requireKnown(plan.workload)
      variables.withLock { $0[record.digest] = record.listing.variables }
      let names = try plan.selection.matching(record.listing.benchmarks).map(\.name)
      return .built(digest: record.digest, names: Set(names))
    } catch RevisionError.doesNotBuild(_, let firstError) {
      return .gap(reason: "it does not build: \(firstError)")
    } catch let error as RevisionError where error.isOfRevision {
      return .gap(reason: "\(error)")
    } catch let error as SelectionError {
      return .gap(reason: "\(error)")
    } catch let failure as WorkerFailure {
      try Task.checkCancellation()
      return .gap(reason: "its benchmarks cannot be listed: \(WorkerFailure.reason(failure))")
    }
  }

  func known(of pair: BuildPair) -> [PairComparison] { store(of: pair).comparisons(of: pair) }

  func compare(
    _ request: BenchmarkVerdicts.Trend.Request, effort: Int, replaces: Bool
  ) async throws -> PairComparison {
    let builds = try await builds(request.from, request.to)
    let revisions = try await BuiltRevisions(builds).measure(
      by: plan.comparing(request.names, times: effort), among: all)
    let found = try PairComparison(
      request.pair, names: request.names, revisions.compared.comparison, revisions.ending,
      seconds: plan.seconds * Double(effort), time: Date())
    try store(of: request.pair).add(found.withoutFailures, replaces: replaces)
    return found
  }

  private func builds(_ from: Int, _ to: Int) async throws -> BySide<RevisionBuild> {
    BySide(
      baseline: try await builder.build(revision(from)),
      candidate: try await builder.build(revision(to)))
  }

  private func prepared(
    _ pair: BuildPair, _ from: Int, _ to: Int
  ) async throws -> PreparedComparison {
    if let known = explained.withLock({ $0[pair] }) { return known }
    let comparison = try await PreparedComparison(builds(from, to), plan)
    explained.withLock { $0[pair] = comparison }
    return comparison
  }

  /// Names the functions that made a benchmark slower or faster, or nil if that is impossible.
  func explain(
    _ series: HistorySeries, from: Int, to: Int, _ pair: BuildPair,
    _ comparisons: inout PairComparisons
  ) async throws -> Explanation? {
    guard !series.quantity.isOnDemand else { return nil }
    let comparison = try await prepared(pair, from, to)
    let explanation = try await comparison.explain(series.benchmark, at: series.rate)
    guard case .value(let found) = explanation else { return nil }
    if let comparison = comparisons.explain(pair, found) {
      try store(of: pair).update(comparison)
    }
    return found
  }
}

extension HistoryMeasurement {
  /// Measures a trend, or this job's part of it, and explains its steps.
  ///
  /// A job that is one of several builds all commits first, because any commit may have benchmarks
  /// of its own to divide among the jobs.
  mutating func measure(_ trend: inout BenchmarkVerdicts.Trend) async throws {
    if let shard = plan.shard {
      for point in trend.points.indices { try await trend.build(point, by: self) }
      let names = trend.names
      all = names
      let division = shard.division(of: names)
      self.division = division
      trend.keep(only: Set(division.names))
    }
    try await trend.measure(by: self)
    guard !(all ?? trend.names).isEmpty else { throw nothingToMeasure(trend) }
    try await explainSteps(of: &trend)
  }

  /// Why a trend has no benchmark: no commit could be measured, or none has a selected one.
  private func nothingToMeasure(_ trend: BenchmarkVerdicts.Trend) -> HistoryError {
    let gaps = trend.points.reversed().compactMap { point -> HistoryError? in
      guard case .gap(let reason) = point.state else { return nil }
      return .unusable(point.commit, reason: reason)
    }
    return gaps.count == trend.points.count ? gaps[0] : .nothingSelected
  }

  /// This job's share of a trend, or nil without '--shard' or before all commits are built.
  func part(of trend: BenchmarkVerdicts.Trend) -> Measurements.History? {
    division.map {
      Measurements.History(
        division: $0, toolchain: toolchain, processors: [MachineProbe.machine().summary],
        warnings: plan.rules.warnings.map { $0.text(.current) }, trend: trend)
    }
  }

  /// The maximum number of steps to explain, because each takes seconds; the first ones are
  /// explained.
  private static let mostExplained = 20

  /// Names the functions that caused steps, where that is possible.
  private func explainSteps(of trend: inout BenchmarkVerdicts.Trend) async throws {
    let steps = trend.courses.flatMap(\.steps).filter { $0.explanation == nil }
    for step in steps.prefix(Self.mostExplained) {
      // A step that takes back an earlier one is explained with it.
      guard let pair = step.pair,
        trend.comparisons.explanation(of: step.series, pair) == nil
      else { continue }
      _ = try await explain(step.series, from: step.from, to: step.to, pair, &trend.comparisons)
    }
  }
}

extension HistoryMeasurement {
  /// Names the functions that caused the culprits' changes, where that is possible.
  func explainCulprits(of search: inout Bisection) async throws {
    guard let series = search.series else { return }
    for culprit in search.culprits {
      guard let pair = search.pair(of: culprit) else { continue }
      var comparisons = search.trend.comparisons
      let found = try await explain(
        series, from: culprit.parent, to: culprit.commit, pair, &comparisons)
      if let found { search.explain(culprit, by: found) }
    }
  }
}
