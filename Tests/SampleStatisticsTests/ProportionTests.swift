import Foundation
import Testing

@testable import SampleStatistics

@Suite("Proportion")
struct ProportionTests {
  /// A count with the ends of its exact interval, from tables of Clopper and Pearson.
  struct Example: CustomTestStringConvertible, Sendable {
    let count, trials: Int
    let low, high: Double

    var testDescription: String { "\(count) of \(trials)" }
  }

  @Test(
    "The interval is exact",
    arguments: [
      Example(count: 0, trials: 10, low: 0, high: 0.308_5),
      Example(count: 1, trials: 10, low: 0.002_5, high: 0.445_0),
      Example(count: 5, trials: 10, low: 0.187_1, high: 0.812_9),
      Example(count: 10, trials: 10, low: 0.691_5, high: 1),
      Example(count: 0, trials: 60, low: 0, high: 0.059_6),
      Example(count: 0, trials: 0, low: 0, high: 1),
    ])
  func interval(_ example: Example) {
    let interval = Proportion(example.count, of: example.trials).interval

    #expect(abs(interval.low - example.low) < 5e-5)
    #expect(abs(interval.high - example.high) < 5e-5)
  }

  @Test(
    "Without a count, the bound falls below 1 % at 299 trials and below 0.5 % at 598",
    arguments: [(298, 0.01, false), (299, 0.01, true), (597, 0.005, false), (598, 0.005, true)])
  func upperBound(trials: Int, limit: Double, isBelow: Bool) {
    let bound = Proportion(0, of: trials).upperBound

    #expect((bound < limit) == isBelow)
    // 1 − 0.05^(1/n)
    #expect(abs(bound - (1 - pow(0.05, 1 / Double(trials)))) < 1e-9)
  }

  @Test("A bound is above what was seen, and 1 when everything happened or nothing was tried")
  func boundOfCounts() {
    for count in 1..<20 {
      #expect(Proportion(count, of: 20).upperBound > Double(count) / 20)
      #expect(Proportion(count, of: 20).upperBound < Proportion(count, of: 20).interval.high)
    }
    #expect(Proportion(20, of: 20).upperBound == 1)
    #expect(Proportion(0, of: 0).upperBound == 1)
  }

  @Test("The fraction is of all trials, and there is none without trials")
  func fraction() {
    #expect(Proportion(1, of: 4).fraction == 0.25)
    #expect(Proportion(0, of: 1).fraction == 0)
    #expect(Proportion(0, of: 0).fraction == nil)
  }

  @Test("A billion trials need no memory of their own")
  func mostTrials() {
    for count in [0, 1, 500_000_000, 999_999_999] {
      let proportion = Proportion(count, of: 1_000_000_000)
      let share = Double(count) / 1e9
      // Within 5 standard deviations, and 5 counts at the ends.
      let near = 5 * (share * (1 - share) / 1e9).squareRoot() + 5e-9
      #expect(proportion.upperBound > share)
      #expect(proportion.upperBound < share + near)
      #expect(proportion.interval.low > share - near)
    }
  }

  @Test("Many trials do not underflow")
  func manyTrials() {
    let interval = Proportion(5_000, of: 10_000).interval

    #expect(abs(interval.low - 0.490_15) < 1e-4)
    #expect(abs(interval.high - 0.509_85) < 1e-4)
  }
}
