import BenchmarkModel
import Testing

@testable import BenchmarkVerdicts

@Suite("Rules of a comparison")
struct ComparisonRulesTests {
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
}
