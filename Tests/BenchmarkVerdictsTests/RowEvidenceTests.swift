import BenchmarkModel
import SampleStatistics
import Testing

@testable import BenchmarkVerdicts

@Suite("Evidence of a row")
struct RowEvidenceTests {
  private let difference = AnswerDifference(
    place: "frame 12, view 3 'card', alpha", frame: 12, baseline: "1.0", candidate: "0.5")

  private func entry(_ verdict: Verdict, reason: String? = nil) -> ComparisonEntry {
    ComparisonEntry(
      benchmark: "a", .metric("cpuTotal", unit: "ns/op"), baseline: 100, candidate: 50,
      times: .init(threshold: 0.01, interval: Interval(low: 0.5, high: 0.5)),
      conclusion: .verdict(verdict, reason: reason))
  }

  @Test("Faster but different is no improvement, and ends with 2", arguments: Verdict.allCases)
  func differs(verdict: Verdict) {
    let row = entry(verdict).resting(
      on: RowEvidence(answers: .different(difference)), allowsDifferent: false)

    #expect(row.verdict == nil)
    #expect(row.reason == "answers differ, first frame 12, view 3 'card', alpha: 0.5 against 1.0")
    #expect(row.evidence?.time == verdict)
    let gate = Gate(Comparison(entries: [row]))
    #expect(gate.severity == .differs)
    #expect(gate.exit == .regression)
  }

  @Test("If it is allowed, times decide, and the difference stays in the row")
  func allowed() {
    let evidence = RowEvidence(answers: .different(difference))
    let faster = entry(.improved).resting(on: evidence, allowsDifferent: true)
    let doubtful = entry(.inconclusive, reason: "too few pairs").resting(
      on: evidence, allowsDifferent: true)

    #expect(faster.verdict == .improved)
    #expect(faster.reason?.hasSuffix("0.5 against 1.0, which is allowed") == true)
    #expect(doubtful.reason?.hasSuffix(", which is allowed; too few pairs") == true)
    #expect(Gate(Comparison(entries: [faster])).exit == .pass)
  }

  @Test("Without an answer, or with an equal one, times decide")
  func others() {
    for answers in [AnswerEvidence.equal(count: 3), .unknown("the benchmark has no answer")] {
      let row = entry(.regressed).resting(
        on: RowEvidence(answers: answers), allowsDifferent: false)
      #expect(row.verdict == .regressed)
      #expect(row.reason == nil)
    }
    let counter = ComparisonEntry(
      benchmark: "a", .metric("instructions", unit: "count"), baseline: 2, candidate: 1,
      conclusion: .verdict(.improved))
    #expect(
      counter.resting(on: RowEvidence(answers: .different(difference)), allowsDifferent: false)
        == counter)
  }

  @Test("Long values and places are cut in words")
  func long() {
    let long = AnswerDifference(
      place: String(repeating: "p", count: 500), baseline: String(repeating: "b", count: 500),
      candidate: nil)
    #expect(long.description.count < 300)
    #expect(long.description.contains(": nothing against bbb"))
  }
}
