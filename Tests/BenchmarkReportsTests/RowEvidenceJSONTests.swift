import Foundation
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkReports
@testable import BenchmarkVerdicts

@Suite("Evidence of a row, for programs")
struct RowEvidenceJSONTests {
  private static let row: ComparisonEntry = {
    var evidence = RowEvidence(
      answers: .different(
        AnswerDifference(place: "frame 12", frame: 12, baseline: "1.0", candidate: "0.5")))
    evidence.instructions = BySide(baseline: 1_000, candidate: 1_000)
    return ComparisonEntry(
      benchmark: "a", .metric("cpuTotal", unit: "ns/op"), baseline: 100, candidate: 50,
      times: .init(threshold: 0.01, interval: Interval(low: 0.5, high: 0.5)),
      conclusion: .verdict(.regressed)
    ).resting(on: evidence, allowsDifferent: true)
  }()

  @Test("All kinds are in the row's JSON, or why there is none")
  func json() throws {
    let row = Self.row.notJudgedOverLayouts(because: "no lld")
    let kinds = try JSONPart(JSONEncoder().encode(row.json)).evidence

    #expect(try kinds.time.read() == "regressed")
    #expect(try kinds.instructions.read() == ["baseline": 1_000.0, "candidate": 1_000])
    #expect(try kinds.answers.finding.read() == "different")
    #expect(kinds.layouts.isMissing)
    #expect(try kinds.layoutsReason.read() == "no lld")
  }

  @Test("What several orders of linking say is in the row's JSON")
  func layouts() throws {
    let layouts = try #require(
      LayoutEvidence(ratios: [0.5, 0.5, 0.5], rule: VerdictRule(threshold: 0.01)))
    let row = Self.row.judged(over: layouts)
    let kinds = try JSONPart(JSONEncoder().encode(row.json)).evidence

    #expect(try kinds.layouts.ratios.read() == [0.5, 0.5, 0.5])
    #expect(try kinds.layouts.verdict.read() == "\(layouts.verdict)")
    #expect(kinds.layoutsReason.isMissing)
  }
}
