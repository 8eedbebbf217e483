import BenchmarkModel
import FrameTiming
import ResultTestSupport
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkResults
@testable import BenchmarkVerdicts

@Suite("Counters that were counted several times")
struct RecountedEntriesTests {
  private func entry(_ baseline: Double, _ candidate: Double) -> ComparisonEntry {
    ComparisonEntry(
      benchmark: "hash.words", .metric("mallocCountTotal", unit: "count/op"), baseline: baseline,
      candidate: candidate,
      conclusion: .verdict(VerdictRule.verdict(baseline: baseline, candidate: candidate)))
  }

  /// First and second counts of the baseline, then of the candidate.
  struct Counts: CustomTestStringConvertible, Sendable {
    let baseline, candidate: (Double, Double)
    let verdict: Verdict

    var testDescription: String { "\(baseline) against \(candidate)" }
  }

  @Test(
    "Counts that repeat decide exactly; ranges change only if they are further apart than wide",
    arguments: [
      Counts(baseline: (7, 7), candidate: (8, 8), verdict: .regressed),
      Counts(baseline: (7, 7), candidate: (6, 6), verdict: .improved),
      Counts(baseline: (100, 104), candidate: (103, 101), verdict: .unchanged),
      Counts(baseline: (100, 100), candidate: (99, 102), verdict: .unchanged),
      Counts(baseline: (100, 104), candidate: (106, 108), verdict: .inconclusive),
      // As far apart as one of them is wide, and further.
      Counts(baseline: (100, 104), candidate: (108, 108), verdict: .inconclusive),
      Counts(baseline: (100, 104), candidate: (109, 109), verdict: .regressed),
      Counts(baseline: (100, 104), candidate: (110, 112), verdict: .regressed),
      Counts(baseline: (110, 112), candidate: (100, 104), verdict: .improved),
    ])
  func verdicts(_ counts: Counts) throws {
    let merged = Comparison.counters([
      [entry(counts.baseline.0, counts.candidate.0)],
      [entry(counts.baseline.1, counts.candidate.1)],
    ])

    let only = try #require(merged.first)
    #expect(merged.count == 1)
    #expect(only.verdict == counts.verdict)
    let repeats =
      counts.baseline.0 == counts.baseline.1 && counts.candidate.0 == counts.candidate.1
    #expect((only.countRanges == nil) == repeats)
    #expect((only.reason != nil) == (!repeats && !counts.verdict.isChange))
  }

  @Test("Exchanging the sides exchanges the verdicts", arguments: 0..<200)
  func symmetric(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let counts = (0..<4).map { _ in Double(Int.random(in: 0...9, using: &generator)) }

    let one = Comparison.counters(
      [[entry(counts[0], counts[1])], [entry(counts[2], counts[3])]])[0].verdict
    let other = Comparison.counters(
      [[entry(counts[1], counts[0])], [entry(counts[3], counts[2])]])[0].verdict

    let exchanged: [Verdict: Verdict] = [.regressed: .improved, .improved: .regressed]
    #expect(other == one.map { exchanged[$0] ?? $0 })
  }

  @Test("Each further count can show that counts do not repeat")
  func further() {
    var counts = [[entry(100, 101)], [entry(100, 101)], [entry(100, 101)]]
    #expect(Comparison.counters(counts)[0].verdict == .regressed)
    counts.append([entry(101, 101)])
    #expect(Comparison.counters(counts)[0].verdict == .unchanged)
    #expect(Comparison.counters(counts)[0].countRanges?.baseline == Interval(low: 100, high: 101))
    #expect(Comparison.counters([[entry(100, 105)], [entry(101, 105)]])[0].verdict == .regressed)
  }

  @Test(
    "Five counts seldom call code changed that allocates once more at random",
    arguments: [2, 5, 50])
  func chance(kinds: Int) {
    var generator = SplitMix64(seed: 7)
    func count() -> Double { Double(Int.random(in: 0..<kinds, using: &generator)) }
    let trials = 5_000

    let changed = (0..<trials).count { _ in
      var counts: [[ComparisonEntry]] = []
      repeat {
        counts.append([entry(count(), count())])
      } while counts.count < 5
        && Comparison.counters(counts)[0].verdict?.isChange == true
      return Comparison.counters(counts)[0].verdict?.isChange == true
    }

    #expect(changed < trials / 100)
  }

  @Test("Two stored runs with counts that do not repeat are compared as ranges")
  func stored() throws {
    func file(_ counts: [Double]) -> ResultFile {
      var kernel = Fixtures.kernel()
      kernel.changeTimed { $0.metrics["mallocCountTotal"] = Fixtures.metric("count/op", counts) }
      return Fixtures.file([kernel])
    }
    func verdict(_ base: [Double], _ candidate: [Double]) -> Verdict? {
      Comparison.compare(base: file(base), candidate: file(candidate))
        .entries.first { $0.metric == "mallocCountTotal" }?.verdict
    }

    #expect(verdict([100, 104], [102]) == .unchanged)
    #expect(verdict([100, 104], [106]) == .inconclusive)
    #expect(verdict([100, 104], [110]) == .regressed)
    #expect(verdict([100], [101]) == .regressed)
  }

  @Test("Frames of two stored runs with counts that do not repeat are compared as ranges")
  func storedFrames() throws {
    func file(_ counts: [[Int64]]) -> ResultFile {
      var costs = Fixtures.costs(.hz60, counts[0].map { _ in 1_000 }, repetitions: 6)
      costs.mallocCountTotal = .value(counts[0])
      if counts.count > 1 {
        costs.recount = .init(mallocCountTotal: counts[1], mallocBytesCount: nil)
      }
      return Fixtures.file([Fixtures.scenario("feed", [costs])])
    }
    func entry(_ base: [[Int64]], _ candidate: [[Int64]]) throws -> ComparisonEntry {
      let entries = Comparison.compare(base: file(base), candidate: file(candidate)).entries
      return try #require(entries.first { $0.metric == "mallocCountTotal" })
    }

    let overlapping = try entry([[60, 40], [62, 42]], [[61, 41]])
    #expect(overlapping.verdict == .unchanged)
    #expect(overlapping.countRanges?.baseline == Interval(low: 100, high: 104))
    #expect(overlapping.changedFrames.runs.isEmpty)
    #expect(try entry([[60, 40], [62, 42]], [[66, 40]]).verdict == .inconclusive)
    #expect(try entry([[60, 40], [62, 42]], [[70, 40]]).verdict == .regressed)
    // Other frames, the same sum.
    #expect(try entry([[60, 40], [62, 38]], [[62, 38]]).verdict == .inconclusive)
    #expect(try entry([[60, 40]], [[61, 40]]).verdict == .regressed)

    var other = file([[60, 40], [62, 42]])
    other.environment.toolchain = "Swift version 6.4"
    let apart = Comparison.compare(base: other, candidate: file([[70, 40]])).entries
      .first { $0.metric == "mallocCountTotal" }
    #expect(apart?.verdict == .inconclusive)
    #expect(apart?.reason == "built by different compilers")
  }
}
