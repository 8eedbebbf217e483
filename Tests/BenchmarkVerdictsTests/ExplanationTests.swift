import BenchmarkResults
import FrameTiming
import SampleStatistics
import TestSupport
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

  private static func families(_ changes: [String: (Int64, Int64)]) -> [[String]] {
    Explanation(
      benchmark: "kernel", per: .operation,
      baseline: .init(selfCosts: changes.mapValues(\.0), units: 1),
      candidate: .init(selfCosts: changes.mapValues(\.1), units: 1)
    ).families.map { $0.functions.map(\.symbol) }
  }

  @Test("Code that moved from one function to another is one line, below what changed in sum")
  func moved() {
    let found = Explanation(
      benchmark: "kernel", per: .operation,
      baseline: .init(selfCosts: ["init": 1_000, "contains": 4_484, "settle": 10], units: 1),
      candidate: .init(selfCosts: ["init": 5_548, "settle": 238], units: 1))

    #expect(found.families.map(\.change) == [228, 64])
    #expect(found.families[1].functions.map(\.symbol) == ["init", "contains"])
    #expect(found.families[1].baseline == 5_484 && found.families[1].candidate == 5_548)
    #expect(found.functions.map(\.symbol) == ["settle", "init", "contains"])
  }

  @Test("Only changes that nearly cancel are one")
  func apart() {
    // Both sides execute both: 3 % may be left. A side does not execute one: 10 %.
    #expect(Self.families(["a": (0, 1_000), "b": (920, 0)]) == [["a", "b"]])
    #expect(Self.families(["a": (0, 1_000), "b": (880, 0)]) == [["a"], ["b"]])
    #expect(Self.families(["a": (9_000, 10_000), "b": (9_980, 9_000)]) == [["a", "b"]])
    #expect(Self.families(["a": (9_000, 10_000), "b": (9_920, 9_000)]) == [["a"], ["b"]])
    #expect(Self.families(["a": (0, 1_000), "b": (0, 990)]) == [["a"], ["b"]])
    // What a side no longer executes was moved, rather than what happens to be nearer.
    #expect(
      Self.families(["a": (500, 1_500), "b": (980, 0), "c": (9_000, 8_001)])
        == [["c"], ["a", "b"]])
    // Of two that are equally near, the first by name.
    #expect(
      Self.families(["a": (0, 1_000), "b": (980, 0), "c": (980, 0)]) == [["c"], ["a", "b"]])
    // Inlined into several callers, which may have 3 % more.
    #expect(
      Self.families(["f": (1_000, 0), "g": (100, 700), "h": (50, 480)]) == [["f", "g", "h"]])
    #expect(
      Self.families(["f": (1_000, 0), "g": (100, 700), "h": (50, 481)])
        == [["f"], ["g"], ["h"]])
    #expect(
      Self.families(["f": (9_000, 0), "g": (100, 4_600), "h": (50, 4_570), "i": (0, 30)])
        == [["i"], ["f", "h", "g"]])
    #expect(
      Self.families(["f": (9_000, 0), "g": (100, 3_600), "h": (50, 2_570)])
        == [["f"], ["g"], ["h"]])
  }

  @Test(
    "Families have each function once, and the sum of all",
    arguments: seeds(short: 50, long: 5_000))
  func partition(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func costs() -> [String: Int64] {
      Dictionary(
        uniqueKeysWithValues: (0..<20).map { index in
          let isCalled = Bool.random(using: &generator)
          return ("f\(index)", isCalled ? Int64.random(in: 0...1_000, using: &generator) : 0)
        })
    }
    let (old, new) = (costs(), costs())
    let found = Explanation(
      benchmark: "kernel", per: .operation, baseline: .init(selfCosts: old, units: 1),
      candidate: .init(selfCosts: new, units: 1))
    let families = found.families
    #expect(families.flatMap(\.functions) == found.functions)
    #expect(families.reduce(0) { $0 + $1.change } == found.candidate - found.baseline)
    #expect(
      zip(families, families.dropFirst()).allSatisfy {
        $0.change.magnitude >= $1.change.magnitude
      })
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

  private func sampled(_ old: [[String]: Int], _ new: [[String]: Int]) -> Explanation {
    Explanation(
      benchmark: "feed", per: .frame, rate: .hz60, ns: (1_000, 2_000), baseline: old,
      candidate: new)
  }

  @Test("Where no time was measured, no sampled function changed")
  func noTime() {
    let found = Explanation(
      benchmark: "feed", per: .operation, rate: nil, ns: (0, 0), baseline: [["a"]: 3_000],
      candidate: [["b"]: 3_000])
    #expect(found.functions.isEmpty)
  }

  @Test("Of samples, each function has its share of the time that was measured")
  func shares() throws {
    let found = sampled(
      [["a", "b"]: 3_000, ["a"]: 1_000], [["a", "b"]: 3_000, ["c", "b"]: 500, ["a"]: 500])

    #expect(found.method == .sampled)
    #expect(found.functions.map(\.symbol) == ["b"])
    let changed = try #require(found.functions.first)
    #expect(changed.baseline == 750 && changed.candidate == 1_750)
    // 1.96 · √(0.75·0.25/4000·1000² + 0.875·0.125/4000·2000²)
    #expect(abs(try #require(changed.error) - 24.5) < 0.3)
    #expect(found.calls?.baseline == 4_000)
    #expect(found.calls?.stacks.map(\.functions) == [["a", "b"], ["a"], ["c", "b"]])
    #expect(found.named(by: ["b": "B()"]).calls?.stacks.first?.functions == ["a", "B()"])
  }

  @Test(
    "Equal code is named in at most 2 of 50 functions, twice the time in a tenth of it always",
    arguments: seeds(short: 20, long: 400))
  func chance(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func draw(_ weights: [Double]) -> [[String]: Int] {
      let total = weights.reduce(0, +)
      return (0..<3_000).reduce(into: [:]) { counts, _ in
        var left = Double.random(in: 0..<total, using: &generator)
        let index =
          weights.firstIndex {
            left -= $0
            return left < 0
          } ?? 0
        counts[["f\(index)"], default: 0] += 1
      }
    }
    var weights = (1...50).map { 1 / Double($0) }
    weights[1] = 0.1 * weights.reduce(0, +)
    let names = Explanation(
      benchmark: "x", per: .operation, rate: nil, ns: (1_000, 1_000), baseline: draw(weights),
      candidate: draw(weights)
    ).functions
    #expect(names.count <= 2, "\(names)")
    var slower = weights
    slower[1] *= 2
    let total = weights.reduce(0, +)
    let found = Explanation(
      benchmark: "x", per: .operation, rate: nil,
      ns: (1_000, 1_000 * slower.reduce(0, +) / total), baseline: draw(weights),
      candidate: draw(slower)
    ).functions
    #expect(found.first?.symbol == "f1", "\(found)")
  }

  @Test("Samples stand in for counts that are missing or equal")
  func merging() {
    let samples = sampled([["b"]: 3_000], [["b"]: 3_000])
    let counts = explain(["a": 4], ["a": 8])
    let equal = explain(["a": 4], ["a": 2])
    let none = Measured<Explanation>.unavailable("no valgrind")
    let noSamples = Measured<Explanation>.unavailable("no samples")

    #expect(none.merging(.value(samples)).value == samples)
    #expect(none.merging(noSamples).reason == "no valgrind")
    #expect(Measured.value(equal).merging(.value(samples)).value == samples)
    #expect(Measured.value(equal).merging(noSamples).value == equal)
    let both = Measured.value(counts).merging(.value(samples)).value
    #expect(both?.functions == counts.functions)
    #expect(both?.calls == samples.calls)
  }
}
