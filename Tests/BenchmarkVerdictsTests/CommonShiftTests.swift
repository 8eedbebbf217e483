import BenchmarkModel
import FrameTiming
import SampleStatistics
import Testing

@testable import BenchmarkVerdicts

@Suite("Common shift")
struct CommonShiftTests {
  private func entry(_ name: String, _ ratio: Double, width: Double = 0.004) -> ComparisonEntry {
    ComparisonEntry(
      benchmark: name, .metric("cpuTotal", unit: "ns"), baseline: 100, candidate: 100 * ratio,
      times: .init(
        threshold: 0.01, interval: Interval(low: ratio - width, high: ratio + width),
        paired: .init(ratio: ratio, count: 100)),
      conclusion: .verdict(.unchanged))
  }

  private func shift(_ ratios: [Double], width: Double = 0.004) -> CommonShift? {
    CommonShift(ratios.enumerated().map { entry("k\($0)", $1, width: width) })
  }

  @Test("Nine of ten, and at least six, moved alike by at least 1 %")
  func alike() throws {
    let shares = [1.05, 1.06, 1.05, 1.04, 1.05, 1.055]
    #expect(shift(shares) == CommonShift(count: 6, total: 6, ratio: 1.05))
    #expect(shift(Array(shares.dropLast())) == nil)
    #expect(try #require(shift(shares.map { 1 / $0 })).ratio < 1)
    #expect(shift(shares + [1.05, 1.05, 1.05, 1])?.count == 9)
    #expect(shift(shares + [1.05, 1.05, 1, 1]) == nil)
    #expect(shift([1.05, 1.05, 1.05, 1.05, 1.05, 1 / 1.05]) == nil)
    #expect(shift(Array(repeating: 1.009, count: 8)) == nil)
    #expect(shift(Array(repeating: 1.01, count: 8)) != nil)
    // A ratio of 0 is left out.
    #expect(shift(shares + [0])?.total == 6)
    #expect(shift(shares, width: 0.06) == nil, "none is certain")
    #expect(shift([1.05, 1.2, 1.5, 1.02, 1.1, 1.9]) == nil)
    #expect(shift([]) == nil)
  }

  @Test("Counters do not count, a scenario counts once, and the comparison warns")
  func entries() {
    let counters = (0..<8).map {
      ComparisonEntry(
        benchmark: "m\($0)", .metric("mallocCountTotal", unit: "count"), baseline: 1,
        candidate: 2, conclusion: .verdict(.regressed))
    }
    let rates = Array(repeating: entry("s", 1.05), count: 6)
    #expect(CommonShift(counters) == nil)
    #expect(CommonShift(rates) == nil)

    let moved = (0..<6).map { entry("k\($0)", 1.05) }
    #expect(
      Comparison(entries: counters + moved).warnings
        == [.commonShift(CommonShift(count: 6, total: 6, ratio: 1.05))])
  }
}
