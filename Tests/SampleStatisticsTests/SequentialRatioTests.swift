import Testing

@testable import SampleStatistics

@Suite("Sequential ratio")
struct SequentialRatioTests {
  @Test("All looks of all series together stay within the family's error probability")
  func spending() {
    let level = SequentialLevel(family: 0.01, sharedBy: 40)

    let spent = (0...1_000).reduce(0) { $0 + 1 - level.level(atLook: $1) }

    #expect(40 * spent < 0.01)
    #expect(40 * spent > 0.009_9)
  }

  @Test("Looks come at 24, 24, 36, 54, … ratios, the first with two launches, the next with six")
  func looks() {
    #expect((0...5).map(SequentialLevel.ratioCount(atLook:)) == [24, 24, 36, 54, 81, 121])
    #expect((0...3).map(SequentialLevel.launchCount(atLook:)) == [2, 6, 7, 8])
  }

  @Test(
    "A look is due with enough ratios in enough launches",
    arguments: [
      (0, 24, 2, true), (0, 23, 2, false), (0, 24, 1, false), (0, 23, 1, false),
      (2, 36, 7, true), (2, 35, 8, false), (2, 37, 6, false),
    ])
  func isDue(look: Int, ratios: Int, launches: Int, isDue: Bool) {
    #expect(SequentialLevel.isDue(look: look, ratios: ratios, launches: launches) == isDue)
  }

  @Test("An estimate needs two launches, and six to find small changes")
  func launches() throws {
    var ratio = SequentialRatio(level: SequentialLevel(family: 0.01))
    ratio.add(launch: Array(repeating: 1.02, count: 1_000))
    #expect(ratio.estimate(atLook: 0) == nil)

    for _ in 0..<4 {
      ratio.add(launch: Array(repeating: 1.02, count: 16))
      let interval = try #require(ratio.estimate(atLook: 1)?.interval)
      #expect(abs(interval.low - 1.02 / 1.05) < 1e-12)
      #expect(abs(interval.high - 1.02 * 1.05) < 1e-12)
    }
    ratio.add(launch: Array(repeating: 1.02, count: 16))

    #expect(ratio.estimate(atLook: 1)?.interval == Interval(low: 1.02, high: 1.02))
    // The early look never claims to see small changes.
    #expect(ratio.estimate(atLook: 0)?.interval.contains(1) == true)
  }

  @Test("Few ratios are enough for a large change, if they scatter little")
  func fewRatios() throws {
    var ratio = SequentialRatio(level: SequentialLevel(family: 0.01))
    for value in [1.201, 1.199, 1.202, 1.2] { ratio.add(launch: [value]) }
    let interval = try #require(ratio.estimate(atLook: 1)?.interval)
    #expect(interval.low > 1.1 && interval.high < 1.3)

    var scattered = SequentialRatio(level: SequentialLevel(family: 0.01))
    for value in [1.9, 0.6, 1.8, 1.2] { scattered.add(launch: [value]) }
    #expect(try #require(scattered.estimate(atLook: 1)?.interval).contains(1))
  }

  @Test("A single outlier launch cannot decide")
  func oddLaunch() throws {
    var ratio = SequentialRatio(level: SequentialLevel(family: 0.01))
    ratio.add(launch: Array(repeating: 1, count: 16))
    for _ in 0..<5 { ratio.add(launch: Array(repeating: 1.1, count: 64)) }

    let interval = try #require(ratio.estimate(atLook: 1)?.interval)

    #expect(interval.contains(1))
  }

  @Test("Invalid ratios are left out")
  func unusable() {
    var ratio = SequentialRatio(level: SequentialLevel(family: 0.01))

    ratio.add(launch: [0, -1, .nan, .infinity])
    ratio.add(launch: [1, .nan])

    #expect(ratio.launches == [[1]])
  }

  /// How two sides of identical code differ from pair to pair.
  enum Noise: String, CaseIterable, Sendable {
    /// Mostly small, sometimes a preemption on either side.
    case skewed
    /// A disturbance that lasts for several pairs.
    case autocorrelated
    /// Every launch has an offset of its own.
    case offsetLaunches
    /// A few discrete values, otherwise no spread.
    case ties

    func launch(using generator: inout SplitMix64) -> [Double] {
      var state = 0.0
      let offset =
        self == .offsetLaunches ? Double.random(in: -0.01...0.01, using: &generator) : 0
      return (0..<16).map { _ in
        let spread = Double.random(in: -0.02...0.02, using: &generator)
        switch self {
        case .skewed:
          let stretch = Int.random(in: 0..<5, using: &generator) == 0 ? 1.5 : 1
          let isBaseline = Bool.random(using: &generator)
          return (1 + spread) * (isBaseline ? 1 / stretch : stretch)
        case .autocorrelated:
          state = 0.7 * state + spread
          return 1 + state
        case .offsetLaunches: return 1 + offset + 0.1 * spread
        case .ties: return 1 + (spread * 100).rounded() / 200
        }
      }
    }
  }

  /// Looks up to eight times until the interval excludes 1; true if it ever does.
  private static func isFooled(by noise: Noise, seed: UInt64, bias: Double = 1) -> Bool {
    var generator = SplitMix64(seed: seed)
    var ratio = SequentialRatio(level: SequentialLevel(family: 0.01))
    for look in 0...6 {
      while !SequentialLevel.isDue(
        look: look, ratios: ratio.ratioCount, launches: ratio.launches.count)
      {
        ratio.add(launch: noise.launch(using: &generator).map { $0 * bias })
      }
      if let interval = ratio.estimate(atLook: look)?.interval, !interval.contains(1) {
        return true
      }
    }
    return false
  }

  @Test(
    "With independent noise, at most 1 of 100 series of looks is wrong",
    arguments: [Noise.skewed, .ties])
  func falseAlarms(noise: Noise) {
    let count = 1_000
    let fooled = (0..<count).count { Self.isFooled(by: noise, seed: UInt64($0)) }

    #expect(fooled <= 10)
  }

  @Test(
    "With noise that depends on the launch, less than 1 of 100 confirmed changes is wrong",
    arguments: [Noise.autocorrelated, .offsetLaunches])
  func dependentNoise(noise: Noise) {
    let count = 500
    // A change counts when a second, independent set finds it too.
    let fooled = (0..<count).count {
      Self.isFooled(by: noise, seed: UInt64($0))
        && Self.isFooled(by: noise, seed: UInt64($0) + 1_000_000)
    }

    #expect(fooled <= count / 100)
  }

  @Test("A bias of 3 % is found in every kind of noise", arguments: Noise.allCases)
  func power(noise: Noise) {
    let found = (0..<100).count { Self.isFooled(by: noise, seed: UInt64($0), bias: 1.03) }

    #expect(found >= 95)
  }

  @Test("Swapping the sides gives the reciprocal", arguments: 0..<20)
  func symmetry(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var there = SequentialRatio(level: SequentialLevel(family: 0.01))
    var back = there
    for _ in 0..<6 {
      let launch = Noise.skewed.launch(using: &generator)
      there.add(launch: launch)
      back.add(launch: launch.map { 1 / $0 })
    }

    let forward = try #require(there.estimate(atLook: 1)?.interval)
    let reverse = try #require(back.estimate(atLook: 1)?.interval)

    #expect(abs(forward.low * reverse.high - 1) < 1e-12)
    #expect(abs(forward.high * reverse.low - 1) < 1e-12)
  }
}
