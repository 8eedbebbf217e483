import Foundation
import FrameLogs
import FrameTiming
import Testing

@Suite("Frame replay")
struct FrameReplayTests {
  /// The second frame's work, and the refreshes it should cost. (A slow first frame is first-frame
  /// delay, not a drop.)
  struct Example: CustomTestStringConvertible, Sendable {
    let rate: RefreshRate
    let work: Duration
    let dropped: Int

    var testDescription: String { "\(work) at \(rate) drops \(dropped)" }
  }

  @Test(
    "Work past the deadline drops frames",
    arguments: [
      Example(rate: .hz60, work: .zero, dropped: 0),
      Example(rate: .hz60, work: .nanoseconds(16_666_666), dropped: 0),
      Example(rate: .hz60, work: .nanoseconds(16_666_667), dropped: 1),
      Example(rate: .hz120, work: .nanoseconds(8_333_334), dropped: 0),
      Example(rate: .hz120, work: .nanoseconds(8_333_335), dropped: 1),
      Example(rate: .hz120, work: .milliseconds(25), dropped: 2),
      Example(rate: RefreshRate(hertz: 1), work: .seconds(1), dropped: 0),
      Example(rate: RefreshRate(hertz: 1), work: .nanoseconds(1_000_000_001), dropped: 1),
      Example(rate: RefreshRate(hertz: 1_000), work: .milliseconds(1), dropped: 0),
      Example(rate: RefreshRate(hertz: 1_000), work: .nanoseconds(1_000_001), dropped: 1),
    ])
  func droppedFrames(_ example: Example) {
    let replay = FrameReplay(rate: example.rate, depth: 1)

    let timeline = replay.timeline(work: [.milliseconds(1) / 2, example.work])

    #expect(timeline.droppedFrameCount == example.dropped)
  }

  @Test(
    "The worked tables come out in every count", arguments: WorkedRow.twelveFrames + WorkedRow.edges
  )
  func workedTables(_ row: WorkedRow) throws {
    var input = ReplayInput(rateSegmentsHzTicks: row.segments, workNs: row.workNs)
    input.depth = row.depth
    input.reserveNs = row.reserveNs
    input.startPolicy = row.policy
    input.wakeNs = row.wakeNs
    input.idleTicksBefore = row.idle
    let (replay, costs) = try input.validated()

    let timeline = replay.timeline(of: costs)

    if let slots = row.presentSlots { #expect(timeline.presentSlot == slots) }
    if let expected = row.expected { #expect(timeline.expectedSlotCount == expected) }
    #expect(timeline.droppedFrameCount == row.dropped)
    #expect(timeline.hitchCount == row.hitches)
    #expect(abs(Double(timeline.hitchNs) / 1e6 - row.hitchMs) < 0.05)
    #expect(abs(timeline.hitchRatio - row.ratio) < 0.05)
    #expect(timeline.lateFrameCount == row.late)
    #expect(timeline.delayedFrameCount == row.delayed)
    #expect(timeline.skippedTickCount == row.skipped)
    #expect(timeline.firstFrameDelaySlots == row.firstFrameDelay)
    if let error = row.animationErrorMs {
      let sum = timeline.animationErrorMeanNs * Double(timeline.frameCount - 1) / 1e6
      #expect(abs(sum - error) < 0.05)
    }
  }

  @Test("The worked table matches frame by frame")
  func workedTableByFrame() throws {
    let row = WorkedRow.twelveFrames[0]
    let timeline = FrameReplay(rate: .hz60).timeline(of: try CostVector(workNs: row.workNs))

    #expect(timeline.beginTick == [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 13])
    #expect(timeline.targetSlot == [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 13, 14])
    #expect(
      timeline.overrunNs.map { (Double($0) / 1e3).rounded() / 1e3 } == [
        -10.667, -8.667, 0, -0.267, 0.333, -10.333, 28.333, 2, 10.333, 18.667, 10.333, -0.333,
      ])
    #expect(timeline.hitches.map(\.endingFrame) == [4, 6, 9])
    #expect(timeline.droppedSlots == [5, 8, 12])
    #expect(timeline.fragileFrames == [2])
  }

  @Test("A single frame is an animation")
  func oneFrame() {
    let timeline = FrameReplay(rate: .hz60).timeline(work: [.milliseconds(100)])

    #expect(timeline.droppedFrameCount == 0)
    #expect(timeline.expectedSlotCount == 1)
    #expect(timeline.firstFrameDelaySlots == 5)
    #expect(timeline.animationErrorMaxNs == 0)
    #expect(timeline.hitchRatio == 0)
  }

  @Test("A queue of the newest frame discards older ones, and its counts follow what it shows")
  func latestQueue() throws {
    let settings = try ReplaySettings(queue: .latest)
    let replay = try FrameReplay(grid: VsyncGrid(rate: .hz60), settings: settings)

    let timeline = replay.timeline(work: [.milliseconds(40), .milliseconds(5), .milliseconds(5)])

    #expect(timeline.shownByLatest.map(\.slot) == [3, 4])
    #expect(timeline.shownByLatest.map(\.frame) == [1, 2])
    #expect(timeline.discardedFrameCount == 1)
    #expect(timeline.firstFrameDelaySlots == 2)
    #expect(timeline.droppedFrameCount == 0)
  }

  @Test(
    "Years of work are replayed as fast as any other work, and their slots are not listed",
    .timeLimit(.minutes(1)))
  func longestWork() throws {
    let costs = try CostVector(workNs: [0, CostVector.longestWorkNs - 1, 1])
    let timeline = try FrameReplay(
      grid: VsyncGrid(rate: RefreshRate(hertz: 1_000)), settings: .init(wakeDelayNs: 10_000_000_000)
    ).timeline(of: costs)

    #expect(timeline.droppedFrameCount > 1_000_000_000_000)
    #expect(throws: FrameTimingError.tooManyDroppedSlots(count: timeline.droppedFrameCount)) {
      try ReplayOutput(timeline)
    }
  }

  @Test("The hitch time ratio of an output is rounded half up to six decimals")
  func roundedRatio() throws {
    // 16,666,667 ns of 120 slots, which take 2 s.
    var workNs = [Int64](repeating: 1_000_000, count: 119)
    workNs[1] = 20_000_000
    let timeline = FrameReplay(rate: .hz60).timeline(of: try CostVector(workNs: workNs))
    try #require(timeline.hitchNs == 16_666_667 && timeline.activeNs == 2_000_000_000)

    let fields = try JSONDecoder().decode(
      [String: JSONValue].self, from: JSONEncoder().encode(ReplayOutput(timeline)))
    #expect(fields["hitch_ratio_ms_per_s"] == .number(8.333_334))
  }

  @Test("A million dropped slots are listed, one more is not", arguments: [0, 1])
  func longestList(more: Int) throws {
    // The second frame of a period of 1 ms ends this many slots late.
    let dropped = 1_000_000 + more
    let costs = try CostVector(workNs: [0, Int64(dropped + 1) * 1_000_000])
    let timeline = FrameReplay(rate: RefreshRate(hertz: 1_000), depth: 1).timeline(of: costs)
    try #require(timeline.droppedFrameCount == dropped)

    guard more == 0 else {
      #expect(throws: FrameTimingError.tooManyDroppedSlots(count: dropped)) {
        try ReplayOutput(timeline)
      }
      return
    }
    struct Fields: Decodable { let missed: [Int] }
    let fields = try JSONDecoder().decode(
      Fields.self, from: JSONEncoder().encode(ReplayOutput(timeline)))
    #expect(fields.missed.count == dropped)
  }

  @Test("A log with more than a million frames or dropped slots has totals, and no lists")
  func longestLog() throws {
    func keys(_ workNs: [Int64]) throws -> [String: JSONValue] {
      let timeline = FrameReplay(rate: RefreshRate(hertz: 1_000), depth: 1)
        .timeline(of: try CostVector(workNs: workNs))
      let output = try ReplayOutput(timeline, ofLog: true)
      return try JSONDecoder().decode([String: JSONValue].self, from: JSONEncoder().encode(output))
    }

    #expect(try keys([0, 3_000_000])["missed"] == .array([2, 3]))
    for workNs in [[0, 1_000_002_000_000], [Int64](repeating: 0, count: 1_000_001)] {
      let fields = try keys(workNs)
      #expect(fields["missed"] == nil && fields["latency_ns"] == nil)
      #expect(fields["dropped_slots"] != nil && fields["present_latest_wins"] == nil)
    }
  }

  @Test("A reserve of a period or more is rejected for every rate of the grid")
  func reserve() throws {
    let grid = try VsyncGrid(segments: [
      .init(rate: .hz60, ticks: 4), .init(rate: RefreshRate(hertz: 1_000), ticks: 1),
    ])

    #expect(throws: Never.self) {
      try FrameReplay(grid: grid, settings: .init(reserveNs: 999_999))
    }
    #expect(
      throws: FrameTimingError.reserveTooLong(
        nanoseconds: 1_000_000, rate: RefreshRate(hertz: 1_000))
    ) {
      try FrameReplay(grid: grid, settings: .init(reserveNs: 1_000_000))
    }
  }
}
