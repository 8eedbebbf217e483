import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import Foundation
import FrameTiming
import ReportText
import ResultTestSupport
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkVerdicts
@testable import framegate

/// Files of which each number is replaced by each extreme one: they are refused, or judged and
/// shown, but nothing traps or takes all memory.
///
/// Results, calibrations, devices and logs have tests of their own where they are read.
@Suite("Files with extreme numbers", .timeLimit(.minutes(isLong ? 20 : 2)))
struct ExtremeNumberTests {
  /// One extreme number for each place, or all of them where there is time.
  private func variants(of json: Data) -> [Data] {
    let all = extremes(of: [UInt8](json))
    let count = extremeNumbers.count
    return all.indices.filter { isLong || $0 % count == $0 / count % count }.map { Data(all[$0]) }
  }

  /// A difference of every kind, measured in pairs.
  private static let entries: [ComparisonEntry] = {
    func times(_ ratio: Double) -> ComparisonEntry.Times {
      .init(
        threshold: 0.01, interval: Interval(low: ratio * 0.99, high: ratio * 1.01),
        paired: .init(ratio: ratio, count: 99))
    }
    var time = ComparisonEntry(
      benchmark: "kernel.a", .metric("cpuTotal", unit: "ns/op"), baseline: 100, candidate: 104,
      times: times(1.04), conclusion: .verdict(.regressed))
    var evidence = RowEvidence(answers: .equal(count: 3))
    evidence.instructions = BySide(baseline: 1_000, candidate: 1_040)
    evidence.layouts = LayoutEvidence(
      ratios: [1.03, 1.05, 1.04], rule: VerdictRule(threshold: 0.01)
    )
    .map { .value($0) }
    time.evidence = evidence
    time.power = PowerAnalysis(uncertainty: 0.02, time: .seconds(9), threshold: 0.05)
    var work = ComparisonEntry(
      benchmark: "scene.a", .work(at: .hz60), baseline: 900_000, candidate: 1_900_000,
      times: times(2.1), conclusion: .verdict(.regressed))
    work.droppedFrames = BySide(baseline: 1, candidate: 3)
    work.changedFrames = FrameChanges(
      [.unchanged, .regressed, .regressed], baseline: [900, 910, 920],
      candidate: [900, 1_900, 2_000])
    var count = ComparisonEntry(
      benchmark: "kernel.a", .metric("mallocCountTotal", unit: "count/op"), baseline: 2,
      candidate: 3, conclusion: .verdict(.regressed))
    count.countRanges = BySide(
      baseline: Interval(low: 2, high: 2), candidate: Interval(low: 3, high: 4))
    return [time, work, count]
  }()

  private static let explanation = Explanation(
    benchmark: "kernel.a", per: .operation, baseline: .init(selfCosts: ["f": 900], units: 1),
    candidate: .init(selfCosts: ["f": 950, "g": 1], units: 1))

  @Test("Shards")
  func shards() throws {
    let result = Fixtures.result([
      Fixtures.kernel("kernel.a"), Fixtures.scenario("scene.a", count: 3),
    ])
    let whole = ShardPlan(shard: .whole, costs: [:])
    let division = whole.division(of: result.benchmarks.map(\.name))
    let places = AllocationSites(
      per: .operation,
      sites: [
        .init(place: .init(function: "f", location: nil), callers: [], callee: nil, count: 2)
      ])
    let label = ResultLabel("base.json", result)
    let check = try #require(
      try Framegate.parseAsRoot(["check", "--against", "base.json"]) as? Framegate.Check)
    let compared = Measurements.Compared(
      division: division, baseline: label, candidate: label,
      comparison: Comparison(
        recorded: Self.entries, warnings: [],
        conditions: MachineConditions(machine: Fixtures.machine, use: MachineUse()),
        locations: ["kernel.a": SourceLocation(file: "a.swift", line: 3)]),
      explanations: [
        .init(
          benchmark: "kernel.a", verdict: .regressed, explanation: .value(Self.explanation),
          allocations: .value(places))
      ])
    let judged = Measurements.OfCheck(
      budgets: .init(), isPaced: false, policy: .init(),
      run: .init(division: division, result: result), again: result, compared: compared,
      ending: .init())
    var shard = MeasuredShard(
      .whole, of: CommonPlan(try check.plan(of: .unnamed)), .check(judged),
      by: MeasuredProgram.unnamed.tool)
    shard.seconds = 20
    let json = try PrettyJSON.encode(shard)
    try show(json)

    var accepted = 0
    for variant in variants(of: json) where (try? show(variant)) != nil { accepted += 1 }
    #expect(accepted > 20)
  }

  /// Merges and judges a shard, and writes every report.
  private func show(_ json: Data) throws {
    let shards = try MergedShards([("s.json", MeasuredShard(json: json, file: "s.json"))])
    let merged = shards.merged()
    let run = try #require(merged.run?.result)
    let compared = try #require(merged.compared)
    var gate = try Gate(run, comparison: compared.comparison)
    if let again = merged.again { gate = gate.confirmed(by: try Gate(again)) }
    let report = CheckReport(
      gate, sides: BySide(baseline: compared.baseline, candidate: compared.candidate),
      explanations: compared.explanations.map(ExplanationReport.init))
    _ = (report.text(), report.markdown(), report.junit(), report.annotations())
    _ = (shards.seconds.map { Int($0.rounded()) }, try report.json())
    _ = try ReportPage(report, run: RunReport(ReplayedResult(run))).html()
  }

  /// Three commits, and what a file says of the first two.
  private static let trend = BenchmarkVerdicts.Trend(
    points: ["a", "b", "c"].map {
      .init(
        commit: String(repeating: $0, count: 40), subject: $0, time: .distantPast,
        state: .built(digest: $0, names: ["kernel.a", "scene.a"]))
    }, seconds: 5)

  @Test("Comparisons of a trend and of a search")
  func pairs() async throws {
    let folder = try TemporaryFolder()
    let store = PairStore(
      ResultStore(root: folder.url), setting: "s", machine: Fixtures.machine)
    func comparison(_ old: String, _ new: String, _ entries: [ComparisonEntry]) -> PairComparison {
      PairComparison(
        BuildPair(baseline: old, candidate: new), names: ["kernel.a", "scene.a"],
        entries: entries, seconds: 5, time: Date(timeIntervalSince1970: 1))
    }
    var known = comparison("a", "b", Self.entries)
    known.explanations = [Self.explanation]
    try store.add(known)
    let others = PairComparisons([
      comparison("b", "c", Self.entries), comparison("a", "c", Self.entries),
    ])
    let file = folder.url.appending(path: "pairs/a-b-s.json")
    let json = try Data(contentsOf: file)
    var accepted = 0
    for variant in [json] + variants(of: json) {
      try variant.write(to: file)
      let read = store.comparisons(of: known.pair)
      accepted += read.count
      var trend = Self.trend
      trend.comparisons = others
      for comparison in read { trend.comparisons.add(comparison) }
      _ = (trend.next, trend.nextMisfit())
      let report = TrendReport(trend, range: "a..c")
      for format in TrendReport.formats { _ = try report.data(format, .plain) }
      var search = Bisection(Self.trend)
      try? await search.search(by: StoredPairs(comparisons: trend.comparisons, missing: known))
      _ = (BisectReport(search).text(), try BisectReport(search).json())
    }
    #expect(accepted > 20)
  }

  @Test("Shards of a trend")
  func trendShards() throws {
    let whole = ShardPlan(shard: .whole, costs: [:])
    var trend = Self.trend
    for (old, new) in [("a", "b"), ("b", "c"), ("a", "c")] {
      trend.comparisons.add(
        PairComparison(
          BuildPair(baseline: old, candidate: new), names: ["kernel.a", "scene.a"],
          entries: Self.entries, seconds: 5, time: Date(timeIntervalSince1970: 1)))
    }
    let judged = Measurements.OfTrend(
      range: "a..c", failsOnStep: false,
      history: .init(
        division: whole.division(of: trend.names), toolchain: "Swift", processors: ["CPU"],
        trend: trend),
      ending: .init())
    let command = try #require(try Framegate.parseAsRoot(["trend", "a..c"]) as? Framegate.Trend)
    let plan = CommonPlan(try command.options.plan(of: .unnamed, isQuiet: true))
    let json = try PrettyJSON.encode(
      MeasuredShard(.whole, of: plan, .trend(judged), by: MeasuredProgram.unnamed.tool))
    func show(_ json: Data) throws {
      let merged = try MergedShards([("s.json", MeasuredShard(json: json, file: "s.json"))])
        .merged()
      let history = try #require(merged.history)
      let report = TrendReport(history.trend, range: "a..c", processors: history.processors)
      for format in TrendReport.formats { _ = try report.data(format, .plain) }
    }
    try show(json)
    var accepted = 0
    for variant in variants(of: json) where (try? show(variant)) != nil { accepted += 1 }
    #expect(accepted > 20)
  }

  /// Answers from what is stored, and with what was measured first where nothing is.
  private struct StoredPairs: HistoryProber {
    let comparisons: PairComparisons
    let missing: PairComparison

    func state(of commit: Int) -> BenchmarkVerdicts.Trend.State {
      ExtremeNumberTests.trend.points[commit].state
    }

    func known(of pair: BuildPair) -> [PairComparison] { [] }

    func compare(
      _ request: BenchmarkVerdicts.Trend.Request, effort: Int, replaces: Bool
    ) -> PairComparison {
      let known = comparisons[request.pair].first ?? missing
      return PairComparison(
        request.pair, names: request.names, entries: known.about(request.names).entries,
        seconds: 5 * Double(effort), time: known.time)
    }
  }
}
