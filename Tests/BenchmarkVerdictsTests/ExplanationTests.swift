import Testing

@testable import BenchmarkVerdicts

@Suite("Explanation")
struct ExplanationTests {
  private func explain(_ old: [String: Int64], _ new: [String: Int64]) -> Explanation {
    Explanation(
      benchmark: "kernel.spring", per: .operation, baseline: .init(selfCosts: old, units: 4),
      candidate: .init(selfCosts: new, units: 2))
  }

  @Test("Changes are per unit, the largest first, without unchanged functions")
  func changes() {
    let explanation = explain(
      ["same": 40, "less": 400, "gone": 8, "more": 4],
      ["same": 20, "less": 100, "more": 84, "new": 2])

    #expect(explanation.baseline == 113)
    #expect(explanation.candidate == 103)
    #expect(explanation.functions.map(\.symbol) == ["less", "more", "gone", "new"])
    #expect(explanation.functions.map(\.change) == [-50, 41, -2, 1])
  }

  @Test("Equal changes are sorted by name")
  func order() {
    let explanation = explain([:], ["b": 2, "a": 2, "c": 2])

    #expect(explanation.functions.map(\.symbol) == ["a", "b", "c"])
  }

  @Test("Two runs of one build do not differ")
  func same() {
    #expect(explain(["a": 4, "b": 12], ["a": 2, "b": 6]).functions.isEmpty)
  }

  @Test("Something has to be counted")
  func units() async {
    await #expect(processExitsWith: .failure) { _ = Explanation.Side(selfCosts: [:], units: 0) }
  }

  @Test("Functions are renamed if a name is known")
  func names() {
    let explanation = explain([:], ["$s1a": 2, "malloc": 4]).named(by: ["$s1a": "a()"])

    #expect(explanation.functions.map(\.name) == ["malloc", "a()"])
  }
}
