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
}
