import Testing

@testable import SampleStatistics

@Suite("Parts of two recordings")
struct UnpairedPartsTests {
  /// A series in which each value keeps most of the one before it.
  private static func series(_ count: Int, around mean: Double, seed: UInt64) -> [Double] {
    var generator = SplitMix64(seed: seed)
    var last = 0.0
    return (0..<count).map { _ in
      last = 0.8 * last + .random(in: -1...1, using: &generator)
      return mean + last
    }
  }

  private static func mean(_ values: ArraySlice<Double>) -> Double {
    values.reduce(0, +) / Double(values.count)
  }

  private static func parts(_ first: [Double], _ second: [Double]) throws -> UnpairedParts {
    UnpairedParts(
      try #require(UnpairedParts.numbers(of: first, mean)),
      try #require(UnpairedParts.numbers(of: second, mean)))
  }

  @Test("The interval of a ratio misses about as rarely as it says, although neighbors are alike")
  func coverage() throws {
    var missed = 0
    for seed in 0..<500 as Range<UInt64> {
      let first = Self.series(2_000, around: 10, seed: 2 * seed)
      let second = Self.series(2_000, around: 12, seed: 2 * seed + 1)
      let ratio = Self.mean(second[...]) / Self.mean(first[...])
      let interval = try #require(
        try Self.parts(first, second).interval(aroundRatio: ratio, level: 0.95))
      if !interval.contains(1.2) { missed += 1 }
    }
    #expect((8...50).contains(missed))
  }

  @Test("Differences are those of means, and exchanging the sides turns them around")
  func difference() throws {
    let parts = try Self.parts(
      [Double](repeating: 1, count: 100), [Double](repeating: 3, count: 100))
    #expect(parts.differenceInterval(level: 0.99) == Interval(low: 2, high: 2))

    let (first, second) = (
      Self.series(200, around: 5, seed: 1), Self.series(300, around: 6, seed: 2)
    )
    let forward = try Self.parts(first, second).differenceInterval(level: 0.95)
    let back = try Self.parts(second, first).differenceInterval(level: 0.95)
    #expect(abs(forward.low + back.high) < 1e-12 && abs(forward.high + back.low) < 1e-12)
  }

  @Test("Every value is in one part; too few values have none, and zeros have no ratio")
  func edges() {
    let numbers = UnpairedParts.numbers(of: Array(0..<107)) { Double($0.reduce(0, +)) }
    #expect(numbers?.reduce(0, +) == Double((0..<107).reduce(0, +)))
    #expect(UnpairedParts.numbers(of: Array(0..<99)) { _ in 0 } == nil)
    let zeros = [Double](repeating: 0, count: UnpairedParts.count)
    let ones = [Double](repeating: 1, count: UnpairedParts.count)
    #expect(UnpairedParts(zeros, ones).interval(aroundRatio: 1, level: 0.95) == nil)
    #expect(
      UnpairedParts(ones, ones).interval(aroundRatio: 1, level: 0.95) == Interval(low: 1, high: 1))
  }

  @Test("A recording with another number of parts is a programmer's mistake, on either side")
  func otherCounts() async {
    await #expect(processExitsWith: .failure) {
      _ = UnpairedParts([], [Double](repeating: 1, count: UnpairedParts.count))
    }
    await #expect(processExitsWith: .failure) {
      _ = UnpairedParts([Double](repeating: 1, count: UnpairedParts.count), [])
    }
  }
}
