import Foundation
import TestSupport
import Testing

@testable import SampleStatistics

@Suite("Usual times")
struct UsualTimesTests {
  private static let level = SequentialLevel(familywise: 0.01)

  /// An estimate from ratios, by launch.
  private static func estimate(_ launches: [[Double]], atLook look: Int) -> RatioEstimate? {
    UsualTimes(launches: launches.map { $0.map { (1_000, 1_000 * $0) } })?.clusters
      .estimate(atLook: look, level: level)
  }

  @Test("An estimate needs two launches, and six to find small changes")
  func launches() throws {
    var launches = [Array(repeating: 1.02, count: 1_000)]
    #expect(Self.estimate(launches, atLook: 0) == nil)

    for _ in 0..<4 {
      launches.append(Array(repeating: 1.02, count: 16))
      let interval = try #require(Self.estimate(launches, atLook: 1)?.interval)
      #expect(abs(interval.low - 1.02 / 1.05) < 1e-9)
      #expect(abs(interval.high - 1.02 * 1.05) < 1e-9)
    }
    launches.append(Array(repeating: 1.02, count: 16))

    #expect(try #require(Self.estimate(launches, atLook: 1)).interval.width < 1e-9)
    // The early look never claims to see small changes.
    #expect(Self.estimate(launches, atLook: 0)?.interval.contains(1) == true)
  }

  @Test("Few ratios are enough for a large change, if they scatter little")
  func fewRatios() throws {
    let near = [1.201, 1.199, 1.202, 1.2].map { [$0] }
    let interval = try #require(Self.estimate(near, atLook: 1)?.interval)
    #expect(interval.low > 1.1 && interval.high < 1.3)

    let scattered = [1.9, 0.6, 1.8, 1.2].map { [$0] }
    #expect(try #require(Self.estimate(scattered, atLook: 1)?.interval).contains(1))
  }

  @Test(
    "Two pairs are enough where both agree by far", arguments: [1.5, 30, 4_672, 100_000],
    [false, true])
  func twoPairs(factor: Double, isFaster: Bool) throws {
    let ratios = [factor, factor * 1.1].map { isFaster ? 1 / $0 : $0 }
    let interval = try #require(Self.estimate(ratios.map { [$0] }, atLook: 1)?.interval)
    #expect(isFaster ? interval.high < 0.9 : interval.low > 1.1)
    // A single launch may be off as a whole.
    #expect(Self.estimate([ratios], atLook: 1) == nil)
  }

  @Test("Pairs that agree by far are certain, however much they scatter", arguments: 3..<24)
  func scattered(count: Int) throws {
    var generator = SplitMix64(seed: UInt64(count))
    let ratios = (0..<count).map { _ in [Double.random(in: 20...400, using: &generator)] }
    #expect(try #require(Self.estimate(ratios, atLook: 1)?.interval).low > 10)
  }

  @Test("A single outlier launch cannot decide", arguments: [16, 64], [16, 64])
  func oddLaunch(size: Int, others: Int) throws {
    let launches =
      [Array(repeating: 1.1, count: size)]
      + Array(repeating: Array(repeating: 1.0, count: others), count: 5)
    #expect(try #require(Self.estimate(launches, atLook: 1)?.interval).contains(1))
  }

  @Test("A launch with a few pairs counts less than one with many")
  func shortLaunch() throws {
    var generator = SplitMix64(seed: 1)
    func launch(_ ratio: Double, _ count: Int) -> [Double] {
      (0..<count).map { _ in ratio * .random(in: 0.99...1.01, using: &generator) }
    }
    let launches = [launch(1.08, 4)] + (0..<6).map { _ in launch(1, 400) }
    let interval = try #require(Self.estimate(launches, atLook: 1)?.interval)
    #expect(interval.low > 0.99 && interval.high < 1.01)
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

  /// Looks up to seven times until the interval excludes 1; true if it ever does.
  private static func isFooled(by noise: Noise, seed: UInt64, bias: Double = 1) -> Bool {
    var generator = SplitMix64(seed: seed)
    var launches: [[Double]] = []
    for look in 0...6 {
      while !SequentialLevel.isDue(
        look: look, ratios: launches.reduce(0) { $0 + MedianRatio.groups(of: $1).count },
        launches: launches.count)
      {
        launches.append(noise.launch(using: &generator).map { $0 * bias })
      }
      if let interval = estimate(launches, atLook: look)?.interval, !interval.contains(1) {
        return true
      }
    }
    return false
  }

  @Test(
    "With independent noise, at most 1 of 100 series of looks is wrong",
    arguments: [Noise.skewed, .ties])
  func falseAlarms(noise: Noise) {
    let tried = seeds(short: 200, long: 1_000)
    let fooled = tried.count { Self.isFooled(by: noise, seed: $0) }

    #expect(fooled <= tried.count / 100)
  }

  @Test(
    "With noise that depends on the launch, less than 1 of 100 confirmed changes is wrong",
    arguments: [Noise.autocorrelated, .offsetLaunches])
  func dependentNoise(noise: Noise) {
    let tried = seeds(short: 200, long: 500)
    // A change counts when a second, independent set finds it too.
    let fooled = tried.count {
      Self.isFooled(by: noise, seed: $0) && Self.isFooled(by: noise, seed: $0 + 1_000_000)
    }

    #expect(fooled <= tried.count / 100)
  }

  @Test("A bias of 3 % is found in every kind of noise", arguments: Noise.allCases)
  func power(noise: Noise) {
    let found = (0..<100).count { Self.isFooled(by: noise, seed: UInt64($0), bias: 1.03) }

    #expect(found >= 95)
  }

  @Test("Swapping the sides gives the reciprocal", arguments: 0..<20)
  func symmetry(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let launches = (0..<6).map { _ in Noise.skewed.launch(using: &generator) }

    let forward = try #require(Self.estimate(launches, atLook: 1)?.interval)
    let reverse = try #require(
      Self.estimate(launches.map { $0.map { 1 / $0 } }, atLook: 1)?.interval)

    #expect(abs(forward.low * reverse.high - 1) < 1e-9)
    #expect(abs(forward.high * reverse.low - 1) < 1e-9)
  }
}
