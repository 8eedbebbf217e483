import FrameTiming
import SampleStatistics
import Testing

@Suite("Pacing policies")
struct PacingPolicyTests {
  private static let ms: Int64 = 1_000_000

  private func timeline(
    _ workMs: [Int64], _ policy: PacingPolicy, rate: RefreshRate = .hz60, depth: Int = 1,
    idle: [Int: Int64] = [:]
  ) throws -> FrameTimeline {
    let costs = try CostVector(workNs: workMs.map { $0 * Self.ms }, idleTicksBefore: idle)
    return try FrameReplay(rate: rate, depth: depth).timeline(of: costs, pacedBy: policy)
  }

  private func rates(_ timeline: FrameTimeline) -> [Int] {
    timeline.grid.segments.map(\.rate.hertz)
  }

  @Test(
    "Frames that fit look the same under every policy and in a replay of all entries",
    arguments: PacingPolicy.allCases)
  func fitting(_ policy: PacingPolicy) throws {
    let work: [Int64] = Array(repeating: 8, count: 40)
    let paced = try timeline(work, policy)
    let replayed = FrameReplay(rate: .hz60).timeline(
      of: try CostVector(workNs: work.map { $0 * Self.ms }))

    #expect(paced.beginTick == replayed.beginTick)
    #expect(paced.presentSlot == replayed.presentSlot)
    #expect(paced.droppedFrameCount == 0)
    #expect(rates(paced) == [60])
  }

  @Test("At a fixed rate, frames whose tick is skipped are never made")
  func fixed() throws {
    // Frame 1 occupies ticks 1 and 2 and a part of 3, so the next frame is made for tick 3.
    let paced = try timeline([6, 41, 6, 7, 8, 9], .fixed)

    #expect(paced.beginTick == [0, 1, 3, 4, 5])
    #expect(zip(paced.endNs, paced.startNs).map { ($0 - $1) / Self.ms } == [6, 41, 7, 8, 9])
    #expect(paced.droppedFrameCount == 2)
  }

  @Test("Halving drops once and then shows every frame of 20 ms at 30 Hz")
  func halving() throws {
    let paced = try timeline([6] + Array(repeating: 20, count: 30), .halving)
    let fixed = try timeline([6] + Array(repeating: 20, count: 30), .fixed)

    // Frame 1 is late at 60 Hz, and the next one begins when it ends, for tick 2, at 30 Hz.
    #expect(rates(paced) == [60, 30])
    #expect(paced.grid.segments[0].ticks == 2)
    #expect(paced.droppedFrameCount == 1)
    #expect(fixed.droppedFrameCount > 4)
  }

  @Test("Halving returns to the full rate after half a second in which it would have been kept")
  func recovery() throws {
    // One long frame, then a second of short ones: 15 frames of 33 ms are half a second.
    let paced = try timeline([6, 25] + Array(repeating: 6, count: 80), .halving)

    #expect(rates(paced) == [60, 30, 60])
    #expect(paced.grid.segments[1].ticks == 15)
    #expect(paced.droppedFrameCount == 1)
  }

  @Test("Frames that always take too long halve the rate until they fit", arguments: [20, 40, 150])
  func levels(workMs: Int64) throws {
    let paced = try timeline([1] + Array(repeating: workMs, count: 200), .halving)

    // A frame that begins late, because the one before it was, can halve the rate once too often;
    // it then recovers. 6 Hz is the highest whole fraction of 60 Hz up to half of 15 Hz.
    let expected: [Int64: [Int]] = [
      20: [60, 30], 40: [60, 30, 15], 150: [60, 30, 15, 6, 3, 6],
    ]
    #expect(rates(paced) == expected[workMs])
    #expect(!paced.isLate(paced.frameCount - 1))
  }

  @Test("The average follows the mean of eight frames, not one long frame")
  func average() throws {
    let spike = try timeline(
      Array(repeating: 5, count: 10) + [30] + Array(repeating: 5, count: 10), .average)
    let slow = try timeline(Array(repeating: 20, count: 60), .average)

    // (30 + 7 · 5) / 8 = 8.1 ms fits into 16.7 ms.
    #expect(rates(spike) == [60])
    #expect(rates(slow) == [60, 30])
  }

  @Test("The average counts the reserve")
  func reserve() throws {
    let costs = try CostVector(workNs: Array(repeating: 15 * Self.ms, count: 20))
    let replay = try FrameReplay(
      grid: VsyncGrid(rate: .hz60), settings: ReplaySettings(depth: 2, reserveNs: 2 * Self.ms))

    #expect(try rates(replay.timeline(of: costs, pacedBy: .average)) == [60, 30])
  }

  @Test("Idle ticks stay idle", arguments: PacingPolicy.allCases)
  func idle(_ policy: PacingPolicy) throws {
    let paced = try timeline([5, 5, 5, 5], policy, idle: [2: 3])

    #expect(paced.beginTick == [0, 1, 5, 6])
    #expect(paced.droppedFrameCount == 0)
    #expect(paced.expectedSlotCount == 4)
  }

  @Test(
    "At any rate every frame is the newest that is due, and none is made twice", arguments: 0..<60)
  func laws(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let rate = RefreshRate(
      hertz: [48, 60, 75, 90, 120, 144, 7].randomElement(using: &random) ?? 60)
    let period = 1_000_000_000 / Int64(rate.hertz)
    // Unlike one another, so that an entry is known by its work.
    let count = Int.random(in: 1...200, using: &random)
    let longest = Int64.random(in: 1...4, using: &random) * period
    var used: Set<Int64> = []
    while used.count < count { used.insert(Int64.random(in: 1...longest, using: &random)) }
    let work = used.shuffled(using: &random)
    let replay = FrameReplay(rate: rate, depth: Int.random(in: 1...3, using: &random))
    for policy in PacingPolicy.allCases {
      let paced = try replay.timeline(of: CostVector(workNs: work), pacedBy: policy)

      let entries = zip(paced.endNs, paced.startNs).map { end, start in
        work.firstIndex(of: end - start) ?? -1
      }
      #expect(zip(entries, entries.dropFirst()).allSatisfy { $0 < $1 })
      for (entry, tick) in zip(entries, paced.beginTick) {
        let time: Duration = .nanoseconds(paced.grid.vsync(tick) + 1)
        #expect(rate.vsync(entry) <= time)
        #expect(entry == work.count - 1 || rate.vsync(entry + 1) > time)
      }
      for segment in paced.grid.segments {
        #expect(rate.hertz.isMultiple(of: segment.rate.hertz))
      }
    }
  }

  @Test("An animation whose rate changes by itself is refused")
  func severalRates() throws {
    let grid = try VsyncGrid(segments: [
      .init(rate: .hz120, ticks: 4), .init(rate: .hz60, ticks: 10),
    ])
    let replay = try FrameReplay(grid: grid, settings: .strict)

    #expect(throws: FrameTimingError.policyNeedsOneRate(count: 2)) {
      try replay.timeline(of: CostVector(workNs: [1]), pacedBy: .halving)
    }
  }
}
