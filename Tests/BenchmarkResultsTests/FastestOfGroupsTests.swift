import SampleStatistics
import Testing

@testable import BenchmarkResults

@Suite("Fastest of groups")
struct FastestOfGroupsTests {
  @Test(
    "Groups grow with the number of pairs up to eight",
    arguments: [(0, 1), (63, 1), (64, 2), (96, 3), (255, 7), (256, 8), (100_000, 8)])
  func size(pairs: Int, size: Int) {
    #expect(FastestOfGroups(pairs: pairs).size == size)
  }

  @Test("Single pairs keep their ratios")
  func single() {
    #expect(FastestOfGroups(pairs: 1).ratios(of: [(2, 3), (4, 2)]) == [1.5, 0.5])
  }

  @Test("The fastest of each side count, every pair belongs to a group")
  func groups() {
    let groups = FastestOfGroups(pairs: 64)

    #expect(groups.ratios(of: [(2, 9), (5, 3), (8, 4), (7, 7), (4, 1)]) == [1.5, 0.25])
    #expect(groups.ratios(of: [(2, 4)]) == [2])
    #expect(groups.ratios(of: []).isEmpty)
  }

  @Test("What is not above 0 is left out")
  func zeros() {
    #expect(FastestOfGroups(pairs: 64).ratios(of: [(0, 3), (2, 0), (0, 1), (0, 1)]) == [1.5])
  }

  @Test("Disturbances that only add time leave the answer steady", arguments: 0..<16)
  func disturbed(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    func sample() -> Double {
      1_000 * (Bool.random(using: &generator) ? 1 : Double.random(in: 1...1.5, using: &generator))
    }
    let pairs = (0..<512).map { _ in (baseline: sample(), candidate: 1.02 * sample()) }

    let ratios = FastestOfGroups(pairs: pairs.count).ratios(of: pairs)

    let interval = try #require(SortedSamples(ratios)?.medianInterval(level: 0.999))
    #expect(interval.low > 1.01 && interval.high < 1.03)
  }
}
