import Foundation
import FrameTiming
import SampleStatistics
import Testing

@Suite("Frame budget")
struct FrameBudgetTests {
  @Test(
    "Text and Swift give the same budget",
    arguments: [
      ("noDroppedFrames@60", FrameBudget.noDroppedFrames(at: .hz60)),
      ("noDroppedFrames@120/d2", .noDroppedFrames(at: .hz120, depth: 2)),
      (
        "largestWork=4ms@120/d2/r1.5ms",
        .largestWork(.milliseconds(4), at: .hz120, depth: 2, reserve: .microseconds(1_500))
      ),
      (
        "largestWork=1.000001s@1",
        .largestWork(.nanoseconds(1_000_001_000), at: RefreshRate(hertz: 1))
      ),
      ("largestWork=0ns@60", .largestWork(.zero, at: .hz60)),
      ("largestHitchRatio=5@120", .largestHitchRatio(5, at: .hz120)),
      (
        "largestHitchRatio=2.5@120/r100us",
        .largestHitchRatio(2.5, at: .hz120, reserve: .microseconds(100))
      ),
      ("largestHitchRatio=0@60", .largestHitchRatio(0, at: .hz60)),
      ("allocationsPerFrame=0", .allocationsPerFrame(0)),
      ("firstFrame=0@60", .firstFrame(lateBy: 0, at: .hz60)),
      (
        "firstFrame=2@120/d2/r1ms",
        .firstFrame(lateBy: 2, at: .hz120, depth: 2, reserve: .milliseconds(1))
      ),
      ("largestLatency=3@120/d2", .largestLatency(slots: 3, at: .hz120, depth: 2)),
      ("firstFrameWork=40x", .firstFrameWork(timesReference: 40)),
      ("firstFrameWork=40x/w110.5x", .firstFrameWork(timesReference: 40, warm: 110.5)),
      ("laterFrameWork=0.25x", .laterFrameWork(timesReference: 0.25)),
      ("medianFrameWork=2.5x", .medianFrameWork(timesReference: 2.5)),
      ("firstFrameAllocations=1200", .firstFrameAllocations(1_200)),
      ("laterFrameAllocations=1", .laterFrameAllocations(1)),
      ("medianFrameAllocations=0", .medianFrameAllocations(0)),
      ("largestJump=12.5pt", .largestJump(points: 12.5)),
      ("largestJump=0pt", .largestJump(points: 0)),
    ])
  func text(text: String, budget: FrameBudget) throws {
    #expect(budget.description == text)
    #expect(try FrameBudget(parsing: text) == budget)
  }

  @Test("A limit below 0 traps")
  func negative() async {
    await #expect(processExitsWith: .failure) {
      _ = FrameBudget.largestHitchRatio(-1, at: .hz60)
    }
    await #expect(processExitsWith: .failure) { _ = FrameBudget.largestJump(points: -1) }
    await #expect(processExitsWith: .failure) {
      _ = FrameBudget.firstFrameWork(timesReference: -1)
    }
    await #expect(processExitsWith: .failure) {
      _ = FrameBudget.largestWork(.nanoseconds(-1), at: .hz60)
    }
    await #expect(processExitsWith: .failure) { _ = FrameBudget.firstFrame(lateBy: -1, at: .hz60) }
    await #expect(processExitsWith: .failure) {
      _ = FrameBudget.largestLatency(slots: -1, at: .hz60)
    }
    await #expect(processExitsWith: .failure) { _ = FrameBudget.allocationsPerFrame(-1) }
    await #expect(processExitsWith: .failure) { _ = FrameBudget.firstFrameAllocations(-1) }
  }

  @Test(
    "A time is printed in the largest unit that it reaches",
    arguments: [
      (0, "0ns"), (1, "1ns"), (999, "999ns"), (1_000, "1us"), (1_001, "1.001us"),
      (999_999, "999.999us"), (1_000_000, "1ms"), (1_000_000_000, "1s"), (1_500_000_000, "1.5s"),
    ])
  func times(nanoseconds: Int64, text: String) {
    #expect(TimeText.print(nanoseconds) == text)
    #expect(TimeText.parse(text) == nanoseconds)
  }

  @Test(
    "Other spellings are accepted and printed in the short form",
    arguments: [
      ("noDroppedFrames@60/d1/r0ns", "noDroppedFrames@60"),
      ("largestWork=4000us@60", "largestWork=4ms@60"),
      ("largestWork=0.004s@60", "largestWork=4ms@60"),
      ("largestWork=1500ns@60/r0.5ms", "largestWork=1.5us@60/r500us"),
      ("largestHitchRatio=5.0@60", "largestHitchRatio=5@60"),
      ("medianFrameWork=5.0x/w5x", "medianFrameWork=5x"),
    ])
  func spellings(text: String, short: String) throws {
    #expect(try FrameBudget(parsing: text).description == short)
  }

  @Test(
    "Text that is not a budget is rejected",
    arguments: [
      "", "@", "=", "drops@60", "noDroppedFrames", "noDroppedFrames=1@60", "largestWork@60",
      "largestWork=4@60", "largestWork=4 ms@60", "largestWork=-4ms@60", "largestWork=1.5ns@60",
      "largestWork=.5ms@60", "largestWork=5.ms@60", "largestWork=ms@60", "largestWork=4ms",
      "largestWork=99999999999s@60", "largestHitchRatio=nan@60", "largestHitchRatio=-1@60",
      "largestHitchRatio=inf@60", "largestHitchRatio=@60", "allocationsPerFrame=0@60",
      "allocationsPerFrame=-1", "allocationsPerFrame=1.5", "noDroppedFrames@60/x",
      "firstFrame@60", "firstFrame=@60", "firstFrame=-1@60", "firstFrame=1.5@60",
      "firstFrame=+1@60",
      "firstFrame=0",
      "medianFrameWork", "medianFrameWork=", "medianFrameWork=2.5", "medianFrameWork=x",
      "medianFrameWork=-1x", "medianFrameWork=nanx", "medianFrameWork=infx",
      "medianFrameWork=2.5x@60", "medianFrameWork=2.5 x", "medianFrameWork=4ms",
      "largestJump", "largestJump=4", "largestJump=-4pt", "largestJump=4pt@60", "largestJump=pt",
      "medianFrameWork=4x/w", "medianFrameWork=4x/5x", "medianFrameWork=4x/w5x/w6x",
      "firstFrameAllocations", "firstFrameAllocations=", "laterFrameAllocations=1x",
      "medianFrameAllocations=0@60", "lastFrameWork=1x", "firstFramework=1x",
      "largestLatency@60", "largestLatency=99999999999999999999@60",
      "noDroppedFrames@60/d2/d3", "noDroppedFrames@60/r1ms/d2", "noDroppedFrames@60/",
    ])
  func malformed(text: String) throws {
    let error = #expect(throws: FrameTimingError.self) { try FrameBudget(parsing: text) }
    guard case .malformedBudget(text, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("A rate, depth or reserve out of range gives the same error as elsewhere")
  func outOfRange() {
    #expect(throws: FrameTimingError.rateOutOfRange(given: "0")) {
      try FrameBudget(parsing: "noDroppedFrames@0")
    }
    #expect(throws: FrameTimingError.depthOutOfRange(given: 4)) {
      try FrameBudget(parsing: "noDroppedFrames@60/d4")
    }
    #expect(throws: FrameTimingError.reserveTooLong(nanoseconds: 9_000_000, rate: .hz120)) {
      try FrameBudget(parsing: "noDroppedFrames@120/r9ms")
    }
  }

  @Test("Parsing the printed text gives the same budget, also in a file", arguments: 0..<300)
  func roundTrip(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let rate = RefreshRate(hertz: .random(in: 1...1_000, using: &generator))
    let depth = Int.random(in: 1...3, using: &generator)
    let reserve = Duration.nanoseconds(Int64.random(in: 0..<1_000_000, using: &generator))
    let work =
      Int64.random(in: 0...Int64.max, using: &generator)
      >> Int.random(in: 0...62, using: &generator)
    let budgets: [FrameBudget] = [
      .noDroppedFrames(at: rate, depth: depth, reserve: reserve),
      .largestWork(.nanoseconds(work), at: rate, depth: depth, reserve: reserve),
      .largestHitchRatio(.random(in: 0...1_000, using: &generator), at: rate, depth: depth),
      .allocationsPerFrame(.random(in: 0...Int.max, using: &generator)),
      .firstFrameWork(timesReference: .random(in: 0...1e9, using: &generator)),
      .laterFrameWork(timesReference: .random(in: 0...1, using: &generator)),
      .medianFrameWork(
        timesReference: .random(in: 0...100, using: &generator),
        warm: .random(in: 0...100, using: &generator)),
      .largestJump(points: .random(in: 0...1_000, using: &generator)),
      .laterFrameAllocations(.random(in: 0...Int.max, using: &generator)),
      .firstFrame(lateBy: .random(in: 0...Int.max, using: &generator), at: rate, depth: depth),
      .largestLatency(slots: .random(in: 0...Int.max, using: &generator), at: rate),
    ]

    #expect(try budgets.map { try FrameBudget(parsing: $0.description) } == budgets)
    let data = try JSONEncoder().encode(budgets)
    #expect(try JSONDecoder().decode([FrameBudget].self, from: data) == budgets)
  }

  @Test("A file's budget is checked")
  func decodingErrors() {
    for json in [#"["noDroppedFrames@0"]"#, "[1]", "[null]"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([FrameBudget].self, from: Data(json.utf8))
      }
    }
  }
}
