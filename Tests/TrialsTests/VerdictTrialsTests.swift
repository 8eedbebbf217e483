import BenchmarkModel
import SampleStatistics
import Testing

@testable import BenchmarkVerdicts
@testable import Trials

@Suite("Verdict trials")
struct VerdictTrialsTests {
  @Test("Windows of identical code are almost never called a change")
  func resampled() {
    var generator = SplitMix64(seed: 3)
    let level = SequentialLevel(familywise: 0.01)
    let empty = PairedTimes(name: "k", level: level, operations: BySide(both: 1))
    var recorded = empty
    for _ in 0..<100 {
      recorded.add(
        launch: (0..<16).map { _ in
          let base = Double.random(in: 900...1_000, using: &generator)
          let cpu = base * Double.random(in: 0.995...1.005, using: &generator)
          return PairedTimes.Pair(
            baseline: .init(wallNs: base * 1.01, cpuNs: base),
            candidate: .init(wallNs: cpu * 1.01, cpuNs: cpu))
        })
    }
    var verdicts = ResampledVerdicts()

    verdicts.judge(
      recorded, rule: VerdictRule(threshold: 0.01), count: 500, using: &generator)

    #expect(verdicts.windows == 500)
    #expect(verdicts.regressed + verdicts.improved <= 1)
    #expect(verdicts.unchanged >= 495)
  }

  @Test("Other link orders are summarized by the median and the largest difference")
  func layouts() throws {
    let entries = [1.01, 1 / 1.02, 1, 1.04].map { ratio in
      ComparisonEntry(
        benchmark: "k", .metric("cpuTotal", unit: "ns/op"),
        times: .init(threshold: 0.01, interval: nil, paired: .init(ratio: ratio, count: 24)),
        conclusion: .verdict(.unchanged))
    }

    let layouts = try #require(LayoutShifts(entries))

    #expect(layouts.comparisons == 4)
    #expect(abs(layouts.median - 0.015) < 1e-9)
    #expect(abs(layouts.largest - 0.04) < 1e-9)
    #expect(LayoutShifts([]) == nil)
  }
}
