import BenchmarkModel
import Foundation
import FrameTiming
import ReportText
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkReports
@testable import BenchmarkVerdicts

@Suite("Reports on searches")
struct BisectReportTests {
  /// Four commits, each with its number of dropped slots and a letter for what it shows.
  private struct History: HistoryProber {
    let slots: [Int]
    let shown: [Character]

    func state(of commit: Int) async throws -> Trend.State {
      .built(digest: "b\(commit)", names: ["feed"])
    }

    func known(of pair: BuildPair) -> [PairComparison] { [] }

    func compare(
      _ request: Trend.Request, effort: Int, replaces: Bool
    ) async throws -> PairComparison {
      let (from, to) = (request.from, request.to)
      let difference = AnswerDifference(
        place: "frame 12, view 3 'card', alpha", frame: 12, baseline: "1.0", candidate: "0.5")
      var entry = ComparisonEntry(
        benchmark: "feed", .work(at: .hz60), baseline: 100, candidate: 100,
        times: .init(
          threshold: 0.02, interval: Interval(low: 0.99, high: 1.01),
          paired: .init(ratio: 1, count: 99)), conclusion: .verdict(.unchanged))
      entry.droppedFrames = BySide(baseline: slots[from], candidate: slots[to])
      entry = entry.resting(
        on: RowEvidence(
          answers: shown[from] == shown[to] ? .equal(count: 9) : .different(difference)),
        allowsDifferent: true)
      return PairComparison(
        request.pair, names: ["feed"], entries: [entry], seconds: 5,
        time: Date(timeIntervalSince1970: Double(to)))
    }
  }

  private let points = (0..<4).map { number in
    Trend.Point(
      commit: String(repeating: "\(number)", count: 40), subject: "Change \(number)",
      time: Date(timeIntervalSince1970: Double(number)))
  }

  private func report(
    _ metric: String, slots: [Int] = [0, 0, 0, 3], shown: String = "aabb"
  ) async throws -> BisectReport {
    var search = Bisection(Trend(points: points, seconds: 5), metric: metric)
    try await search.search(by: History(slots: slots, shown: Array(shown)))
    return BisectReport(search)
  }

  @Test("A search of times says which changes count, and warns of raised thresholds")
  func thresholds() async throws {
    var search = Bisection(Trend(points: points, seconds: 5))
    try await search.search(by: History(slots: [0, 0, 0, 0], shown: Array("aaaa")))
    let report = BisectReport(search, warnings: [.raisedThresholds(tolerance: 0.02)])
    let text = report.text().content
    #expect(text.contains("Times that change by less than 2 % count as unchanged.\n"), "\(text)")
    #expect(text.contains("\nThresholds below 2.0 % were raised to it"), "\(text)")
    let json = try JSONPart(report.json())
    #expect(try json.thresholds.feed.read(Double.self) == 0.02)
    #expect(try json.warnings.elements.count == 1)
  }

  /// What JSON says of the first commit that was found.
  private func culprit(_ report: BisectReport) throws -> JSONPart {
    try JSONPart(report.json()).culprits[0]
  }

  @Test("Dropped slots are shown as both counts")
  func dropped() async throws {
    let found = try await report("droppedSlots")
    let text = found.text().content
    #expect(
      text.hasPrefix(
        """
        feed droppedSlots at 60 Hz: 0 → 3 from 000000000000 to 333333333333, 3 commits
        333333333333 (Change 3): 0 → 3 against 222222222222

        Found 1 commit with
        """), "\(text)")
    #expect(try culprit(found).counts.read() == [0, 3])
    #expect(try culprit(found).difference.isMissing)
  }

  @Test("Different answers are shown by the first value")
  func answers() async throws {
    let found = try await report("answers")
    let text = found.text().content
    #expect(
      text.hasPrefix(
        """
        feed answers at 60 Hz: different from 000000000000 to 333333333333, 3 commits
        222222222222 (Change 2): different against 111111111111, first frame 12, view 3 'card', \
        alpha: 0.5 against 1.0

        Found 1 commit with
        """), "\(text)")
    #expect(try culprit(found).difference.frame.read() == 12)
    let same = try await report("answers", shown: "abba").text().content
    #expect(same.hasPrefix("feed answers at 60 Hz: equal from 0000"), "\(same)")
    #expect(same.contains("do not differ"))
  }
}
