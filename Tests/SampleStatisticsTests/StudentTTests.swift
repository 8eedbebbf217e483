import Testing

@testable import SampleStatistics

@Suite("Student's t")
struct StudentTTests {
  /// Published two-sided quantiles.
  @Test(
    "Quantiles are those of the tables",
    arguments: [
      (0.95, 1, 12.706), (0.95, 2, 4.303), (0.95, 3, 3.182), (0.99, 4, 4.604), (0.95, 10, 2.228),
      (0.999, 3, 12.924), (0.999, 9, 4.781), (0.99, 30, 2.750), (0.5, 1, 1.0),
    ])
  func tables(level: Double, degrees: Int, quantile: Double) {
    #expect(abs(StudentT.quantile(level: level, degrees: degrees) - quantile) < 6e-4)
  }

  @Test("An interval of normal logarithms misses as rarely as it says")
  func coverage() throws {
    var generator = SplitMix64(seed: 5)
    var missed = 0
    for _ in 0..<4_000 {
      let ratios: [Double] = (0..<4).map { _ in
        // Twelve uniform numbers are close to normal.
        let normal = (0..<12).reduce(-6.0) { sum, _ in
          sum + .random(in: 0...1, using: &generator)
        }
        return 1.1 * (1 + 0.01 * normal)
      }
      let interval = try #require(SortedSamples(ratios)?.logNormalInterval(level: 0.95))
      if !interval.contains(1.1) { missed += 1 }
    }
    #expect((150...250).contains(missed))
  }

  @Test("Three values have an interval around their geometric mean")
  func threeValues() throws {
    let interval = try #require(SortedSamples([1, 2, 4])?.logNormalInterval(level: 0.95))

    // 2·exp(±4.3027·ln 2/√3)
    #expect(abs(interval.low - 0.357_5) < 1e-4)
    #expect(abs(interval.high - 11.189) < 1e-3)
  }

  @Test("An interval that extends beyond what a number can be says nothing")
  func beyondNumbers() throws {
    let tiny = try #require(SortedSamples([1e-305, 1e-300, 1e-295]))
    #expect(tiny.logNormalInterval(level: 0.5) != nil)
    #expect(tiny.logNormalInterval(level: 0.99) == nil)

    let large = try #require(SortedSamples([1e295, 1e300, 1e305]))
    #expect(large.logNormalInterval(level: 0.5) != nil)
    #expect(large.logNormalInterval(level: 0.99) == nil)
  }

  @Test("Two values, and values that are not above 0, say nothing")
  func tooFew() {
    #expect(SortedSamples([1, 1.1])?.logNormalInterval(level: 0.9) == nil)
    #expect(SortedSamples([0, 1, 2])?.logNormalInterval(level: 0.9) == nil)
  }
}
