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
