import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import Foundation
import ReportText
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkVerdicts
@testable import framegate

@Suite("Merged shards of a trend")
struct MergedTrendTests {
  private typealias Trend = BenchmarkVerdicts.Trend

  /// Eight commits whose times are known: the second is built to the code of the first, the third
  /// does not build, and the last benchmark comes with the fourth.
  private struct Script: HistoryProber {
    /// What tells the builds of one machine from those of others.
    var machine = ""

    static let names = ["a", "b", "c", "d", "e"]

    var start: Trend {
      Trend(
        points: (0..<8).map {
          .init(
            commit: String(repeating: "\($0)", count: 40), subject: "commit \($0)",
            time: Date(timeIntervalSince1970: 1_790_000_000 + Double($0)))
        }, seconds: 5)
    }

    func state(of commit: Int) -> Trend.State {
      if commit == 2 { return .gap(reason: "it does not build") }
      return .built(
        digest: "\(machine)\(commit == 1 ? 0 : commit)",
        names: Set(Self.names.prefix(commit < 3 ? 4 : 5)))
    }

    /// The time of a benchmark: some have steps.
    private func level(_ name: String, _ commit: Int) -> Double {
      switch name {
      case "b": commit < 4 ? 100 : 104
      case "d": commit < 6 ? 100 : 90
      default: 100
      }
    }

    func known(of pair: BuildPair) -> [PairComparison] { [] }

    func compare(
      _ request: Trend.Request, effort: Int, replaces: Bool
    ) -> PairComparison {
      PairComparison(
        request.pair, names: request.names,
        entries: request.names.sorted().flatMap { name -> [ComparisonEntry] in
          let (old, new) = (level(name, request.from), level(name, request.to))
          // One comparison of each benchmark was disturbed, which its loop shows.
          let ratio = new / old * (request.to == 5 && request.from == 4 ? 1.02 : 1)
          let time = ComparisonEntry(
            benchmark: name, .metric("cpuTotal", unit: "ns/op"), baseline: old, candidate: new,
            times: .init(
              threshold: 0.01, interval: Interval(low: ratio * 0.996, high: ratio * 1.004),
              paired: .init(ratio: ratio, count: 99)),
            conclusion: .verdict(
              ratio > 1.01 ? .regressed : ratio < 0.99 ? .improved : .unchanged))
          let count = ComparisonEntry(
            benchmark: name, .metric("mallocCountTotal", unit: "count/op"), baseline: old.rounded(),
            candidate: new.rounded(),
            conclusion: .verdict(VerdictRule.verdict(baseline: old, candidate: new)))
          return name == "d" ? [time, count] : [time]
        }, seconds: 5 * Double(effort), time: Date(timeIntervalSince1970: 1_790_000_100))
    }
  }

  private static func whole() async throws -> Trend {
    var trend = Script().start
    try await trend.measure(by: Script())
    return trend
  }

  /// The files of all shards, as the command writes them.
  private static func files(
    _ total: Int, _ change: (Int, inout Measurements.OfTrend) -> Void = { _, _ in }
  ) async throws -> [MergedShards.Named] {
    let command = try #require(try Framegate.parseAsRoot(["trend", "a..b"]) as? Framegate.Trend)
    let plan = CommonPlan(try command.options.plan(of: .unnamed, isQuiet: true))
    var files: [MergedShards.Named] = []
    for index in 1...total {
      let shard = ShardPlan(shard: try Shard(index: index, total: total), costs: [:])
      let script = Script(machine: "machine\(index).")
      var trend = script.start
      for point in trend.points.indices { try await trend.build(point, by: script) }
      let division = shard.division(of: trend.names)
      trend.keep(only: Set(division.names))
      try await trend.measure(by: script)
      var judged = Measurements.OfTrend(
        range: "a..b", failsOnStep: false,
        history: .init(
          division: division, toolchain: "Swift 6.3", processors: ["CPU"], trend: trend),
        ending: .init())
      change(index, &judged)
      var file = MeasuredShard(
        shard.shard, of: plan, .trend(judged), by: MeasuredProgram.unnamed.tool)
      file.seconds = 20
      let name = "\(index).json"
      files.append((name, try MeasuredShard(json: PrettyJSON.encode(file), file: name)))
    }
    return files
  }

  @Test(
    "Say what one trend says, in every format, although each machine built by itself",
    arguments: [1, 3, 8])
  func equalToOne(total: Int) async throws {
    let merged = try MergedShards(try await Self.files(total).reversed()).merged()
    let history = try #require(merged.history)
    let whole = TrendReport(try await Self.whole(), range: "a..b")
    let found = TrendReport(history.trend, range: "a..b", processors: history.processors)
    // Two benchmarks have steps, and each was disturbed once.
    #expect(whole.steps.count > 3)
    for format in TrendReport.formats {
      #expect(try found.data(format, .plain) == whole.data(format, .plain), "\(format)")
    }
  }

  @Test("The chance of an error is divided among the benchmarks of all shards")
  func chance() async throws {
    let whole = try await Self.whole()
    var parts: [String: Double] = [:]
    for file in try await Self.files(5) {
      let part = try #require(file.file.measured.history?.trend)
      #expect(part.others == 4)
      for course in part.courses { parts[course.label] = course.misfitLimit }
    }
    // The counts of 'd' are a number of their own, of which the other shards do not know.
    for course in whole.courses where course.misfitLimit.isFinite {
      let own = try #require(parts[course.label])
      #expect(own <= course.misfitLimit && own > 0.9 * course.misfitLimit, "\(course.label)")
    }
    #expect(whole.courses.contains { $0.misfitLimit.isFinite })
  }

  private func message(_ files: [MergedShards.Named]) -> String {
    do {
      _ = try MergedShards(files)
      return "accepted"
    } catch { return "\(error)" }
  }

  /// What is wrong with the second of three shards, and how the message starts.
  private static let flaws:
    [(start: String, change: @Sendable (inout Measurements.OfTrend) -> Void)] = [
      (
        "'2.json' was interrupted, or lacks results of its benchmarks. ",
        { $0.ending.isInterrupted = true }
      ),
      (
        "'2.json' was interrupted, or lacks results of its benchmarks. ",
        { $0.history.trend.comparisons = PairComparisons() }
      ),
      (
        "'1.json' and '2.json' have different commits, ",
        { judged in judged.history.trend.points.removeLast() }
      ),
      (
        "'1.json' and '2.json' have different numbers of commits, '8' and '7'. ",
        { $0.history.trend.points.remove(at: 6) }
      ),
      (
        "'1.json' and '2.json' have different commits, '222222222222' and '999999999999'. ",
        {
          let gap = $0.history.trend.points[2]
          $0.history.trend.points[2] = .init(
            commit: String(repeating: "9", count: 40), subject: gap.subject, time: gap.time,
            state: gap.state)
        }
      ),
      (
        "'1.json' and '2.json' have different compilers, 'Swift 6.3' and 'another'. ",
        { judged in
          let own = judged.history
          judged.history = .init(
            division: own.division, toolchain: "another", processors: [], trend: own.trend)
        }
      ),
      (
        "'1.json' and '2.json' have different builds of 333333333333, 'that of 333333333333' and 'none'. ",
        { $0.history.trend.points[3].state = .gap(reason: "the disk is full") }
      ),
    ]

  @Test("Are refused by name where one does not belong to the others", arguments: flaws.indices)
  func flawed(index: Int) async throws {
    let flaw = Self.flaws[index]
    let files = try await Self.files(3) { if $0 == 2 { flaw.change(&$1) } }
    #expect(message(files).hasPrefix(flaw.start), "\(message(files))")
  }

  @Test("Missing, doubled and replaced shards are found as those of other commands")
  func numbers() async throws {
    let files = try await Self.files(3)
    #expect(message(Array(files.dropLast())).hasPrefix("Shard 3 of 3 is missing. "))
    #expect(message(files + [files[0]]).hasPrefix("'1.json' and '1.json' are both shard 1/3"))
    let again = try await Self.files(3)
    let late = MeasuredShard(
      again[1].file.shard, of: again[1].file.plan, again[1].file.measured,
      by: again[1].file.tool, at: again[1].file.time.addingTimeInterval(60))
    #expect(try MergedShards(files + [("late.json", late)]).replaced == ["2.json"])
  }

  @Test("Different processors are named")
  func processors() async throws {
    let files = try await Self.files(2) { $1.history.processors = ["CPU \($0)"] }
    let history = try #require(try MergedShards(files).merged().history)
    #expect(history.processors == ["CPU 1", "CPU 2"])
    let report = TrendReport(history.trend, range: "a..b", processors: history.processors)
    #expect(report.warningSentences.last?.contains("different processors (CPU 1; CPU 2)") == true)
    #expect(try String(decoding: report.json(), as: UTF8.self).contains("\"warnings\" : ["))
  }
}
