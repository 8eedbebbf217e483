import SampleStatistics
import Testing

@testable import BenchmarkResults

@Suite("Faster of two")
struct FasterOfTwoTests {
  @Test("Every pair belongs to a group of two, an odd one to the last")
  func groups() {
    let sizes = (0..<6).map { Array(0..<$0).groups(of: 2).map(\.count) }

    #expect(sizes == [[], [1], [2], [3], [2, 2], [2, 3]])
    #expect(Array(0..<5).groups(of: 2).flatMap(\.self) == Array(0..<5))
  }

  @Test("The faster of each side count")
  func ratios() {
    #expect(FasterOfTwo.ratios(of: [(2, 9), (5, 3), (8, 4), (7, 7), (4, 1)]) == [1.5, 0.25])
    #expect(FasterOfTwo.ratios(of: [(2, 4)]) == [2])
    #expect(FasterOfTwo.ratios(of: []).isEmpty)
  }

  @Test("What is not above 0 is left out")
  func zeros() {
    #expect(FasterOfTwo.ratios(of: [(0, 3), (2, 0), (0, 1), (0, 1)]) == [1.5])
  }

  @Test("Disturbances that only add time leave the answer steady", arguments: 0..<16)
  func disturbed(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    func sample() -> Double {
      1_000 * (Bool.random(using: &generator) ? 1 : Double.random(in: 1...1.5, using: &generator))
    }
    let pairs = (0..<512).map { _ in (baseline: sample(), candidate: 1.02 * sample()) }

    let ratios = FasterOfTwo.ratios(of: pairs)

    let interval = try #require(SortedSamples(ratios)?.medianInterval(level: 0.999))
    #expect(interval.low > 1.01 && interval.high < 1.03)
  }
}
