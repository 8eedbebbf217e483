import FrameTiming
import SampleStatistics
import TestSupport
import Testing

@Suite("Logs of real displays")
struct FrameLogTests {
  /// A log of callbacks for some ticks of a display, each with its work in milliseconds.
  private func log(
    hertz: Double, ticks: [Int], workMs: Double = 1, origin: Double = 5_000
  ) -> FrameLog {
    var log = FrameLog()
    for tick in ticks {
      let timestamp = origin + Double(tick) / hertz
      log.append(
        timestamp: timestamp, targetTimestamp: origin + Double(tick + 1) / hertz,
        start: timestamp + 0.000_2, end: timestamp + 0.000_2 + workMs / 1_000)
    }
    return log
  }

  @Test(
    "A display without missed ticks drops nothing, and its rate is rounded",
    arguments: [10, 23.976, 24, 30, 59.94, 60, 80, 90, 119.88, 120, 240])
  func steady(hertz: Double) throws {
    let timeline = try log(hertz: hertz, ticks: Array(0..<2_000)).timeline()

    #expect(timeline.droppedFrameCount == 0)
    #expect(timeline.beginTick == Array(0..<2_000))
    #expect(timeline.grid.segments.map(\.rate.hertz) == [Int(hertz.rounded())])
    #expect(timeline.presentSlot == Array(1...2_000))
    #expect(timeline.hitchNs == 0)
  }

  @Test("The log of a replay, written and read, shows what the replay shows", arguments: 0..<100)
  func replayed(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let rate = [RefreshRate.hz60, .hz120].randomElement(using: &generator) ?? .hz60
    let workNs = (0..<30).map { _ in
      Int64.random(in: 0...9, using: &generator) == 0
        ? Int64.random(in: 0...60_000_000, using: &generator)
        : .random(in: 0...5_000_000, using: &generator)
    }
    let replay = FrameReplay(rate: rate).timeline(of: try CostVector(workNs: workNs))

    let timeline = try FrameLog(replayed: replay).timeline()

    #expect(timeline.beginTick == replay.beginTick)
    #expect(timeline.presentSlot == replay.presentSlot)
    #expect(timeline.droppedFrameCount == replay.droppedFrameCount)
    #expect(timeline.hitches.map(\.endingFrame) == replay.hitches.map(\.endingFrame))
  }

  @Test("Missed ticks are dropped, however many", arguments: [24, 59.94, 60, 120])
  func missed(hertz: Double) throws {
    let ticks = [0, 1, 2, 4, 5, 9, 10, 600, 601]
    let log = log(hertz: hertz, ticks: ticks)

    let timeline = try log.timeline()

    #expect(timeline.beginTick == ticks)
    #expect(timeline.droppedFrameCount == 1 + 3 + 589)
    #expect(timeline.hitches.map(\.endingFrame) == [3, 5, 7])
    let budget = FrameBudget.noDroppedFrames(at: RefreshRate(hertz: Int(hertz.rounded())))
    #expect(try budget.judge(log).status == .exceeded)
    #expect(try budget.judge(log).measured == 593)
  }

  @Test("Timestamps may be off by less than a quarter of a period each", arguments: 0..<200)
  func jitter(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let hertz: Double = [10, 59.94, 60, 90, 120].randomElement(using: &generator) ?? 60
    var ticks = [0]
    for _ in 0..<300 {
      ticks.append(ticks[ticks.count - 1] + Int.random(in: 1...4, using: &generator))
    }
    var log = FrameLog()
    for tick in ticks {
      let timestamp = (Double(tick) + .random(in: -0.24...0.24, using: &generator)) / hertz
      let start = timestamp + 0.05 / hertz
      log.append(
        timestamp: timestamp, targetTimestamp: timestamp + 1 / hertz, start: start,
        end: start + 0.1 / hertz)
    }

    let timeline = try log.timeline()

    #expect(timeline.beginTick == ticks)
    #expect(
      timeline.droppedFrameCount == zip(ticks, ticks.dropFirst()).reduce(0) { $0 + $1.1 - $1.0 - 1 }
    )
  }

  @Test("The log of an exact display gives the timeline of its replay", arguments: 0..<200)
  func equalsReplay(seed: UInt64) throws {
    let random = try RandomReplay(seed: seed)
    let replay = FrameReplay(
      rate: RefreshRate(hertz: random.segments[0].hertz), depth: random.settings.depth)
    let replayed = try replay.timeline(of: CostVector(workNs: random.workNs))
    var log = FrameLog()
    for frame in 0..<replayed.frameCount {
      func vsync(_ tick: Int) -> Double { Double(replay.grid.vsync(tick)) / 1e9 }
      log.append(
        timestamp: vsync(replayed.beginTick[frame]),
        targetTimestamp: vsync(replayed.beginTick[frame] + 1),
        start: Double(replayed.startNs[frame]) / 1e9, end: Double(replayed.endNs[frame]) / 1e9)
    }

    let timeline = try log.timeline(settings: replay.settings)

    #expect(timeline.beginTick == replayed.beginTick)
    #expect(timeline.startNs == replayed.startNs)
    #expect(timeline.endNs == replayed.endNs)
  }

  @Test("A frame that ends after its target drops the slot")
  func late() throws {
    var log = FrameLog()
    log.append(timestamp: 0, targetTimestamp: 1.0 / 60, start: 0.001, end: 0.002)
    log.append(timestamp: 1.0 / 60, targetTimestamp: 2.0 / 60, start: 0.017, end: 0.040)
    log.append(timestamp: 2.0 / 60, targetTimestamp: 3.0 / 60, start: 0.040, end: 0.041)

    let timeline = try log.timeline()

    #expect(timeline.overrunNs[1] == 40_000_000 - 33_333_333)
    #expect(timeline.presentSlot == [1, 3, 4])
    #expect(timeline.droppedFrameCount == 1)
    #expect(timeline.hitchNs == 16_666_667)
    let deep = FrameBudget.noDroppedFrames(at: .hz60, depth: 2)
    #expect(try deep.judge(log).status == .kept)
  }

  @Test("A change of the rate starts a segment")
  func segments() throws {
    var log = FrameLog()
    var time = 100.0
    for hertz in [120, 60, 120, 80, 10, 120] {
      for _ in 0..<10 {
        let next = time + 1 / Double(hertz)
        log.append(
          timestamp: time, targetTimestamp: next, start: time + 0.001, end: time + 0.002)
        time = next
      }
    }

    let timeline = try log.timeline()

    #expect(timeline.grid.segments.map(\.rate.hertz) == [120, 60, 120, 80, 10, 120])
    #expect(timeline.grid.segments.map(\.ticks) == [10, 10, 10, 10, 10, 10])
    #expect(timeline.droppedFrameCount == 0)
    #expect(timeline.beginTick == Array(0..<60))
    #expect(try FrameBudget.noDroppedFrames(at: .hz60).judge(log).status == .kept)
    let missing = try FrameBudget.noDroppedFrames(at: RefreshRate(hertz: 90)).judge(log)
    #expect(
      missing.status
        == .notMeasured(
          reason: """
            the log has no frame at 90 Hz, only at 10 Hz, 60 Hz, 80 Hz, 120 Hz; judge it at a rate \
            of the log
            """))
  }

  @Test("A single frame drops nothing")
  func oneFrame() throws {
    let timeline = try log(hertz: 60, ticks: [0], workMs: 40).timeline()

    #expect(timeline.droppedFrameCount == 0)
    #expect(timeline.firstFrameDelaySlots == 2)
    #expect(timeline.expectedSlotCount == 1)
  }

  @Test(
    "Limits on other things than times are not measured, each for its own reason",
    arguments: [
      ("allocationsPerFrame=0", "a log has no allocations"),
      ("medianFrameWork=2x", "a log has no reference frame"),
      ("largestJump=25pt", "a log has no views"),
    ])
  func otherLimits(budget: String, reason: String) throws {
    let judgement = try FrameBudget(parsing: budget).judge(log(hertz: 60, ticks: [0]))

    #expect(judgement.status == .notMeasured(reason: reason))
  }

  /// Times that no display link gives, in place of those of the second frame.
  struct BadFrame: CustomTestStringConvertible, Sendable {
    let timestamp, target, start, end: Double
    let problem: String

    var testDescription: String { problem }
  }

  @Test(
    "Times that contradict each other are refused",
    arguments: [
      BadFrame(
        timestamp: 0, target: 0.02, start: 0.02, end: 0.03,
        problem: "its timestamp is not after the previous one"),
      BadFrame(
        timestamp: -0.01, target: 0.02, start: 0.02, end: 0.03,
        problem: "its timestamp is not after the previous one"),
      BadFrame(
        timestamp: .nan, target: 0.02, start: 0.02, end: 0.03,
        problem: "its timestamp is not a number"),
      BadFrame(
        timestamp: 0.02, target: 0.04, start: 0.02, end: .infinity,
        problem: "its end is not a number"),
      BadFrame(
        timestamp: 0.02, target: 0.02, start: 0.02, end: 0.03,
        problem: "its targetTimestamp is not after its timestamp"),
      BadFrame(
        timestamp: 0.02, target: 5, start: 0.02, end: 0.03,
        problem: "from timestamp to targetTimestamp is not a period of 1 to 1000 Hz"),
      BadFrame(
        timestamp: 0.02, target: 0.020_1, start: 0.02, end: 0.03,
        problem: "from timestamp to targetTimestamp is not a period of 1 to 1000 Hz"),
      BadFrame(
        timestamp: 0.02, target: 0.04, start: 0.019, end: 0.03,
        problem: "it starts before its timestamp"),
      BadFrame(
        timestamp: 0.004, target: 0.02, start: 0.004, end: 0.03,
        problem: "it starts before the previous one ended"),
      BadFrame(
        timestamp: 0.02, target: 0.04, start: 0.03, end: 0.02, problem: "it ends before it starts"),
      BadFrame(
        timestamp: 3e9, target: 3e9 + 0.02, start: 3e9, end: 3e9,
        problem: "its timestamp is more than 36 years from the first timestamp"),
    ])
  func badTimes(_ bad: BadFrame) {
    var log = FrameLog()
    log.append(timestamp: 0, targetTimestamp: 0.02, start: 0.001, end: 0.005)
    log.append(
      timestamp: bad.timestamp, targetTimestamp: bad.target, start: bad.start, end: bad.end)

    #expect(throws: FrameTimingError.malformedLogFrame(frame: 1, problem: bad.problem)) {
      try log.timeline()
    }
  }

  @Test("Targets more than one vsync ahead are refused, because missed ticks would not show")
  func distantTargets() {
    var log = FrameLog()
    for tick in 0..<20 {
      let time = Double(tick) / 60
      log.append(
        timestamp: time, targetTimestamp: time + 2.0 / 60, start: time, end: time + 0.001)
    }

    #expect(
      throws: FrameTimingError.malformedLogFrame(
        frame: 0, problem: "its targetTimestamp is more than one vsync after its timestamp")
    ) { try log.timeline() }
  }

  /// A log of frames with these intervals between timestamps and to targets, in nanoseconds.
  private func log(intervals: [Int64], periods: [Int64]) -> FrameLog {
    var log = FrameLog()
    var time: Int64 = 0
    for (interval, period) in zip(intervals + [0], periods) {
      log.append(
        timestamp: Double(time) / 1e9, targetTimestamp: Double(time + period) / 1e9,
        start: Double(time) / 1e9, end: Double(time) / 1e9)
      time += interval
    }
    return log
  }

  @Test(
    "Targets are too far ahead if more than half of four or more frames are a quarter early",
    arguments: [
      (Array(repeating: 15, count: 7), true), (Array(repeating: 14, count: 7), false),
      ([14, 14, 14], false), ([14, 14], true), ([14, 14, 20], true), ([14, 14, 14, 20, 20], true),
      ([14, 14, 14, 20], false),
    ])
  func earlyFrames(milliseconds: [Int64], isAccepted: Bool) throws {
    let log = log(
      intervals: milliseconds.map { $0 * 1_000_000 },
      periods: Array(repeating: 20_000_000, count: milliseconds.count + 1))
    let timeline = Result { try log.timeline() }

    #expect(isAccepted == ((try? timeline.get()) != nil))
  }

  @Test(
    "A period within 5 % of those before it belongs to their segment",
    arguments: [
      (21_000_000, 1), (21_000_001, 2), (19_000_000, 1), (18_999_999, 2),
    ] as [(Int64, Int)])
  func samePeriod(period: Int64, segments: Int) throws {
    let periods = [20_000_000, 20_000_000, 20_000_000, period, period]

    let timeline = try log(intervals: Array(periods.prefix(4)), periods: periods).timeline()

    #expect(timeline.grid.segments.count == segments)
  }

  @Test("A time may be 36 years from the first timestamp, to what a number of seconds can tell")
  func longest() throws {
    var log = FrameLog()
    log.append(timestamp: 0, targetTimestamp: 0.02, start: 0, end: 1_152_921_504.606_846_976)
    #expect(try log.timeline().endNs == [CostVector.longestWorkNs])

    var longer = FrameLog()
    longer.append(timestamp: 0, targetTimestamp: 0.02, start: 0, end: 1_152_921_504.606_848)
    #expect(throws: FrameTimingError.self) { try longer.timeline() }
  }

  @Test("Between reported vsyncs, a time belongs to the slot that starts at or before it")
  func lookups() throws {
    for hertz in [59.94, 60, 120, 7] {
      let grid = try log(hertz: hertz, ticks: [0, 1, 2, 600]).timeline().grid
      for tick in 1..<700 {
        #expect(grid.lastVsync(notAfter: grid.vsync(tick)) == tick)
        #expect(grid.lastVsync(notAfter: grid.vsync(tick) - 1) == tick - 1)
        #expect(grid.firstVsync(notBefore: grid.vsync(tick)) == tick)
      }
    }
  }

  @Test("Until a vsync that was reported late, the slot before it lasts")
  func lateReport() throws {
    let grid = try log(
      intervals: [204_000_000], periods: [20_000_000, 20_000_000]
    ).timeline().grid

    #expect(grid.vsync(10) == 204_000_000)
    #expect(grid.lastVsync(notAfter: 199_999_999) == 9)
    #expect(grid.lastVsync(notAfter: 203_999_999) == 9)
    #expect(grid.lastVsync(notAfter: 204_000_000) == 10)
  }

  @Test("An empty log is refused")
  func empty() {
    #expect(throws: FrameTimingError.emptyLog) { try FrameLog().timeline() }
  }
}
