import SampleStatistics
import Testing

@Suite("Sorted samples")
struct SortedSamplesTests {
  @Test(
    "The median is the middle value or halfway between the middle two",
    arguments: [
      ([3], 3), ([1, 2], 1.5), ([5, 1, 3], 3), ([4, 1, 3, 2], 2.5), ([2, 2, 2, 2], 2),
      ([1, 1, 1, 9], 1), ([-1, 1], 0),
      (
        [.greatestFiniteMagnitude, .greatestFiniteMagnitude],
        .greatestFiniteMagnitude
      ),
    ] as [([Double], Double)])
  func median(values: [Double], expected: Double) {
    #expect(SortedSamples(values)?.median == expected)
  }

  @Test("Without values there are no statistics")
  func empty() throws {
    let samples = try #require(SortedSamples([]))

    #expect(samples.median == nil)
    #expect(samples.minimum == nil)
    #expect(samples.maximum == nil)
    #expect(samples.quantile(.p50) == nil)
    #expect(samples.medianInterval() == nil)
    #expect(samples.geometricMedian == nil)
  }

  @Test("NaN and infinities are rejected", arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(value: Double) {
    #expect(SortedSamples([1, value, 2]) == nil)
  }

  @Test("One and two values have a median and a minimum but no interval")
  func few() throws {
    for values in [[7.0], [9, 7]] {
      let samples = try #require(SortedSamples(values))
      #expect(samples.minimum == 7)
      #expect(samples.median == (values.count < 2 ? 7 : 8))
      #expect(
        samples.medianInterval(level: 0.5) == (values.count < 2 ? nil : Interval(low: 7, high: 9)))
      #expect(samples.medianInterval() == nil)
    }
  }

  @Test("Whole numbers are sorted like others")
  func integers() {
    #expect(SortedSamples([3, -1, 2] as [Int64]) == SortedSamples([3.0, -1, 2]))
    #expect(SortedSamples([] as [Int64]).median == nil)
  }

  @Test(
    "A percentile needs enough values in its tail",
    arguments: [
      (Percentile.p50, 2), (.p25, 4), (.p75, 4), (.p90, 10), (.p95, 20), (.p99, 100),
      (.p999, 1_000),
    ])
  func minimumCounts(percentile: Percentile, count: Int) throws {
    let enough = try #require(SortedSamples((1...count).map { Double($0) }))
    let tooFew = try #require(SortedSamples((1..<count).map { Double($0) }))

    #expect(percentile.minimumCount == count)
    #expect(enough.quantile(percentile) != nil)
    #expect(tooFew.quantile(percentile) == nil)
  }

  @Test("A percentile is above 0 and below 1")
  func properFraction() async {
    await #expect(processExitsWith: .failure) { _ = Percentile(0) }
    await #expect(processExitsWith: .failure) { _ = Percentile(1) }
  }

  @Test("Quantiles are values at the nearest rank")
  func quantiles() throws {
    let samples = try #require(SortedSamples((1...1_000).map { Double($0) }.reversed()))

    #expect(samples.quantile(.p25) == 250)
    #expect(samples.quantile(.p50) == 500)
    #expect(samples.quantile(.p90) == 900)
    #expect(samples.quantile(.p99) == 990)
    #expect(samples.quantile(.p999) == 999)
  }

  @Test("Quantiles never decrease and stay within the values", arguments: 0..<50)
  func ordered(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let values = (0..<Int.random(in: 100...300, using: &generator)).map { _ in
      Double.random(in: -5...5, using: &generator).rounded()
    }
    let samples = try #require(SortedSamples(values))
    let quantiles = Percentile.reported.compactMap { samples.quantile($0.percentile) }
    let interval = try #require(samples.medianInterval())
    let median = try #require(samples.median)

    #expect(quantiles == quantiles.sorted())
    #expect(quantiles.allSatisfy { values.contains($0) })
    #expect(interval.contains(median))
  }

  @Test("Swapping the sides of ratios inverts their geometric median", arguments: 0..<50)
  func reciprocal(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let ratios = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
      Double.random(in: 0.5...2, using: &generator)
    }

    let forward = try #require(SortedSamples(ratios)?.geometricMedian)
    let backward = try #require(SortedSamples(ratios.map { 1 / $0 })?.geometricMedian)

    #expect(abs(forward * backward - 1) < 1e-12)
  }

  @Test("The geometric median of two values is their geometric mean, and none below 0 has one")
  func geometricMedian() {
    #expect(SortedSamples([2, 8])?.geometricMedian == 4)
    #expect(SortedSamples([3, 1, 9])?.geometricMedian == 3)
    #expect(SortedSamples([1.25, 1.25])?.geometricMedian == 1.25)
    for values: [Double] in [[], [0, 1], [1, -1]] {
      #expect(SortedSamples(values)?.geometricMedian == nil)
    }
  }
}
