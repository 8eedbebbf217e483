import SampleStatistics
import Testing

@testable import framegate

@Suite("Status in a log")
struct StatusLinesTests {
  @Test("Each phase has a line, the benchmarks of a phase only after half a minute")
  func phases() {
    var status = StatusLines()
    func begins(_ name: String, _ index: Int, of count: Int, at seconds: Int) -> String? {
      status.begins(name, index: index, count: count, at: .seconds(seconds))
    }
    #expect(status.begins(step: "Building main", at: .zero) == "Building main …")
    #expect(begins("a", 0, of: 4, at: 40) == "1 of 4: a …")
    #expect(begins("b", 1, of: 4, at: 50) == nil)
    #expect(
      begins("c", 2, of: 4, at: 80) == "3 of 4: c, 40 s so far, about 40 s left …")
    #expect(begins("d", 3, of: 4, at: 100) == nil)
    #expect(begins("counting a", 0, of: 4, at: 101) == "1 of 4: counting a …")
    #expect(begins("explaining c", 0, of: 1, at: 102) == "1 of 1: explaining c …")
  }

  @Test("What takes long says so twice a minute, with what it does and what is left")
  func silence() {
    var status = StatusLines()
    _ = status.begins(step: "Building main", at: .zero)
    status.progress("Building main: [3/80] Compiling Feed")
    var lines: [String] = []
    for second in stride(from: 5, through: 70, by: 5) {
      if let line = status.line(at: .seconds(second)) { lines.append(line) }
    }
    #expect(
      lines == [
        "Building main: [3/80] Compiling Feed, 30 s so far …",
        "Building main: [3/80] Compiling Feed, 1 min 0 s so far …",
      ])
    _ = status.begins("a", index: 0, count: 3, at: .seconds(100))
    _ = status.begins("b", index: 1, count: 3, at: .seconds(110))
    // A build that still talks is not what is being done.
    status.progress("Building main: [4/80] Compiling Feed")
    #expect(status.line(at: .seconds(129)) == nil)
    #expect(
      status.line(at: .seconds(3_800)) == "2 of 3: b, 1 h 1 min so far, about 2 h 3 min left …")
    status.end()
    #expect(status.line(at: .seconds(9_000)) == nil)
  }

  @Test(
    "No minute passes without a line, whatever begins when",
    arguments: 0..<50 as Range<UInt64>)
  func everyMinute(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    var status = StatusLines()
    var now = 0
    var last = 0
    _ = status.begins(step: "Building main", at: .zero)
    for index in 0..<40 {
      // The clock is looked at every five seconds.
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        now += 5
        if status.line(at: .seconds(now)) != nil { last = now }
        #expect(now - last < 60)
      }
      if status.begins("b\(index)", index: index, count: 40, at: .seconds(now)) != nil {
        last = now
      }
    }
  }
}
