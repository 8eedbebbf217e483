import TestSupport
import Testing

@testable import FrameTiming

@Suite("Fragile frames")
struct FragileVerdictTests {
  /// Settings, work, and the dropped frame counts that are possible.
  struct Example: CustomTestStringConvertible, Sendable {
    var name: String
    var rate = RefreshRate.hz60
    var depth = 1
    var workNs: [Int64]
    var fragile: [Int]
    var dropped: ClosedRange<Int>

    var testDescription: String { name }
  }

  @Test(
    "A verdict rests on the frames that could change it",
    arguments: [
      Example(
        name: "far from the deadline", workNs: [5_000_000, 5_000_000], fragile: [], dropped: 0...0),
      Example(name: "far beyond it", workNs: [5_000_000, 24_000_000], fragile: [], dropped: 1...1),
      Example(
        name: "exactly on it", workNs: [5_000_000, 16_666_666, 5_000_000], fragile: [1],
        dropped: 0...1),
      Example(
        name: "1 ns late", workNs: [5_000_000, 16_666_667, 5_000_000], fragile: [1], dropped: 0...1),
      Example(
        name: "only the first frame", workNs: [16_666_667, 5_000_000], fragile: [0], dropped: 0...0),
      Example(
        name: "all frames: if all were late none would drop, but one alone may be",
        workNs: [16_600_000, 16_600_000, 16_600_000], fragile: [0, 1, 2], dropped: 0...1),
      Example(
        name: "1 % of a long slot", rate: RefreshRate(hertz: 10),
        workNs: [5_000_000, 99_000_000, 5_000_000], fragile: [1], dropped: 0...1),
      Example(
        name: "just outside of it", rate: RefreshRate(hertz: 10),
        workNs: [5_000_000, 98_999_999, 5_000_000], fragile: [], dropped: 0...0),
      Example(
        name: "the worked table: the drop only moves", workNs: WorkedRow.twelveFrames[0].workNs,
        fragile: [2], dropped: 3...3),
    ])
  func range(_ example: Example) throws {
    let timeline = FrameReplay(rate: example.rate, depth: example.depth)
      .timeline(of: try CostVector(workNs: example.workNs))

    #expect(timeline.fragileFrames == example.fragile)
    #expect(timeline.droppedFrameRange() == example.dropped)
    #expect(timeline.restsOnFragileFrames == (example.dropped.count > 1))
  }

  @Test(
    "A frame is fragile within 0.1 ms or 1 % of its slot",
    arguments: [
      (120, 8_233_333, true), (120, 8_233_332, false), (120, 8_433_333, true),
      (120, 8_433_334, false), (60, 16_500_001, true), (60, 16_500_000, false),
      (1, 990_000_000, true), (1, 989_999_999, false), (1, 1_010_000_000, true),
      (1, 1_010_000_001, false),
    ] as [(Int, Int64, Bool)])
  func isFragile(hertz: Int, workNs: Int64, isFragile: Bool) throws {
    let timeline = FrameReplay(rate: RefreshRate(hertz: hertz))
      .timeline(of: try CostVector(workNs: [workNs]))

    #expect(timeline.fragileFrames == (isFragile ? [0] : []))
  }

  @Test(
    "What is recorded of other frames stays as it is",
    arguments: [
      // Its own deadline is at 33,333,333 ns; the frame after it is on time, late, or too.
      ([0, 16_666_667, 33_333_334], [1_000, 33_300_000, 34_000_000], 0...1),
      ([0, 16_666_667, 33_333_334], [1_000, 33_300_000, 51_000_000], 1...1),
      ([0, 16_666_667, 33_333_334], [1_000, 33_300_000, 49_990_000], 0...1),
    ] as [([Int64], [Int64], ClosedRange<Int>)])
  func recorded(startNs: [Int64], endNs: [Int64], dropped: ClosedRange<Int>) throws {
    let recording = try PacedRecording(
      rate: .hz60, depth: 1, reserveNs: 0, beginTick: [0, 1, 2], startNs: startNs, endNs: endNs,
      cpuNs: [1, 1, 1])
    #expect(recording.timeline.fragileFrames.contains(1))
    #expect(recording.timeline.droppedFrameRange() == dropped)
  }

  @Test(
    "A verdict on latency rests on frames that end at the last moment within it, or just after",
    arguments: [
      ([16_646_667, 1_000_000], 1, true), ([16_686_667, 1_000_000], 1, true),
      ([16_646_667, 1_000_000], 2, false), ([5_000_000, 16_666_666, 5_000_000], 1, true),
      // Its drops rest on it.
      ([5_000_000, 16_666_666, 5_000_000], 2, false),
      ([33_313_333, 1_000_000], 2, true), ([33_353_333, 1_000_000], 2, true),
      ([33_313_333, 1_000_000], 1, false), ([33_353_333, 1_000_000], 3, false),
      ([33_100_000, 1_000_000], 2, false),
    ] as [([Int64], Int, Bool)])
  func latency(workNs: [Int64], slots: Int, rests: Bool) throws {
    let costs = try CostVector(workNs: workNs)
    for queue in [FrameQueue.fifo, .latest] {
      let replay = try FrameReplay(
        grid: VsyncGrid(rate: .hz60), settings: ReplaySettings(queue: queue))
      let judgement = FrameBudget.largestLatency(slots: slots, at: .hz60)
        .judge(replay.timeline(of: costs))

      #expect(judgement.restsOnFragileFrames == rests)
    }
  }

  @Test("Slots that a log states do not rest on when frames end")
  func statedSlots() {
    let timeline = FrameTimeline(
      grid: VsyncGrid(rate: .hz60), settings: .strict,
      placed: [
        .init(
          beginTick: 0, startNs: 0, endNs: 16_666_667, overrunNs: 0, readySlot: 1, pause: 0..<0)
      ])

    for budget in [
      FrameBudget.largestLatency(slots: 1, at: .hz60), .firstFrame(lateBy: 0, at: .hz60),
    ] {
      #expect(!budget.judge(timeline).restsOnFragileFrames)
    }
  }

  @Test("A first frame may be fragile a billion slots late, and is not looked at beyond")
  func lateFirstFrame() throws {
    let rate = RefreshRate(hertz: 1_000)
    func rests(onSlots slots: Int) throws -> Bool {
      let costs = try CostVector(workNs: [Int64(slots + 1) * 1_000_000])
      return FrameBudget.firstFrame(lateBy: slots, at: rate)
        .judge(FrameReplay(rate: rate).timeline(of: costs)).restsOnFragileFrames
    }
    #expect(try rests(onSlots: 1_000_000_000))
    #expect(try !rests(onSlots: 1_000_000_001))
  }

  /// Every frame ends exactly at its deadline, or 50 µs late, and begins at the tick of that vsync
  /// or of the next one: it drops two slots, or three.
  @Test("Of more futures than are followed, those with the fewest and the most drops remain")
  func manyFutures() throws {
    let count = 150
    let settings = try ReplaySettings(depth: 3, startPolicy: .align, wakeDelayNs: 3_000_000)
    let timeline = try FrameReplay(
      grid: VsyncGrid(rate: RefreshRate(hertz: 1_000)), settings: settings
    ).timeline(of: try CostVector(workNs: (0..<count).map { $0.isMultiple(of: 2) ? 0 : 50_000 }))

    #expect(timeline.fragileFrames.count == count)
    #expect(timeline.droppedFrameRange() == 2 * (count - 1)...3 * (count - 1))
  }

  @Test("The range includes every combination, tried one by one", arguments: 0..<300)
  func allCombinations(seed: UInt64) throws {
    let random = try RandomReplay(seed: seed, largestFrameCount: 9)
    let timeline = try random.replay.timeline(of: random.costs)
    let range = timeline.droppedFrameRange()
    let fragile = Dictionary(uniqueKeysWithValues: timeline.fragileFrames.map { ($0, 0) })
    let counts =
      try [timeline.droppedFrameCount]
      + combinations(of: random, fragile: fragile).map(\.droppedFrameCount)

    #expect(range.lowerBound == counts.min())
    #expect(range.upperBound == counts.max())
  }

  @Test("The range of latencies includes every combination, tried one by one", arguments: 0..<300)
  func allLatencies(seed: UInt64) throws {
    let random = try RandomReplay(seed: seed, largestFrameCount: 7)
    let timeline = try random.replay.timeline(of: random.costs)
    let range = timeline.largestLatencyRange()
    let fragile = Dictionary(
      uniqueKeysWithValues: timeline.beginTick.indices.compactMap { frame in
        timeline.fragileDelay(of: frame).map { (frame, $0) }
      })
    let slots =
      try [timeline.largestLatencySlots]
      + combinations(of: random, fragile: fragile).map(\.largestLatencySlots)

    #expect(range.lowerBound == slots.min())
    #expect(range.upperBound == slots.max())
  }

  /// Replays with work chosen so that each fragile frame ends at the last moment for a slot, which
  /// is so many after its target, or 1 ns after; all combinations of both.
  private func combinations(
    of random: RandomReplay, fragile: [Int: Int]
  ) throws -> [FrameTimeline] {
    let frames = fragile.keys.sorted()
    guard !frames.isEmpty else { return [] }
    return try (0..<1 << frames.count).map { choice in
      let late = Set(frames.indices.filter { choice >> $0 & 1 == 1 }.map { frames[$0] })
      var workNs = random.workNs
      for frame in frames {
        let idle = random.idle.filter { $0.key <= frame }
        let costs = try CostVector(workNs: Array(workNs[...frame]), idleTicksBefore: idle)
        let timeline = try random.replay.timeline(of: costs)
        let slotNs = timeline.grid.vsync(timeline.targetSlot[frame] + (fragile[frame] ?? 0))
        let overrun = timeline.endNs[frame] - (slotNs - timeline.settings.reserveNs)
        workNs[frame] = max(0, workNs[frame] - overrun + (late.contains(frame) ? 1 : 0))
      }
      return try random.replay.timeline(
        of: CostVector(workNs: workNs, idleTicksBefore: random.idle))
    }
  }
}
