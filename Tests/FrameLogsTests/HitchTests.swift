import FrameLogs
import FrameTiming
import Testing

/// Exports of xctrace that have hitches and no frames.
@Suite("Hitches alone")
struct HitchTests {
  /// Hitches of a display that changes between 80 and 120 Hz: nine slots at 120 Hz.
  private static let variable = [
    16_666_667, 8_333_333, 8_333_333, 8_333_333, 8_333_334, 12_500_100, 12_500_100,
  ]

  /// The summary of a device whose export has no process and states each refresh interval.
  private static func summary(_ hitches: [(durationNs: Int, intervalNs: String)]) -> String {
    let columns = ["start", "duration", "hitch-id", "refresh-interval", "type-label"]
      .map { "<col><mnemonic>\($0)</mnemonic></col>" }.joined()
    let rows = hitches.enumerated().map { index, hitch in
      """
      <row><start-time>\(1_000_000_000 * (index + 1))</start-time>\
      <duration>\(hitch.durationNs)</duration><uint32>\(index)</uint32>\
      <uint32>\(hitch.intervalNs)</uint32><string>Commit latency</string></row>
      """
    }
    return "<node><schema name=\"hitches-summary\">\(columns)</schema>\(rows.joined())</node>"
  }

  @Test(
    "Limits on other things than times are not measured, each for its own reason",
    arguments: [
      ("allocationsPerFrame=0", "a log has no allocations"),
      ("medianFrameWork=2x", "a log has no reference frame"),
      ("largestJump=25pt", "a log has no views"),
    ])
  func otherLimits(budget: String, reason: String) throws {
    let stream = try LogExamples.recording(LogExamples.hitches([16_666_667])).stream(nil)

    let judgement = try FrameBudget(parsing: budget).judge(stream)

    #expect(judgement.status == .notMeasured(reason: reason))
  }

  @Test(
    "Without a stated rate, hitches last slots of the budget, and no rate that divides them",
    arguments: [
      (variable, 120, 9), (variable, 60, 5), (variable, 240, 18), ([1_000_000], 60, 1),
      ([16_666_667, 16_666_667], 120, 4), ([12_500_000], 120, 2),
    ])
  func variableRate(durations: [Int], hertz: Int, slots: Int) throws {
    let stream = try LogExamples.recording(LogExamples.hitches(durations)).stream(nil)

    let judgement = try FrameBudget.noDroppedFrames(at: RefreshRate(hertz: hertz)).judge(stream)

    #expect(judgement.measured == Double(slots))
    #expect(judgement.finding.contains(slots == 1 ? "drop 1 slot," : "drop \(slots) slots,"))
    #expect(judgement.finding.hasSuffix(", at the budget's rate"))
    #expect(stream.summary().dropped == nil)
    #expect(stream.summary().rates.isEmpty)
    #expect(stream.summary(rate: RefreshRate(hertz: hertz)).dropped == slots)
    #expect(stream.summary(rate: RefreshRate(hertz: hertz)).rates == [hertz])
  }

  @Test("The refresh interval that a log states is its rate, and no other budget is measured")
  func statedInterval() throws {
    let hitches = (0..<12).map { (16_669_668 + $0 * 10_000, "16666125") }
    let stream = try LogExamples.recording(Self.summary(hitches)).stream(nil)

    #expect(stream.name == "all processes")
    #expect(stream.summary().dropped == 12)
    #expect(stream.summary().rates == [60])
    #expect(stream.causes == ["Commit latency": 12])
    let judgement = try FrameBudget.noDroppedFrames(at: .hz60).judge(stream)
    #expect(judgement.measured == 12)
    #expect(!judgement.finding.contains("budget's rate"))
    let other = try FrameBudget.noDroppedFrames(at: .hz120).judge(stream)
    #expect(other.measured == nil)
    #expect(other.finding.contains("no frame at 120 Hz, only at 60 Hz"))
  }

  @Test("Each hitch is measured in its own slots where the rate changes")
  func changingInterval() throws {
    let stream = try LogExamples.recording(
      Self.summary([(16_666_667, "16666667"), (16_666_667, "8333333"), (12_500_000, "x")])
    ).stream(nil)

    #expect(stream.summary().rates == [60, 120])
    // One slot, two, and one and a half of the budget's.
    #expect(try FrameBudget.noDroppedFrames(at: .hz120).judge(stream).measured == 5)
  }

  @Test("A ratio needs the length of the recording, which can be stated")
  func elapsed() throws {
    let recording = try LogExamples.recording(LogExamples.hitches(Self.variable))
    let budget = FrameBudget.largestHitchRatio(0.8, at: .hz120)

    let unknown = try budget.judge(recording.stream(nil))
    #expect(unknown.measured == nil && unknown.finding.contains("'--elapsed'"))
    let stated = try recording.stating(elapsedNs: 100_000_000_000)
    let ratio = try #require(try budget.judge(stated.stream(nil)).measured)
    #expect(abs(ratio - 0.750_002) < 1e-9)
    let summary = try stated.stream(nil).summary()
    #expect(summary.elapsedNs == 100_000_000_000)
    #expect(summary.hitchRatio.map { abs($0 - 0.750_002) < 1e-9 } == true)
    #expect(throws: LogError.tooShort(stream: "Feed & Co (7), Display 2")) {
      try recording.stating(elapsedNs: 74_000_000)
    }
    #expect(throws: LogError.self) { try stated.stating(elapsedNs: 1_000_000_000_000) }
    #expect(throws: LogError.self) {
      try LogExamples.recording(LogExamples.perfetto).stating(elapsedNs: 1_000_000_000_000)
    }
  }

  @Test("The sum of many long hitches is limited and does not overflow")
  func longHitches() throws {
    let longest = 1 << 42 - 1
    let stream = try LogExamples.recording(
      LogExamples.hitches(Array(repeating: longest, count: 40))
    ).stream(nil)

    #expect(stream.hitchNs == Int64(40 * longest))
    #expect(throws: TextError.self) {
      try LogExamples.recording(LogExamples.hitches([1 << 42]))
    }
  }

  @Test("Gaps of a display that changes its rate have no period that one of them lasts")
  func noDivisor() throws {
    var shown = 0
    let slots = (0..<40).map { index -> Int in
      shown += [2, 3, 3, 2, 4][index % 5]
      return shown
    }
    // 8.33, 12.5 and 16.67 ms.
    let text = LogExamples.presentMon(
      slots.map { .init(present: 1_000_000 + $0 * 41_667, shown: 1_100_000 + $0 * 41_667) })[0]

    let stream = try LogExamples.recording(text).stream(nil)

    #expect(stream.toldPeriodNs == nil)
    #expect { try stream.outcome() } throws: { "\($0)".contains("no fixed rate") }
    #expect(try FrameBudget.noDroppedFrames(at: .hz120).judge(stream).measured != nil)
  }
}
