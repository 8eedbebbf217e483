import Foundation
import Testing

@testable import SampleStatistics

@Suite("Clustered ratio")
struct ClusteredRatioTests {
  private let level = SequentialLevel(familywise: 0.05)

  private func ratio(_ launches: [[Double]], _ ratio: Double = 1.2) -> ClusteredRatio {
    ClusteredRatio(
      ratio: ratio,
      launches: launches.map { .init(influences: $0, share: 1 / Double(launches.count)) })
  }

  /// Of Student's *t*, the hand-computed half width of the logarithm.
  private func reach(_ influences: [Double], level: Double) -> Double {
    let count = Double(influences.count)
    return StudentT.quantile(level: level, degrees: influences.count - 1)
      * (influences.map { $0 * $0 }.reduce(0, +) * count / (count - 1)).squareRoot()
  }

  @Test("Where launches are alike, the groups give the interval")
  func groups() throws {
    let launches = Array(repeating: [0.01, -0.01], count: 6)
    let estimate = try #require(ratio(launches).estimate(atLook: 1, level: level))

    let expected = reach(launches.flatMap(\.self), level: level.level(atLook: 1))
    #expect(estimate.ratio == 1.2)
    #expect(abs(log(estimate.interval.high / 1.2) - expected) < 1e-12)
    #expect(abs(log(estimate.interval.low / 1.2) + expected) < 1e-12)
  }

  @Test("Parts count as more groups only as far as they share the noise")
  func parts() throws {
    func width(_ launches: [[Double]], parts: Int = 1) throws -> Double {
      let ratio = ClusteredRatio(
        ratio: 1.2, parts: parts,
        launches: launches.map { .init(influences: $0, share: 1 / Double(launches.count)) })
      return try #require(
        ratio.estimate(atLook: 1, level: SequentialLevel(familywise: 0.0001))
      ).interval.width
    }
    let whole = (0..<8).map { [$0.isMultiple(of: 2) ? 0.01 : -0.01] }

    let inOnePart = whole.map { $0 + [0, 0, 0] }
    #expect(abs(try width(inOnePart, parts: 4) - width(whole)) < 1e-12)

    let inAllParts = whole.map { influence in [1.0, -1, 1, -1].map { $0 * influence[0] / 2 } }
    #expect(try width(inAllParts, parts: 4) < 0.8 * width(whole))
  }

  @Test("Where launches differ, they give it, by as many of them as have the weight")
  func launches() throws {
    let launches = (0..<6).map {
      Array(repeating: $0.isMultiple(of: 2) ? 0.001 : -0.001, count: 50)
    }
    let estimate = try #require(ratio(launches).estimate(atLook: 1, level: level))
    let sums = launches.map { $0.reduce(0, +) }
    #expect(
      abs(
        log(estimate.interval.high / 1.2)
          - reach(sums, level: SequentialLevel.launchLevel(atLook: 1))) < 1e-9)

    let uneven = ClusteredRatio(
      ratio: 1.2,
      launches: launches.enumerated().map {
        .init(influences: $1, share: $0 == 0 ? 0.9 : 0.02)
      })
    let wider = try #require(uneven.estimate(atLook: 1, level: level))
    #expect(wider.interval.width > 2 * estimate.interval.width)
  }

  @Test(
    "With few launches, or at the early look, it is their span and 5 % more", arguments: [0, 1])
  func span(look: Int) throws {
    let launches = Array(
      repeating: [[0.005, 0.005], [-0.005, -0.005]], count: look == 0 ? 3 : 2
    ).flatMap(\.self)
    let estimate = try #require(ratio(launches).estimate(atLook: look, level: level))
    // Each launch's own ratio.
    let own = 0.01 * Double(launches.count) + log(1.05)
    let ofGroups = reach(launches.flatMap(\.self), level: level.level(atLook: look))
    #expect(abs(log(estimate.interval.high / 1.2) - max(own, ofGroups)) < 1e-12)
    #expect(abs(log(estimate.interval.low / 1.2) + max(own, ofGroups)) < 1e-12)
  }

  @Test("One launch, two groups, or launches without a share have no interval")
  func tooFew() {
    #expect(ratio([[0.1, -0.1, 0]]).estimate(atLook: 1, level: level) == nil)
    #expect(ratio([[0.1], [-0.1]]).estimate(atLook: 1, level: level) == nil)
    #expect(ratio([[0.1, 0], [-0.1]]).estimate(atLook: 1, level: level) != nil)
    let empty = ClusteredRatio(
      ratio: 1,
      launches: [
        .init(influences: [0.1, -0.1, 0], share: 1), .init(influences: [0, 0], share: 0),
      ])
    #expect(empty.estimate(atLook: 1, level: level) == nil)
    #expect(ratio([[400, 400], [-400, -400]]).estimate(atLook: 1, level: level) == nil)
    // The smallest numbers above 0 have an interval that begins at 0.
    #expect(
      ratio([[5, 5], [-5, -5]], 2_048 * .leastNonzeroMagnitude).estimate(atLook: 1, level: level)
        == nil)
    #expect(ratio([[5, 5], [-5, -5]], 1).estimate(atLook: 1, level: level) != nil)
  }

  @Test("Pairs of which one takes no time have no span")
  func spanOfNothing() {
    #expect(ClusteredRatio.span(ofPairs: [0, 1, 2]) == nil)
    #expect(ClusteredRatio.span(ofPairs: [1, 2])?.contains(1.5) == true)
  }

  /// The squares of each part have a sum, and those of both parts have none.
  @Test("Noise beyond all numbers has no interval")
  func boundlessNoise() {
    let launch = ClusteredRatio.Launch(influences: [7e153, 0, 0, 7e153, 0, 0], share: 0.5)
    let ratio = ClusteredRatio(ratio: 1.2, parts: 2, launches: [launch, launch])
    #expect(ratio.estimate(atLook: 1, level: level) == nil)
  }

  @Test("A ratio that no comparison has is a programmer's mistake")
  func impossible() async {
    await #expect(processExitsWith: .failure) { _ = ClusteredRatio(ratio: 0, launches: []) }
    await #expect(processExitsWith: .failure) { _ = ClusteredRatio(ratio: .infinity, launches: []) }
  }
}
