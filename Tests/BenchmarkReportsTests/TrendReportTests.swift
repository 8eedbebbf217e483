import BenchmarkModel
import BenchmarkResults
import Foundation
import ReportText
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkReports
@testable import BenchmarkVerdicts

@Suite("Reports on histories")
struct TrendReportTests {
  /// Five commits: the same code, a hostile subject that does not build, and a step of 4 %.
  static let trend: Trend = {
    func point(_ number: Int, _ subject: String, _ state: Trend.State) -> Trend.Point {
      Trend.Point(
        commit: String(repeating: "\(number)", count: 40), subject: subject,
        time: Date(timeIntervalSince1970: 1_790_000_000 + Double(number) * 3_600), state: state)
    }
    func built(_ digest: String) -> Trend.State { .built(digest: digest, names: ["work"]) }
    func comparison(_ old: String, _ new: String, _ ratio: Double) -> PairComparison {
      PairComparison(
        BuildPair(baseline: old, candidate: new), names: ["work"],
        entries: [
          ComparisonEntry(
            benchmark: "work", .metric("cpuTotal", unit: "ns/op"), baseline: 100,
            candidate: 100 * ratio,
            times: .init(
              threshold: 0.01, interval: Interval(low: ratio * 0.995, high: ratio * 1.005),
              paired: .init(ratio: ratio, count: 99)),
            conclusion: .verdict(ratio > 1.01 ? .regressed : .unchanged))
        ], seconds: 5, time: Date(timeIntervalSince1970: 1))
    }
    return Trend(
      points: [
        point(0, "Start", built("a")), point(1, "Explain the loop", built("a")),
        point(2, HostileText.all.first ?? "", .gap(reason: "it does not build: no such module")),
        point(3, "Smooth the motion", built("b")), point(4, "Fix a typo", built("c")),
      ],
      comparisons: PairComparisons([
        comparison("a", "b", 1.04), comparison("b", "c", 1.001), comparison("a", "c", 1.042),
      ]), seconds: 5)
  }()

  private let report = TrendReport(trend, range: "main~4..main")

  @Test("People read the course, the step and the misfit")
  func text() throws {
    try expectGolden(report.text().content, "trend.txt")
    try expectGolden(report.markdown().content, "trend.md")
  }

  @Test("Programs read the same")
  func data() throws {
    try expectGolden(String(decoding: report.json(), as: UTF8.self), "trend.json")
    try expectGolden(report.csv().content, "trend.csv")
  }

  /// The trend with a benchmark that crashed in both builds of some pairs.
  private static func crashing(_ pairs: (String, String)...) -> Trend {
    var trend = trend
    for index in trend.points.indices {
      guard case .built(let digest, let names) = trend.points[index].state else { continue }
      trend.points[index].state = .built(digest: digest, names: names.union(["crash"]))
    }
    for (old, new) in pairs {
      trend.comparisons.add(
        PairComparison(
          BuildPair(baseline: old, candidate: new), names: ["crash"],
          entries: [
            ComparisonEntry(
              benchmark: "crash",
              conclusion: .missing(from: .both, reason: "it ended with signal 11"))
          ], seconds: 5, time: Date(timeIntervalSince1970: 3)))
    }
    return trend
  }

  @Test("A benchmark that failed in all commits is named, and fails the command")
  func failed() throws {
    let report = TrendReport(Self.crashing(("a", "b"), ("b", "c")), range: "r")
    #expect(report.severity == .failed)
    #expect(report.role == .bad)
    let text = report.text().content
    #expect(
      text.contains(
        """
        crash failed in 000000000000, 111111111111, 333333333333 and 444444444444: it ended with \
        signal 11
        """), "\(text)")
    #expect(text.hasSuffix("1 benchmark failed. 1 step in 5 commits of r.\n"), "\(text)")
    let failure = try JSONPart(report.json()).failures[0]
    #expect(try failure.name.read() == "crash")
    #expect(try failure.reason.read() == "it ended with signal 11")
    #expect(try failure.commits.elements.count == 4)
  }

  @Test("One that failed in some commits is named, and fails nothing")
  func failedOnce() {
    var trend = Self.crashing(("b", "c"))
    trend.comparisons.add(
      PairComparison(
        BuildPair(baseline: "a", candidate: "d"), names: ["crash"],
        entries: [
          ComparisonEntry(
            benchmark: "crash", .metric("cpuTotal", unit: "ns/op"),
            times: .init(
              threshold: 0.06, interval: Interval(low: 0.99, high: 1.01),
              paired: .init(ratio: 1, count: 9)), conclusion: .verdict(.unchanged))
        ], seconds: 5, time: Date(timeIntervalSince1970: 2)))
    let report = TrendReport(trend, range: "r")
    let text = report.text().content
    #expect(report.severity == .pass)
    #expect(
      text.contains("crash failed in 333333333333 and 444444444444: it ended with"), "\(text)")
    #expect(
      text.contains("Times that change by less than 1 % (crash 6 %) count as unchanged."), "\(text)"
    )
  }

  @Test(
    "Warnings of comparisons and of thresholds are told once, with the commits if it was one pair")
  func warnings() throws {
    var trend = Self.trend
    for (candidate, warnings) in [("b", ["Busy.", "Random."]), ("c", ["Random."])] {
      trend.comparisons.add(
        PairComparison(
          BuildPair(baseline: "a", candidate: candidate), names: [], entries: [], seconds: 5,
          time: Date(timeIntervalSince1970: 9), warnings: warnings))
    }
    let report = TrendReport(trend, range: "r", warnings: [.raisedThresholds(tolerance: 0.06)])
    let raised = MeasuringWarning.raisedThresholds(tolerance: 0.06).text(.current)
    let sentences = [raised, "000000000000 against 333333333333: Busy.", "Random."]
    #expect(try JSONPart(report.json()).warnings.read() == sentences)
    #expect(report.text().content.contains(sentences.joined(separator: "\n")))
  }

  @Test("A loop that does not add up is doubted in words")
  func misfit() {
    var trend = Self.trend
    trend.comparisons.add(
      PairComparison(
        BuildPair(baseline: "a", candidate: "c"), names: ["work"],
        entries: [
          ComparisonEntry(
            benchmark: "work", .metric("cpuTotal", unit: "ns/op"),
            times: .init(
              threshold: 0.01, interval: Interval(low: 1.2, high: 1.21),
              paired: .init(ratio: 1.205, count: 9)), conclusion: .verdict(.regressed))
        ], seconds: 5, time: Date(timeIntervalSince1970: 2)), replaces: true)
    let text = TrendReport(trend, range: "r").text().content
    #expect(text.contains("do not add up"))
    #expect(text.contains("000000000000 against 444444444444"), "\(text)")
  }
}
