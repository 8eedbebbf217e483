import Testing

@testable import SampleStatistics

@Suite("Fit of frames")
struct FrameFitTests {
  @Test(
    "The speed of the machine in a pair is no disturbance, however few frames there are",
    arguments: [1, 2, 7, 60])
  func speed(frameCount: Int) {
    func repetition(_ number: Int, salt: Int) -> [Int64] {
      (0..<frameCount).map { frame in
        let noise = 1 + 0.001 * Double((number * 37 + frame * 11 + salt) % 7 - 3)
        return Int64((number == 5 ? 150_000 : 100_000) * noise)
      }
    }
    let fit = FrameFit(
      (0..<12).map { (repetition($0, salt: 1), repetition($0, salt: 4)) },
      launches: Array(repeating: 0, count: 12), frameCount: frameCount)
    #expect(fit.weights[5] > 0.5 * Double(frameCount))
    #expect(fit.weights[4] > 0.5 * Double(frameCount))
  }

  @Test("A machine that is often slow for some frames makes neither side slower", arguments: 0..<10)
  func phases(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    var speed = 1.0
    let pairs = (0..<12).map { _ in
      var pair: ExpectedWork.Pair = ([], [])
      for _ in 0..<60 {
        if Int.random(in: 0..<20, using: &generator) == 0 { speed = 2.8 - speed }
        func time() -> Int64 {
          Int64(100_000 * speed * .random(in: 0.99...1.01, using: &generator))
        }
        pair.baseline.append(time())
        pair.candidate.append(time())
      }
      return pair
    }
    let fit = FrameFit(pairs, launches: Array(0..<12), frameCount: 60)
    let ratio = fit.candidate.reduce(0, +) / fit.baseline.reduce(0, +)
    #expect(abs(ratio - 1) < 0.005)
  }

  /// Pairs of equal frames; the candidate's take `factors` times as long, and all vary by 1 %.
  private func fit(_ factors: [Double], launches: [Int], frames: Int = 8) -> FrameFit {
    FrameFit(
      factors.enumerated().map { pair, factor in
        func times(_ factor: Double, salt: Int) -> [Int64] {
          (0..<frames).map { frame in
            let noise = 1 + 0.01 * Double((pair * 5 + frame * 3 + salt) % 7 - 3) / 3
            return Int64(1_000_000 * factor * noise)
          }
        }
        return (times(1, salt: 1), times(factor, salt: 4))
      }, launches: launches, frameCount: frames)
  }

  @Test("A launch whose pairs are mostly disturbed keeps those that are not")
  func disturbedLaunch() {
    let fit = fit(
      [1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 4, 5], launches: [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2])
    #expect(fit.weights[8] > 4)
    // The baseline's half is as usual.
    #expect(fit.weights[9...].allSatisfy { $0 <= 4 })
    #expect(fit.candidate.allSatisfy { abs($0 / 1_000_000 - 1) < 0.01 })
  }

  @Test(
    "More than half of the pairs may be disturbed, as long as those are not alike",
    arguments: [
      [1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7], [1.3, 2, 3, 4, 5, 6, 7], [3, 4, 5, 6, 7, 8],
    ], [1, 4])
  func mostlyDisturbed(factors: [Double], frames: Int) {
    let fit = fit(
      Array(repeating: 1, count: 12 - factors.count) + factors,
      launches: Array(repeating: 0, count: 12), frames: frames)
    #expect(fit.candidate.allSatisfy { abs($0 / 1_000_000 - 1) < 0.01 })
    // Nothing of the disturbed side.
    #expect(fit.weights.suffix(factors.count - 1).allSatisfy { $0 <= Double(frames) / 2 })
  }

  /// In the last three pairs, every second frame of the candidate takes twice as long, and the
  /// others four times: its typical frame says nothing of the speed of the machine.
  @Test("Where the sides of a pair disagree, the one that is nearer to usual tells its speed")
  func disturbedSide() {
    func times(_ pair: Int, salt: Int, _ factor: (Int) -> Double) -> [Int64] {
      (0..<8).map { frame in
        let noise = 1 + 0.01 * Double((pair * 5 + frame * 3 + salt) % 7 - 3) / 3
        return Int64(1e6 * noise * factor(frame))
      }
    }
    let fit = FrameFit(
      (0..<12).map { pair in
        let candidate = times(pair, salt: 4) { frame in
          pair < 9 ? 1 : frame.isMultiple(of: 2) ? 2 : 4
        }
        return (times(pair, salt: 1) { _ in 1 }, candidate)
      }, launches: Array(repeating: 0, count: 12), frameCount: 8)
    // The baseline's half of eight frames, less what noise costs.
    #expect(fit.weights.suffix(3).allSatisfy { (3...4).contains($0) })
  }

  @Test("Where all launches contradict each other, no time counts, and none moves the estimate")
  func contradictions() {
    let launches: [ExpectedWork.Pair] = [
      ([1_000], [800]), ([1_300], [1_100]), ([1_300], [1_500]),
    ]
    let fit = FrameFit(
      launches.flatMap { [$0, $0] }, launches: [0, 0, 1, 1, 2, 2], frameCount: 1)
    #expect(fit.weights.allSatisfy { $0 == 0 })
    #expect(fit.influences.joined().allSatisfy { $0 == (0, 0) })
  }

  @Test("Where as many times are slow as are fast, the fast ones are usual")
  func halfDisturbed() {
    let fit = FrameFit(
      (0..<12).map { pair in
        (Array(repeating: 1_000, count: 4), Array(repeating: pair < 6 ? 1_000 : 1_300, count: 4))
      }, launches: Array(repeating: 0, count: 12), frameCount: 4)
    #expect(fit.candidate.allSatisfy { abs($0 / 1_000 - 1) < 0.01 })
  }

  /// Seven of twelve times are five times as far from the usual one as the others.
  @Test("Where most times are far from the usual one, on either side, they are not disturbed")
  func widelySpread() {
    let offsets = [
      0.01, -0.01, 0.01, -0.01, 0.01, 0.05, -0.05, 0.05, -0.05, 0.05, -0.05, 0.05,
    ]
    func repetition(_ pair: Int, salt: Int) -> [Int64] {
      (0..<8).map { Int64(1e6 * (1 + offsets[(pair + 5 * $0 + salt) % offsets.count])) }
    }
    let fit = FrameFit(
      offsets.indices.map { (repetition($0, salt: 0), repetition($0, salt: 3)) },
      launches: offsets.map { _ in 0 }, frameCount: 8)
    #expect(fit.weights.allSatisfy { $0 > 7.5 })
    #expect((fit.baseline + fit.candidate).allSatisfy { abs($0 / 1e6 - 1) < 0.001 })
  }
}
