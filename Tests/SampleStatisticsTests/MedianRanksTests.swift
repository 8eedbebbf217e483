import SampleStatistics
import Testing

@Suite("Ranks that enclose a median")
struct MedianRanksTests {
  /// Computed with exact rational arithmetic.
  @Test(
    "Ranks are those of the exact sign test",
    arguments: [
      (0.95, 6, 1, 6), (0.95, 8, 1, 8), (0.95, 9, 2, 8), (0.95, 10, 2, 9), (0.95, 12, 3, 10),
      (0.95, 20, 6, 15), (0.95, 30, 10, 21), (0.95, 50, 18, 33), (0.95, 100, 40, 61),
      (0.95, 1_000, 469, 532), (0.95, 10_001, 4_902, 5_100),
      (0.99, 8, 1, 8), (0.99, 20, 4, 17), (0.99, 100, 37, 64), (0.999, 11, 1, 11),
    ])
  func exactRanks(level: Double, count: Int, lower: Int, upper: Int) throws {
    let ranks = try #require(MedianRanks(count: count, level: level))

    #expect(ranks.lower == lower)
    #expect(ranks.upper == upper)
    #expect(ranks.coverage >= level)
  }

  @Test("Too few values have no interval", arguments: [0.95, 0.99, 0.999, 0.5])
  func tooFew(level: Double) {
    let needed = MedianRanks.minimumCount(level: level)

    #expect(MedianRanks(count: needed, level: level) != nil)
    for count in 0..<needed { #expect(MedianRanks(count: count, level: level) == nil) }
  }

  @Test("The fewest values by level")
  func minimumCounts() {
    #expect(MedianRanks.minimumCount(level: 0.95) == 6)
    #expect(MedianRanks.minimumCount(level: 0.99) == 8)
    #expect(MedianRanks.minimumCount(level: 0.999) == 11)
  }

  @Test("The next narrower interval would cover too little", arguments: 6..<120)
  func isTightest(count: Int) throws {
    let ranks = try #require(MedianRanks(count: count, level: 0.95))
    var miss = 0.0
    var term = 1.0
    for successes in 0...ranks.lower {
      miss += term
      term *= Double(count - successes) / Double(successes + 1)
    }
    for _ in 0..<count { miss /= 2 }

    #expect(1 - 2 * miss < 0.95)
  }

  /// Half exponential, half a spike: skewed, with ties, far from a normal distribution.
  @Test(
    "The interval covers the median of skewed data as often as promised",
    arguments: [7, 20, 51] as [Int])
  func coverage(count: Int) throws {
    var generator = SplitMix64(seed: UInt64(count))
    let trueMedian = 0.5
    var hits = 0
    for _ in 0..<2_000 {
      let values = (0..<count).map { _ in
        let uniform = Double.random(in: 0..<1, using: &generator)
        return uniform < 0.5 ? uniform : 0.5 + 1 / (1.000_1 - uniform)
      }
      let interval = try #require(SortedSamples(values)?.medianInterval(level: 0.95))
      // The true median is the jump from 0.5 to 2.5: any interval that touches it contains it.
      if interval.low < trueMedian + 2, interval.high >= trueMedian - 0.01 { hits += 1 }
    }

    #expect(hits >= 1_880)
  }
}
