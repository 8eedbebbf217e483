import SampleStatistics
import Testing

@testable import BenchmarkVerdicts

@Suite("Verdict rule")
struct VerdictRuleTests {
  @Test(
    "The whole interval decides",
    arguments: [
      (1.02, 1.04, Verdict.regressed), (1.005, 1.04, .inconclusive), (0.995, 1.005, .unchanged),
      (0.5, 2, .inconclusive), (0.9, 0.95, .improved), (0.95, 0.995, .inconclusive),
      (1, 1, .unchanged), (1.01, 1.01, .unchanged), (1.010_000_1, 1.02, .regressed),
      (1 / 1.01, 1, .unchanged),
    ])
  func times(low: Double, high: Double, expected: Verdict) {
    let rule = VerdictRule(threshold: 0.01)

    #expect(rule.verdict(ratio: Interval(low: low, high: high)) == expected)
  }

  @Test("Swapping the sides swaps improved and regressed", arguments: 0..<100)
  func symmetry(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let rule = VerdictRule(threshold: Double.random(in: 0...0.1, using: &generator))
    let low = Double.random(in: 0.8...1.2, using: &generator)
    let high = low * Double.random(in: 1...1.2, using: &generator)
    let swapped: [Verdict: Verdict] = [.improved: .regressed, .regressed: .improved]

    let forward = rule.verdict(ratio: Interval(low: low, high: high))
    let backward = rule.verdict(ratio: Interval(low: 1 / high, high: 1 / low))

    #expect(backward == swapped[forward] ?? forward)
  }

  @Test("Missing data is inconclusive")
  func unknown() {
    #expect(VerdictRule(threshold: 0).verdict(ratio: nil) == .inconclusive)
    #expect(VerdictRule(threshold: 0).verdict(ratio: Interval(low: 1, high: 1)) == .unchanged)
  }

  @Test(
    "Any difference of a counter counts",
    arguments: [
      (0, 0, Verdict.unchanged), (0, 1, .regressed), (0, 1e-9, .regressed), (1, 0, .improved),
      (1_000, 1_001, .regressed), (5, 5, .unchanged), (0, .nan, .inconclusive),
    ] as [(Double, Double, Verdict)])
  func counters(baseline: Double, candidate: Double, expected: Verdict) {
    #expect(VerdictRule.verdict(baseline: baseline, candidate: candidate) == expected)
  }

  @Test(
    "A share that is no time differs as soon as that is certain",
    arguments: [
      (0.1, 0.2, Verdict.regressed), (-0.2, -0.1, .improved), (0, 0, .unchanged),
      (0, 0.1, .inconclusive), (-0.1, 0, .inconclusive), (-0.1, 0.1, .inconclusive),
    ])
  func difference(low: Double, high: Double, verdict: Verdict) {
    #expect(VerdictRule.verdict(difference: Interval(low: low, high: high)) == verdict)
  }

  @Test("A threshold is finite and not negative")
  func thresholds() async {
    #expect(VerdictRule(threshold: 0).threshold == 0)
    await #expect(processExitsWith: .failure) { _ = VerdictRule(threshold: -0.01) }
    await #expect(processExitsWith: .failure) { _ = VerdictRule(threshold: .infinity) }
  }
}
