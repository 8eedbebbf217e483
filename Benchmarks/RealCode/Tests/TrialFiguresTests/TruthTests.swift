import Testing
import TrialFigures

@Suite("Truth")
struct TruthTests {
  /// The truth of rounds that all have these times.
  private static func truth(base: [Double], change: [Double], rounds: Int = 3) -> Truth {
    Truth(rounds: (0..<rounds).map { _ in (base, change) })
  }

  struct Example: CustomTestStringConvertible, Sendable {
    let ratios: [Double]
    let verdict: String
    let judgement: Truth.Judgement

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
      // The truth is not known well enough to contradict either.
      Example(ratios: [1.005, 1.01, 1.02], verdict: "regressed", judgement: .right),
      Example(ratios: [1.005, 1.01, 1.02], verdict: "unchanged", judgement: .right),
    ])
  func judgements(_ example: Example) {
    let truth = Truth(rounds: example.ratios.map { ([100], [100 * $0]) })

    #expect(truth.judgement(of: example.verdict, threshold: 0.01) == example.judgement)
  }

  @Test("Three slower frames are a regression, even if all frames together took as long")
  func frames() throws {
    var change = [Double](repeating: 100, count: 60)
    for frame in 20..<23 { change[frame] = 110 }
    let truth = Self.truth(base: [Double](repeating: 100, count: 60), change: change)

    let slowest = try #require(truth.slowestFrames)
    #expect(abs(slowest.middle - 1.1) < 1e-9)
    #expect(abs(truth.whole.middle - 1.005) < 1e-9)
    #expect(truth.judgement(of: "regressed", threshold: 0.02) == .right)
    #expect(truth.judgement(of: "unchanged", threshold: 0.02) == .wrong)
  }

  @Test("A benchmark has no frames, and its ratio is the median of the rounds")
  func rounds() {
    let truth = Truth(rounds: [([100], [101]), ([200], [206]), ([100], [102])])
    #expect(truth.slowestFrames == nil)
    #expect(truth.whole.middle == 1.02)
    #expect(truth.whole.low == 1.01)
    #expect(truth.whole.high == 1.03)
  }

  @Test("From eight rounds on, one outlier on each side does not count")
  func outliers() {
    let ratio = Truth.Ratio(rounds: [1, 1, 1, 1, 1, 1, 0.5, 2])
    #expect(ratio.low == 1)
    #expect(ratio.high == 1)
    #expect(Truth.Ratio(rounds: [1, 1, 1, 1, 1, 0.5, 2]).low == 0.5)
  }
}
