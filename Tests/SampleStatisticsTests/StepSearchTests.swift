import Foundation
import TestSupport
import Testing

@testable import SampleStatistics

@Suite("Steps in values that were measured one after the other")
struct StepSearchTests {
  /// Values that scatter by a few percent, with a level per part; an outlier now and then.
  private func values(_ parts: [(count: Int, level: Double)], seed: UInt64) -> [Double] {
    var generator = SplitMix64(seed: seed)
    return parts.flatMap { count, level in
      (0..<count).map { _ in
        let sum = (0..<6).reduce(0) { sum, _ in
          sum + Double.random(in: -0.5...0.5, using: &generator)
        }
        let isOutlier = Double.random(in: 0..<1, using: &generator) < 0.03
        return level * (1 + 0.01 * sum) * (isOutlier ? 1.5 : 1)
      }
    }
  }

  @Test("Ranks find planted steps at their places, whatever outliers there are")
  func planted() {
    let seeds = seeds(short: 20, long: 400)
    let found = seeds.count { seed in
      let steps = StepSearch.steps(
        in: values([(15, 100), (12, 110), (20, 95)], seed: seed), by: .ranks)
      // An outlier next to a step may move it by one or two.
      return [15, 27].allSatisfy { place in steps.contains { abs($0 - place) <= 2 } }
    }
    #expect(found >= seeds.count * 17 / 20, "\(found) of \(seeds.count)")
  }

  @Test("Values without a step seldom have one by either method")
  func identical() {
    let seeds = isLong ? 1_000 : 100
    for method in StepSearch.Method.allCases {
      let found = (0..<seeds).count { seed in
        !StepSearch.steps(in: values([(40, 100)], seed: UInt64(seed)), by: method).isEmpty
      }
      // 2 % are expected; more than this in 0.1 % of all seeds.
      #expect(found <= (isLong ? 34 : 7), "\(method): \(found) of \(seeds)")
    }
  }

  @Test("The same values have the same steps, and their multiples, too", arguments: 0..<10)
  func repeats(seed: UInt64) {
    let series = values([(10, 100), (10, 104)], seed: seed)
    for method in StepSearch.Method.allCases {
      let steps = StepSearch.steps(in: series, by: method)
      #expect(StepSearch.steps(in: series, by: method) == steps)
      #expect(StepSearch.steps(in: series.map { 8 * $0 }, by: method) == steps)
    }
  }

  struct Example: CustomTestStringConvertible, Sendable {
    let name: String
    let values: [Double]
    let steps: [Int]

    var testDescription: String { name }
  }

  private static func level(_ value: Double, _ count: Int) -> [Double] {
    Array(repeating: value, count: count)
  }

  private static let examples: [Example] = [
    Example(name: "nothing", values: [], steps: []),
    Example(name: "too few", values: [1, 1, 2, 2], steps: []),
    Example(name: "equal", values: level(3, 40), steps: []),
    Example(name: "zeros and ones", values: level(0, 9) + level(1, 9), steps: [9]),
    Example(name: "below zero", values: level(-5, 9) + level(-1, 9), steps: [9]),
    Example(
      name: "up and down",
      values: (0..<70).map { (index: Int) -> Double in
        (20..<40).contains(index) ? 2 : 1 + Double(index % 2) / 100
      },
      steps: [20, 40]),
    Example(name: "huge", values: level(1e300, 8) + level(1e308, 8), steps: [8]),
    Example(name: "two outliers", values: level(5, 20) + level(50, 2), steps: []),
    Example(name: "three at the end", values: level(5, 20) + level(6, 3), steps: [20]),
  ]

  @Test("Known values have known steps by both methods", arguments: examples)
  func known(_ example: Example) {
    for method in StepSearch.Method.allCases {
      #expect(StepSearch.steps(in: example.values, by: method) == example.steps, "\(method)")
    }
  }

  @Test("One outlier moves the mean and is no step by ranks")
  func outlier() {
    let before: [Double] = (0..<30).map { 100 + Double($0 % 3) }
    let after: [Double] = (0..<5).map { 100 + Double($0) }
    let series = before + [1_000] + after
    #expect(StepSearch.steps(in: series, by: .ranks).isEmpty)
  }
}
