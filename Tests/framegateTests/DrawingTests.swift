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
}
