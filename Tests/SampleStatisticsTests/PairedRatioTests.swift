import SampleStatistics
import Testing

@Suite("Paired ratio")
struct PairedRatioTests {
  @Test("Swapping the sides gives the reciprocal", arguments: 0..<50)
  func reciprocal(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let count = Int.random(in: 6...60, using: &generator)
    let first = (0..<count).map { _ in Double.random(in: 1...2, using: &generator) }
    let second = (0..<count).map { _ in Double.random(in: 1...2, using: &generator) }

    let forward = try #require(PairedRatio(baseline: first, candidate: second))
    let backward = try #require(PairedRatio(baseline: second, candidate: first))
    let (interval, reverse) = (try #require(forward.interval), try #require(backward.interval))

    #expect(abs(forward.median * backward.median - 1) < 1e-12)
    #expect(abs(interval.low * reverse.high - 1) < 1e-12)
    #expect(abs(interval.high * reverse.low - 1) < 1e-12)
  }

  @Test("A common factor per pair does not matter: drift hits both sides")
  func drift() throws {
    let drift = (1...20).map { Double($0) }
    let ratio = try #require(
      PairedRatio(baseline: drift, candidate: drift.map { $0 * 1.25 }))

    #expect(ratio.median == 1.25)
    #expect(ratio.interval == Interval(low: 1.25, high: 1.25))
  }

  @Test(
    "Values that have no ratio are refused",
    arguments: [
      ([], []), ([1], [1, 2]), ([0, 1], [1, 1]), ([1, 1], [1, -1]), ([1, .nan], [1, 1]),
      ([1, 1], [.infinity, 1]),
    ] as [([Double], [Double])])
  func refused(baseline: [Double], candidate: [Double]) {
    #expect(PairedRatio(baseline: baseline, candidate: candidate) == nil)
  }

  @Test("Few pairs have a median and no interval")
  func few() throws {
    let ratio = try #require(PairedRatio(baseline: [1, 1], candidate: [2, 8]))

    #expect(ratio.median == 4)
    #expect(ratio.interval == nil)
  }
}
