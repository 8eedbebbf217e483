import SampleStatistics
import Testing

@testable import BenchmarkVerdicts

@Suite("Recordings that were made one after the other")
struct SeparateRecordingsTests {
  /// Times that repeat every seven, so that all parts of a recording are about alike.
  private static func times(_ count: Int, times factor: Int64 = 1) -> [Int64] {
    (0..<count).map { (1_000 + Int64($0 % 7) * 10) * factor }
  }

  /// Slots of which every `period`-th is marked.
  private static func slots(_ count: Int, every period: Int) -> [Bool] {
    (0..<count).map { $0 % period == 0 }
  }

  @Test("Times of twice the length have twice the percentile", arguments: [Percentile.p50, .p95])
  func ratio(percentile: Percentile) throws {
    let fewest = SeparateRecordings.fewestTimes(for: percentile)
    let (old, new) = (Self.times(fewest), Self.times(fewest, times: 2))
    let interval = try #require(SeparateRecordings.ratio(of: percentile, old, new))
    #expect(interval.contains(2) && interval.width < 0.1)
    let number = SeparateRecordings.number(percentile, of: old)
    #expect(SeparateRecordings.number(percentile, of: new) == 2 * number)
  }

  @Test("Too few times have no interval, and neither have times of 0")
  func noRatio() {
    let fewest = SeparateRecordings.fewestTimes(for: .p95)
    let (enough, fewer) = (Self.times(fewest), Self.times(fewest - 1))
    let zeros = [Int64](repeating: 0, count: fewest)
    #expect(SeparateRecordings.ratio(of: .p95, enough, fewer) == nil)
    #expect(SeparateRecordings.ratio(of: .p95, fewer, enough) == nil)
    #expect(SeparateRecordings.ratio(of: .p50, fewer, enough) != nil)
    #expect(SeparateRecordings.ratio(of: .p50, zeros, enough) == nil)
    #expect(SeparateRecordings.ratio(of: .p50, enough, zeros) == nil)
    #expect(SeparateRecordings.number(.p50, of: []) == 0)
  }

  @Test("Shares differ by percentage points, and too few slots have no interval")
  func difference() throws {
    let (tenth, fifth) = (Self.slots(1_000, every: 10), Self.slots(1_000, every: 5))
    let interval = try #require(SeparateRecordings.difference(ofPercent: tenth, fifth))
    #expect(interval == Interval(low: 10, high: 10))
    let fewest = SeparateRecordings.fewestSlots
    let (enough, fewer) = (Self.slots(fewest, every: 5), Self.slots(fewest - 1, every: 5))
    #expect(SeparateRecordings.difference(ofPercent: enough, enough) != nil)
    #expect(SeparateRecordings.difference(ofPercent: enough, fewer) == nil)
    #expect(SeparateRecordings.difference(ofPercent: fewer, enough) == nil)
  }
}
