import Testing

@testable import BenchmarkVerdicts

@Suite("Tolerance of counts")
struct CountToleranceTests {
  @Test(
    "A count may grow within every limit that is given",
    arguments: [
      (CountTolerance.exact, 100.0, 100.0, Verdict.unchanged),
      (.exact, 100, 101, .regressed),
      (.exact, 0, 1, .regressed),
      (CountTolerance(share: 0.05), 100, 105, .unchanged),
      (CountTolerance(share: 0.05), 100, 106, .regressed),
      (CountTolerance(share: 0.05), 106, 100, .improved),
      (CountTolerance(count: 2), 0, 2, .unchanged),
      (CountTolerance(count: 2), 0, 3, .regressed),
      (CountTolerance(share: 0.05, count: 2), 100, 103, .regressed),
      (CountTolerance(share: 0.05, count: 2), 10, 12, .regressed),
      (CountTolerance(share: 0.05, count: 2), 100, 102, .unchanged),
      (CountTolerance(count: .infinity), 1, 1_000_000, .unchanged),
    ])
  func growth(tolerance: CountTolerance, baseline: Double, candidate: Double, verdict: Verdict) {
    #expect(
      VerdictRule.verdict(baseline: baseline, candidate: candidate, within: tolerance) == verdict)
  }
}
