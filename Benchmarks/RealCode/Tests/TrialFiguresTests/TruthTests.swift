import Testing
import TrialFigures

@Suite("Truth")
struct TruthTests {
  struct Example: CustomTestStringConvertible, Sendable {
    let ratios: [Double]
    let verdict: String
    let judgement: Truth.Finding

    var testDescription: String { "\(verdict) for \(ratios)" }
  }

  @Test(
    "A verdict is wrong if the whole interval contradicts it",
    arguments: [
      Example(ratios: [1.09, 1.1, 1.11], verdict: "regressed", judgement: .right),
      Example(ratios: [1.09, 1.1, 1.11], verdict: "unchanged", judgement: .wrong),
      Example(ratios: [1.09, 1.1, 1.11], verdict: "improved", judgement: .wrong),
      Example(ratios: [1.09, 1.1, 1.11], verdict: "inconclusive", judgement: .inconclusive),
      Example(ratios: [1.09, 1.1, 1.11], verdict: "missing", judgement: .none),
      Example(ratios: [0.9, 0.9, 0.91], verdict: "improved", judgement: .right),
      Example(ratios: [0.9, 0.9, 0.91], verdict: "unchanged", judgement: .wrong),
      Example(ratios: [0.999, 1, 1.001], verdict: "unchanged", judgement: .right),
      Example(ratios: [0.999, 1, 1.001], verdict: "regressed", judgement: .wrong),
      Example(ratios: [0.999, 1, 1.001], verdict: "improved", judgement: .wrong),
      // The truth is not known precisely enough to contradict either verdict.
      Example(ratios: [1.005, 1.01, 1.02], verdict: "regressed", judgement: .right),
      Example(ratios: [1.005, 1.01, 1.02], verdict: "unchanged", judgement: .right),
    ])
  func judgements(_ example: Example) {
    let truth = Truth(
      rounds: example.ratios.map { Truth.Round(base: [100], change: [100 * $0]) })

    #expect(truth.judgement(of: example.verdict, threshold: 0.01) == example.judgement)
  }

  @Test("Three slower frames are a regression, even if all frames together took as long")
  func frames() throws {
    var change = [Double](repeating: 100, count: 60)
    for frame in 20..<23 { change[frame] = 110 }
    let base = [Double](repeating: 100, count: 60)
    let truth = Truth(rounds: [Truth.Round(base: base, change: change)])

    let slowest = try #require(truth.slowestFrames)
    #expect(abs(slowest.middle - 1.1) < 1e-9)
    #expect(abs(truth.whole.middle - 1.005) < 1e-9)
    #expect(truth.judgement(of: "regressed", threshold: 0.02) == .right)
    #expect(truth.judgement(of: "unchanged", threshold: 0.02) == .wrong)
  }

  @Test("A benchmark has no frames, and its ratio is that of the shortest times")
  func rounds() {
    let rounds = [
      // The second third of the rounds ran at half the clock speed.
      Truth.Round(base: [100], change: [110]), Truth.Round(base: [200], change: [230]),
      Truth.Round(base: [105], change: [112]), Truth.Round(base: [190], change: [111]),
    ]

    let truth = Truth(rounds: rounds)

    #expect(truth.slowestFrames == nil)
    #expect(truth.whole.middle == 1.1)
    #expect(truth.whole.low == 112.0 / 105)
    #expect(truth.whole.high == 1.15)
  }

  @Test("Each frame has its shortest time, whichever round that is in")
  func shortestFrames() {
    let truth = Truth(rounds: [
      Truth.Round(base: [1, 9, 1], change: [9, 1, 1]),
      Truth.Round(base: [9, 1, 1], change: [1, 9, 1]),
    ])

    #expect(truth.whole.middle == 1)
  }
}
