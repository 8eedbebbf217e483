import SampleStatistics
import Testing

@testable import BenchmarkReports

@Suite("Sparklines")
struct SparklineTests {
  @Test(
    "A sparkline shows eighths of the budget, and what is above it",
    arguments: [
      ([0, 1, 2, 3, 4, 5, 6, 7, 8], "▁▁▂▃▄▅▆▇█"), ([9, 100], "▲▲"), ([4], "▄"),
    ] as [([Int64], String)])
  func sparkline(work: [Int64], text: String) {
    #expect(Sparkline(work.map { Double($0) / 8 }).text == text)
  }

  @Test("Any number has a character", arguments: 0..<20)
  func anyNumber(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let special = [
      Double.nan, .infinity, -.infinity, -1, Double.leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]
    let shares = special + (0..<200).map { _ in Double(bitPattern: generator.next()) }
    #expect(Sparkline(shares, longest: 1_000).text.count == shares.count)
  }

  @Test("Of many frames, a character shows the slowest of several")
  func long() {
    var work = [Int64](repeating: 1, count: 95)
    work[50] = 9

    let text = Sparkline(work.map { Double($0) / 8 }, longest: 30).text

    #expect(text.count <= 30)
    #expect(text.filter { $0 == "▲" }.count == 1)
  }
}
