import BenchmarkModel
import SampleStatistics
import Testing

@testable import BenchmarkResults
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
}

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

  @Test("Gates of allocations set the tolerance of their counts and of their bytes")
  func gates() {
    let gates: [String: [BenchmarkGate]] = [
      "share": [.allocations(within: 0.1)], "count": [.moreAllocations(3)],
      "both": [.moreAllocations(3), .allocations(within: 0.1)],
    ]
    let rules = ComparisonRules().applying(gates)
    let counts = rules.countersByName.mapValues { $0["mallocCountTotal"] }
    let bytes = rules.countersByName.mapValues { $0["mallocBytesCount"] }
    #expect(
      counts == [
        "share": CountTolerance(share: 0.1), "count": CountTolerance(count: 3),
        "both": CountTolerance(share: 0.1, count: 3),
      ])
    #expect(
      bytes == [
        "share": CountTolerance(share: 0.1), "count": CountTolerance(count: .infinity),
        "both": CountTolerance(share: 0.1, count: .infinity),
      ])
  }

  @Test("A threshold is finite and not negative")
  func thresholds() async {
    #expect(VerdictRule(threshold: 0).threshold == 0)
    await #expect(processExitsWith: .failure) { _ = VerdictRule(threshold: -0.01) }
    await #expect(processExitsWith: .failure) { _ = VerdictRule(threshold: .infinity) }
  }

  @Test(
    "Measured in pairs, scenarios matter from 2 % on, others from 1 %, or what a machine resolves",
    arguments: [
      (BenchmarkKind.scenario, 0, 0.02), (.benchmark, 0, 0.01), (.scenario, 0.015, 0.02),
      (.benchmark, 0.015, 0.015), (.scenario, 0.03, 0.03),
    ])
  func pairedThreshold(kind: BenchmarkKind, tolerance: Double, threshold: Double) {
    var rules = ComparisonRules()
    rules.tolerance = tolerance
    func rule() -> VerdictRule { rules.pairedRule(for: "a", kind: kind) }
    #expect(rule().threshold == threshold)
    rules.threshold = 0.005
    #expect(rule().threshold == 0.005)
    rules.thresholdByName = ["a": 0.5]
    #expect(rule().threshold == 0.5)
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

  @Test("The distance of two sides is that of the slower one, if neither is 0")
  func distance() {
    func distance(_ baseline: Double, _ candidate: Double) -> Double? {
      ComparisonEntry(
        benchmark: "a", baseline: baseline, candidate: candidate, conclusion: .verdict(.unchanged)
      ).distance
    }
    #expect(distance(4, 5) == 0.25 && distance(5, 4) == 0.25)
    #expect(distance(0, 0) == 0)
    #expect(distance(5, 0) == nil && distance(0, 5) == nil)
  }

  @Test(
    "Others that use more than a quarter of the cores are a warning",
    arguments: [(1.0, 0, false), (1.01, 0, true), (0.5, 0.5, false), (0.5, 0.51, true)])
  func busy(otherCores: Double, stolenCores: Double, isBusy: Bool) {
    var use = MachineUse()
    (use.otherCores, use.stolenCores) = (otherCores, stolenCores)

    #expect((use.warning(cores: 4) != nil) == isBusy)
  }
}
