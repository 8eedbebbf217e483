import SampleStatistics
import Testing

@Suite("Median ratio")
struct MedianRatioTests {
  @Test(
    "Eight pairs or more have groups of 2 to 16, an even number, four at least; the rest joins the last"
  )
  func groups() {
    let sizes = [0, 1, 3, 7, 8, 9, 16, 35, 64, 70, 100].map {
      MedianRatio.groups(of: Array(0..<$0)).map(\.count)
    }

    #expect(
      sizes == [
        [], [1], [1, 1, 1], [1, 1, 1, 1, 1, 1, 1], [2, 2, 2, 2], [2, 2, 2, 3], [4, 4, 4, 4],
        [8, 8, 8, 11],
        [16, 16, 16, 16], [16, 16, 16, 22], [16, 16, 16, 16, 16, 20],
      ])
    #expect(MedianRatio.groups(of: Array(0..<35)).flatMap(\.self) == Array(0..<35))
  }

  @Test("A group gives the middle of its ratios, or the geometric mean of the middle two")
  func ratios() {
    let ratios: [Double] = [2, 9, 3, 1] + [8, 2, 0.1, 0.5] + [1, 1, 1, 7] + [5, 4, 3, 2]

    let middles = MedianRatio.ratios(of: ratios.map { (baseline: 4, candidate: 4 * $0) })

    #expect(
      zip(middles, [6, 1, 1, 12].map { $0.squareRoot() }).allSatisfy { abs($0 - $1) < 1e-12 })
    #expect(middles.count == 4)
    #expect(MedianRatio.ratios(of: [(2, 4)]) == [2])
    #expect(MedianRatio.ratios(of: []).isEmpty)
  }

  @Test("Values that are not above 0 are left out")
  func zeros() {
    #expect(MedianRatio.ratios(of: [(0, 3), (2, 0), (2, 3), (0, 0)]) == [1.5])
    // In groups of two, the other pair counts.
    #expect(
      MedianRatio.ratios(of: [
        (0, 3), (2, 3), (2, 0), (2, 3), (2, 3), (2, 3), (0, 0), (2, 3),
      ]) == [1.5, 1.5, 1.5, 1.5])
  }

  @Test("Exchanging the sides inverts the ratio", arguments: 0..<20)
  func symmetric(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let pairs = (0..<70).map { _ in
      (
        baseline: Double.random(in: 1...9, using: &generator),
        candidate: Double.random(in: 1...9, using: &generator)
      )
    }

    let ratios = MedianRatio.ratios(of: pairs)
    let exchanged = MedianRatio.ratios(of: pairs.map { ($0.candidate, $0.baseline) })

    #expect(zip(ratios, exchanged).allSatisfy { abs($0 * $1 - 1) < 1e-9 })
  }

  @Test("Disturbances of some samples do not change the result", arguments: 0..<16)
  func disturbed(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    func sample() -> Double {
      1_000 * (Bool.random(using: &generator) ? 1 : Double.random(in: 1...1.5, using: &generator))
    }
    let launches = (0..<8).map { _ in
      (0..<64).map { _ in (baseline: sample(), candidate: 1.2 * sample()) }
    }

    let ratios = launches.flatMap(MedianRatio.ratios)

    let interval = try #require(SortedSamples(ratios)?.medianInterval(level: 0.999))
    #expect(interval.low > 1.1 && interval.high < 1.3)
  }
}
