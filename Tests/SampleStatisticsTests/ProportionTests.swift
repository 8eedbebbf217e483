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

  @Test("Many trials do not underflow")
  func manyTrials() {
    let interval = Proportion(5_000, of: 10_000).interval

    #expect(abs(interval.low - 0.490_15) < 1e-4)
    #expect(abs(interval.high - 0.509_85) < 1e-4)
  }
}
