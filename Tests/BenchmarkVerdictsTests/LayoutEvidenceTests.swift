import BenchmarkModel
import BenchmarkResults
import Foundation
import FrameTiming
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkVerdicts

@Suite("Layouts")
struct LayoutEvidenceTests {
  private let rule = VerdictRule(threshold: 0.01)

  /// Ratios of a change over orders of linking, each of which has an effect of its own.
  private func ratios(_ change: Double, deviation: Double, count: Int, seed: UInt64) -> [Double] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in change * exp(deviation * Double.normal(using: &generator)) }
  }

  private func entry(
    _ ratio: Double, _ verdict: Verdict, instructions: Double? = 1
  ) -> ComparisonEntry {
    var entry = ComparisonEntry(
      benchmark: "a", .metric("cpuTotal", unit: "ns/op"), baseline: 100, candidate: 100 * ratio,
      times: .init(
        threshold: 0.01, interval: Interval(low: ratio, high: ratio),
        paired: .init(ratio: ratio, count: 100)),
      conclusion: .verdict(verdict)
    ).resting(on: RowEvidence(answers: .unknown("none")), allowsDifferent: false)
    entry.evidence?.instructions = instructions.map {
      BySide(baseline: 1_000, candidate: 1_000 * $0)
    }
    return entry
  }

  @Test("Fewer than three orders say nothing")
  func few() {
    #expect(LayoutEvidence(ratios: [1.05, 1.05], rule: rule) == nil)
    #expect(LayoutEvidence(ratios: [1.05, 1.05, 0], rule: rule) == nil)
    #expect(LayoutEvidence(ratios: [1.05, 1.05, .infinity], rule: rule) == nil)
    #expect(LayoutEvidence(ratios: [1.05, 1.05, 1.05], rule: rule)?.verdict == .regressed)
  }

  @Test("Where only addresses differ, a row has moved; a change that stays in all orders has not")
  func moved() throws {
    let layouts = try #require(
      LayoutEvidence(ratios: [1.03, 0.98, 1.01, 1.0, 0.99], rule: rule))
    let row = entry(1.03, .regressed).judged(over: layouts)
    #expect(row.conclusion == .moved(layouts))
    #expect(row.verdict == nil)
    #expect(row.status == .moved)
    #expect(row.status.severity == .pass)
    #expect(row.evidence?.time == .regressed)

    let stays = try #require(
      LayoutEvidence(ratios: [1.03, 1.034, 1.028, 1.031, 1.03], rule: rule))
    #expect(entry(1.03, .regressed).judged(over: stays).verdict == .regressed)
    #expect(entry(0.97, .improved).judged(over: stays).conclusion == .moved(stays))
    #expect(entry(1, .unchanged).judged(over: layouts).verdict == .unchanged)
  }

  @Test("No frames of a scenario are called changed once its verdict is withdrawn")
  func frames() throws {
    let layouts = try #require(
      LayoutEvidence(ratios: [1.03, 0.98, 1.01, 1.0, 0.99], rule: rule))
    var scroll = entry(1.03, .regressed)
    scroll.changedFrames = FrameChanges(
      [.regressed, .regressed, .unchanged], baseline: [46, 46, 46], candidate: [48, 48, 46])
    let stays = try #require(
      LayoutEvidence(ratios: [1.03, 1.034, 1.028, 1.031, 1.03], rule: rule))
    let difference = AnswerDifference(place: "frame 0", baseline: "1", candidate: "2")
    let other = RowEvidence(answers: .different(difference))

    #expect(scroll.judged(over: stays).changedFrames.map(\.last) == [1])
    #expect(
      scroll.resting(on: other, allowsDifferent: true).changedFrames.map(\.last) == [1])
    for row in [
      scroll.judged(over: layouts), scroll.ofIdenticalBuild,
      scroll.resting(on: other, allowsDifferent: false),
    ] {
      #expect(row.verdict?.isChange != true)
      #expect(row.changedFrames.isEmpty)
      #expect(row.changedFrames.frameCount == 3, "the page still draws its frames")
    }
  }

  @Test("Only times that change without instructions are doubted")
  func doubts() {
    #expect(entry(1.03, .regressed).mayHaveMoved)
    #expect(entry(0.97, .improved, instructions: 1.001).mayHaveMoved)
    #expect(!entry(1.03, .regressed, instructions: 1.01).mayHaveMoved)
    #expect(!entry(1.03, .regressed, instructions: nil).mayHaveMoved)
    #expect(!entry(1.03, .unchanged).mayHaveMoved)
    // A memory access more in a thousand instructions can be why.
    #expect(!entry(1.011, .regressed, instructions: 1.0015).mayHaveMoved)
    // Exactly a tenth.
    #expect(!entry(1.01953125, .regressed, instructions: 1.001953125).mayHaveMoved)
    var uncounted = entry(1.03, .regressed)
    uncounted.evidence?.instructions = BySide(baseline: 0, candidate: 0)
    #expect(!uncounted.mayHaveMoved)
  }

  @Test("If the linker cannot, the row says so")
  func impossible() {
    let row = entry(1.03, .regressed).notJudgedOverLayouts(because: "no lld")
    #expect(row.verdict == .regressed)
    #expect(
      row.reason == "its instructions did not change, but its layout was not varied: no lld")
    let uncounted = entry(1.03, .regressed, instructions: nil)
      .notJudgedOverLayouts(because: "no valgrind")
    #expect(uncounted.verdict == .regressed)
    #expect(uncounted.reason == "its layout was not varied: no valgrind")
    #expect(uncounted.evidence?.layouts == .unavailable("no valgrind"))
  }

  @Test("Of pure layout changes, at most 1 in 200 is called regressed; of +3 %, 95 % are")
  func simulated() throws {
    let trials = seeds(short: 400, long: 4_000)
    var (wrong, found) = (0, 0)
    for seed in trials {
      // What relinking changes scatters by some tenths of a percent up to two percent.
      let deviation = [0.003, 0.006, 0.01, 0.02][Int(seed % 4)]
      let layout = try #require(
        LayoutEvidence(ratios: ratios(1, deviation: deviation, count: 5, seed: seed), rule: rule))
      wrong += layout.verdict == .regressed ? 1 : 0
      let change = try #require(
        LayoutEvidence(
          ratios: ratios(1.03, deviation: min(deviation, 0.01), count: 5, seed: ~seed), rule: rule))
      found += change.verdict == .regressed ? 1 : 0
    }
    #expect(Double(wrong) <= Double(trials.count) / 200)
    #expect(Double(found) >= 0.95 * Double(trials.count))
  }
}
