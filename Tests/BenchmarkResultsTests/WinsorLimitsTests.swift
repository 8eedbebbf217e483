import BenchmarkModel
import FrameTiming
import SampleStatistics
import Testing

@testable import BenchmarkResults

@Suite("Usual ratios of frames")
struct UsualRatiosTests {
  /// One repetition of frames of 8 ms on a machine whose clock changes its speed: most ratios are
  /// off by some percent, and one in eight by much more, in either direction.
  private func noisyPair(
    slowedBy factor: Double, using generator: inout SplitMix64
  ) -> PairedFrames.Pair {
    func time() -> Double {
      let usual = (0..<3).reduce(1.0) { noise, _ in
        noise * .random(in: 0.97...1.03, using: &generator)
      }
      let isDisturbed = Int.random(in: 0..<16, using: &generator) == 0
      return 8_000_000 * usual * (isDisturbed ? 1.6 : 1)
    }
    let old = (0..<24).map { _ in Int64(time()) }
    let new = (0..<24).map { _ in Int64(time() * factor) }
    return .init(rate: .hz60, baseline: old, candidate: new, framesPerTurn: 1)
  }

  private func launches(
    _ count: Int, slowedBy factor: Double = 1, seed: UInt64
  ) -> [[PairedFrames.Pair]] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      (0..<2).map { _ in noisyPair(slowedBy: factor, using: &generator) }
    }
  }

  @Test(
    "A ratio far from the usual one of its frame counts as one at the limit, but never beyond 1")
  func limited() {
    let pair = { (disturbed: Int64) in
      PairedFrames.Pair(rate: .hz60, baseline: [1_000, 500], candidate: [disturbed, 1_000])
    }
    let usual = WinsorLimits(of: (Array(repeating: 1_000, count: 8) + [1_800]).map(pair))
    let few = WinsorLimits(of: (Array(repeating: 1_000, count: 6) + [1_800]).map(pair))

    #expect(usual.winsorized(1.8, of: 0) == 1.05)
    #expect(usual.winsorized(0.5, of: 0) == 1 / 1.05)
    #expect(usual.winsorized(1.04, of: 0) == 1.04)
    #expect(usual.winsorized(2, of: 1) == 2, "this frame takes twice as long in every repetition")
    #expect(usual.winsorized(3, of: 1) == 2.1)
    #expect(usual.winsorized(1.2, of: 1) == 1.2, "it contradicts the others")
    #expect(usual.winsorized(0.5, of: 1) == 1)
    #expect(usual.winsorized(7, of: 2) == 7, "nothing is known about this frame")
    #expect(few.winsorized(1.8, of: 0) == 1.8)
  }

  @Test("A change of some frames moves the ratio of all work by as much as without a limit")
  func changedFrames() throws {
    let pairs = (0..<8).map { _ in
      PairedFrames.Pair(
        rate: .hz60, baseline: [1_000, 1_000, 1_000, 1_000], candidate: [1_000, 3_000, 1_000, 900])
    }

    let ratio = try #require(
      WorkRatio.ratios(of: pairs, winsorizedBy: WinsorLimits(of: pairs)).first)

    #expect(abs(ratio - 5_900 / 4_000) < 1e-12)
  }

  @Test("Exchanging the sides inverts every ratio", arguments: 0..<10)
  func symmetric(seed: UInt64) {
    let launches = launches(5, seed: seed)
    let exchanged = launches.map { launch in
      launch.map {
        PairedFrames.Pair(
          rate: .hz60, baseline: $0.candidate, candidate: $0.baseline, framesPerTurn: 1)
      }
    }
    func ratios(_ launches: [[PairedFrames.Pair]], areLimited: Bool) -> [Double] {
      let usual = areLimited ? WinsorLimits(of: launches.flatMap(\.self)) : nil
      return launches.flatMap { WorkRatio.ratios(of: $0, winsorizedBy: usual) }
    }

    let (one, other) = (ratios(launches, areLimited: true), ratios(exchanged, areLimited: true))

    #expect(!one.isEmpty)
    #expect(one.count == other.count)
    #expect(one != ratios(launches, areLimited: false), "something is limited")
    #expect(zip(one, other).allSatisfy { abs($0 * $1 - 1) < 1e-9 })
  }

  @Test("Where frames are disturbed, the launches' ratios scatter at most two thirds as much")
  func scatter() throws {
    func spread(_ ratios: [Double]) throws -> Double {
      let sorted = try #require(SortedSamples(ratios)).values
      return sorted[sorted.count * 9 / 10] / sorted[sorted.count / 10] - 1
    }
    let launches = launches(200, seed: 1)
    let usual = WinsorLimits(of: launches.flatMap(\.self))

    let free = try spread(launches.compactMap { WorkRatio.ratios(of: $0).first })
    let limited = try spread(
      launches.compactMap { WorkRatio.ratios(of: $0, winsorizedBy: usual).first })

    #expect(limited < free * 2 / 3)
  }

  @Test(
    "Of 100 comparisons of disturbed frames none is called a change; 5 % more work is found in all")
  func verdicts() {
    func verdict(_ factor: Double, seed: UInt64) -> Verdict? {
      var series = PairedFrames(
        name: "s", rates: [.hz60], level: SequentialLevel(family: 0.01))
      for launch in launches(20, slowedBy: factor, seed: seed) {
        series.add(launch: launch)
      }
      return series.entries(atLook: 5, rule: VerdictRule(threshold: 0.02))[0].verdict
    }

    let same = (0..<100).map { verdict(1, seed: $0) }
    let slower = (100..<120).map { verdict(1.05, seed: $0) }

    #expect(same.allSatisfy { $0?.isChange == false })
    #expect(same.count { $0 == .unchanged } >= 95)
    #expect(slower.allSatisfy { $0 == .regressed })
  }

  /// The verdict on identical code whose ratios are off by what `shift` says of a launch and a
  /// frame.
  private func verdict(
    launches: Int, pairs: Int, baseline: [Int64], seed: UInt64,
    shift: (_ launch: Int, _ frame: Int, _ generator: inout SplitMix64) -> Double
  ) -> Verdict? {
    var generator = SplitMix64(seed: seed)
    var series = PairedFrames(name: "s", rates: [.hz60], level: SequentialLevel(family: 0.01))
    for launch in 0..<launches {
      series.add(
        launch: (0..<pairs).map { _ in
          let candidate = baseline.indices.map { frame in
            let noise = Double.random(in: 0.99...1.01, using: &generator)
            return Int64(Double(baseline[frame]) * noise * shift(launch, frame, &generator))
          }
          return .init(rate: .hz60, baseline: baseline, candidate: candidate, framesPerTurn: 1)
        })
    }
    return series.entries(atLook: 3, rule: VerdictRule(threshold: 0.02))[0].verdict
  }

  @Test(
    "Launches that contradict each other are inconclusive", arguments: [(1.08, 0.97), (0.92, 1.03)])
  func modes(most: Double, others: Double) {
    let frames = Array(repeating: Int64(8_000_000), count: 24)
    for pairs in [1, 2, 4] {
      let verdict = verdict(launches: 12, pairs: pairs, baseline: frames, seed: 1) { launch, _, _ in
        launch.isMultiple(of: 2) || launch == 3 ? most : others
      }
      #expect(verdict == .inconclusive, "\(pairs) pairs in a launch")
    }
  }

  @Test("One long and noisy frame among short and quiet ones is no change")
  func longFrame() {
    let frames = [Int64(200_000_000)] + Array(repeating: Int64(1_000_000), count: 23)
    let verdicts = (0..<60).map { seed in
      verdict(launches: 12, pairs: 2, baseline: frames, seed: seed) { _, frame, generator in
        frame == 0 ? .random(in: 0.7...1.4, using: &generator) : 1
      }
    }
    #expect(verdicts.allSatisfy { $0?.isChange == false })
  }

  @Test("Eight repetitions are enough for a limit, which is the cube of the usual deviation")
  func usualDeviation() {
    func pair(_ ratio: Double, _ candidate: [Int64] = [1_000]) -> PairedFrames.Pair {
      PairedFrames.Pair(
        rate: .hz60, baseline: [1_000] + candidate.map { _ in 1_000 },
        candidate: [Int64(1_000 * ratio)] + candidate)
    }
    let noisy = (0..<8).map { pair($0.isMultiple(of: 2) ? 0.8 : 1.25) }
    let usual = WinsorLimits(of: noisy)
    // 1.25³ for the first frame; (√1.25)³, by the ratios of all frames, for the second.
    #expect(abs(usual.winsorized(9, of: 0) - 1.953_125) < 1e-9)
    #expect(abs(usual.winsorized(9, of: 1) - 1.397_542) < 1e-6)

    // A repetition that lacks a frame takes nothing away from the others.
    let shorter = WinsorLimits(of: noisy + [pair(1, [])])
    #expect(shorter.winsorized(9, of: 1) < 2)
    #expect(WinsorLimits(of: Array(noisy.prefix(7))).winsorized(9, of: 1) == 9)
  }
}
