import BenchmarkModel
import SampleStatistics
import Testing

@testable import BenchmarkReports
@testable import BenchmarkVerdicts

@Suite("What would settle a verdict, in words")
struct PowerTextTests {
  @Test("An inconclusive verdict says what would settle it")
  func power() throws {
    func reason(_ interval: Interval?, launches: Int) throws -> String? {
      var series = PairedTimes(
        name: "k", level: SequentialLevel(familywise: 0.01), operations: BySide(both: 1),
        metric: .cpuTotal)
      let time = PairedTimes.Time(wallNs: 1, cpuNs: 1)
      for _ in 0..<launches {
        series.add(launch: Array(repeating: .init(baseline: time, candidate: time), count: 16))
      }
      var entry = try #require(series.entries(atLook: 1, rule: VerdictRule(threshold: 0.01)).first)
      entry.conclusion = .verdict(.inconclusive, reason: "the interval straddles the threshold")
      let times = ComparisonEntry.Times(
        threshold: 0.01, interval: interval,
        paired: interval.map { .init(ratio: ($0.low * $0.high).squareRoot(), count: 100) })
      entry.power = PowerAnalysis(times, series: series, elapsed: .seconds(5))
      return entry.explainedReason
    }

    #expect(
      try reason(Interval(low: 1 / 1.02, high: 1.02), launches: 12) == """
        the interval straddles the threshold: ±1.98 % now; '--time 22' or '--threshold 2.10' would \
        settle it
        """)
    #expect(
      try reason(Interval(low: 1, high: 1.01 * 1.01), launches: 12)?.hasSuffix(
        "±1.01 % now; more time would hardly settle it, but '--threshold 2.10' would") == true)
    #expect(
      try reason(nil, launches: 1)?.hasSuffix("no interval yet; '--time 33' would settle it")
        == true)
  }
}
