import Testing

@testable import SampleStatistics

@Suite("Fit of frames")
struct FrameFitTests {
  @Test(
    "From eight frames on, the speed of the machine in a pair is no disturbance",
    arguments: [(7, false), (8, true), (9, true)])
  func speed(frameCount: Int, counts: Bool) {
    func repetition(_ number: Int, salt: Int) -> [Int64] {
      (0..<frameCount).map { frame in
        let noise = 1 + 0.001 * Double((number * 37 + frame * 11 + salt) % 7 - 3)
        return Int64((number == 5 ? 150_000 : 100_000) * noise)
      }
    }
    let fit = FrameFit(
      (0..<12).map { (repetition($0, salt: 1), repetition($0, salt: 4)) },
      launches: Array(repeating: 0, count: 12), frameCount: frameCount)
    #expect((fit.weights[5] > 0.5 * Double(frameCount)) == counts)
    #expect(fit.weights[4] > 0.5 * Double(frameCount))
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
    #expect(fit.weights[9...].allSatisfy { $0 == 0 })
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
    #expect(fit.weights.suffix(factors.count - 1).allSatisfy { $0 == 0 })
  }
}
