import BenchmarkRunner
import TestSupport
import Testing

@testable import framegate

@Suite("Drawing")
struct DrawingTests {
  @Test("Charts are chosen by their names, and without a filter all are")
  func charts() throws {
    let names = ["feed.scroll at 60 Hz", "feed.scroll at 120 Hz", "feed.push at 60 Hz"]
    #expect(try Drawing().charts(among: names) == Set(names))
    let drawing = Drawing(filter: [try NamePattern(parsing: "scroll at 1")])
    #expect(try drawing.charts(among: names) == [names[1]])
  }

  /// A search of some seconds, which is abandoned after one.
  @Test("A search that takes too long is an error, and only one is started")
  func slow() throws {
    let drawing = Drawing(filter: [try NamePattern(parsing: "^(a|aa)+$")])
    let names = (0..<3).map { String(repeating: "a", count: 36) + "b\($0)" }
    #expect(throws: PatternError.tooSlow(["^(a|aa)+$"])) { try drawing.charts(among: names) }
  }
}
