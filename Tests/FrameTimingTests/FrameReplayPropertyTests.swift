import FrameTiming
import SampleStatistics
import TestSupport
import Testing

@Suite("Frame replay against a naive one")
struct FrameReplayPropertyTests {
  @Test("Every value equals the naive replay's", arguments: 0..<600)
  func equalsNaive(seed: UInt64) throws {
    let random = try RandomReplay(seed: seed)
    let timeline = try random.replay.timeline(of: random.costs)
    let naive = try random.naive()
    let fifo = naive.fifo

    #expect(timeline.beginTick == naive.beginTick)
    #expect(timeline.startNs == naive.startNs)
    #expect(timeline.endNs == naive.endNs)
    #expect(timeline.presentSlot == fifo)
    #expect(timeline.skippedTickCount == naive.skippedTicks)
    let latest = naive.latest
    #expect(
      Dictionary(uniqueKeysWithValues: timeline.shownByLatest.map { ($0.slot, $0.frame) })
        == latest)
    #expect(timeline.discardedByLatestCount == naive.beginTick.count - latest.count)

    let targets = naive.beginTick.map { $0 + random.settings.depth }
    let overruns = zip(naive.endNs, targets).map {
      $0 - (naive.vsyncs[$1] - random.settings.reserveNs)
    }
    #expect(timeline.targetSlot == targets)
    #expect(timeline.overrunNs == overruns)
    #expect(timeline.lateFrameCount == overruns.filter { $0 > 0 }.count)
    #expect(timeline.delayedFrameCount == zip(fifo, targets).filter { $0 > $1 }.count)
    #expect(timeline.firstFrameDelaySlots == naive.shownSlots[0] - targets[0])
    #expect(
      timeline.latencyNs
        == zip(fifo, naive.beginTick).map { naive.vsyncs[$0] - naive.vsyncs[$1] })
    expectEqualSlots(timeline, naive)
    expectEqualQuality(timeline, naive, targets: targets, overruns: overruns)
  }

  private func expectEqualSlots(_ timeline: FrameTimeline, _ naive: NaiveReplay) {
    let missed = naive.missed
    let expected = naive.expectedSlots
    #expect(timeline.droppedSlots == missed)
    #expect(timeline.droppedFrameCount == missed.count)
    #expect(timeline.expectedSlotCount == expected.count)
    #expect(timeline.hitchNs == naive.duration(of: missed))
    #expect(timeline.activeNs == naive.duration(of: expected))
    #expect(
      timeline.hitchCount == missed.filter { !missed.contains($0 - 1) }.count)
  }

  private func expectEqualQuality(
    _ timeline: FrameTimeline, _ naive: NaiveReplay, targets: [Int], overruns: [Int64]
  ) {
    let fragile = overruns.indices.filter {
      let period = naive.vsyncs[targets[$0]] - naive.vsyncs[targets[$0] - 1]
      return abs(overruns[$0]) <= 100_000 || 100 * abs(overruns[$0]) <= period
    }
    #expect(timeline.fragileFrames == fragile)
    let shown = naive.fifo
    let errors = overruns.indices.dropFirst().map {
      abs(
        naive.vsyncs[targets[$0]] - naive.vsyncs[targets[$0 - 1]]
          - (naive.vsyncs[shown[$0]] - naive.vsyncs[shown[$0 - 1]]))
    }
    #expect(timeline.animationErrorMaxNs == errors.max() ?? 0)
    let mean = errors.isEmpty ? 0 : Double(errors.reduce(0, +)) / Double(errors.count)
    #expect(timeline.animationErrorMeanNs == mean)
  }

  @Test("Scaling by 1 changes nothing", arguments: 0..<50)
  func scalingByOne(seed: UInt64) throws {
    let costs = try RandomReplay(seed: seed).costs

    #expect(try costs.scaled(by: 1) == costs)
  }

  @Test("Depth, reserve and queue do not affect the worker", arguments: 0..<100)
  func workerKnowsNoDisplay(seed: UInt64) throws {
    let random = try RandomReplay(seed: seed)
    let timeline = try random.replay.timeline(of: random.costs)
    let other = try ReplaySettings(
      depth: random.settings.depth % 3 + 1, reserveNs: 0,
      startPolicy: random.settings.startPolicy, queue: .fifo,
      wakeDelayNs: random.settings.wakeDelayNs)
    let otherTimeline = try FrameReplay(grid: random.grid, settings: other)
      .timeline(of: random.costs)

    #expect(timeline.beginTick == otherTimeline.beginTick)
    #expect(timeline.endNs == otherTimeline.endNs)
  }

  @Test("A larger reserve shows no frame earlier and makes none less late", arguments: 0..<100)
  func reserveNeverHelpsAFrame(seed: UInt64) throws {
    var random = try RandomReplay(seed: seed, queue: .fifo)
    let with = try random.replay.timeline(of: random.costs)
    random.settings = try ReplaySettings(
      depth: random.settings.depth, startPolicy: random.settings.startPolicy,
      wakeDelayNs: random.settings.wakeDelayNs)
    let without = try random.replay.timeline(of: random.costs)

    #expect(zip(with.presentSlot, without.presentSlot).allSatisfy { $0 >= $1 })
    #expect(zip(with.overrunNs, without.overrunNs).allSatisfy { $0 >= $1 })
  }

  @Test("A larger reserve can drop fewer frames: a late first frame gives the others time")
  func reserveCanHelpTheCount() throws {
    let costs = try CostVector(workNs: [16_600_000, 17_000_000, 16_000_000])
    func dropped(reserveNs: Int64) throws -> Int {
      try FrameReplay(grid: VsyncGrid(rate: .hz60), settings: .init(reserveNs: reserveNs))
        .timeline(of: costs).droppedFrameCount
    }

    #expect(try dropped(reserveNs: 0) == 1)
    #expect(try dropped(reserveNs: 100_000) == 0)
  }

  @Test("A deeper pipeline has no more late frames and shows none earlier", arguments: 0..<100)
  func depthBuysTolerance(seed: UInt64) throws {
    let random = try RandomReplay(seed: seed, queue: .fifo)
    let timelines = try (1...3).map { depth in
      let settings = try ReplaySettings(
        depth: depth, reserveNs: random.settings.reserveNs,
        startPolicy: random.settings.startPolicy, wakeDelayNs: random.settings.wakeDelayNs)
      return try FrameReplay(grid: random.grid, settings: settings).timeline(of: random.costs)
    }

    for (shallow, deep) in zip(timelines, timelines.dropFirst()) {
      #expect(shallow.lateFrameCount >= deep.lateFrameCount)
      #expect(zip(shallow.presentSlot, deep.presentSlot).allSatisfy { $0 <= $1 })
    }
  }

  @Test("A segment that ends on a whole second changes nothing", arguments: 0..<50)
  func wholeSecondsJoin(seed: UInt64) throws {
    var random = try RandomReplay(seed: seed)
    let hertz = random.segments[0].hertz
    random.segments = [(hertz, 1)]
    let whole = try random.replay.timeline(of: random.costs)
    random.segments = [(hertz, hertz), (hertz, 2 * hertz), (hertz, 1)]
    let pieces = try random.replay.timeline(of: random.costs)

    #expect(whole.overrunNs == pieces.overrunNs)
    #expect(whole.hitches == pieces.hitches)
    #expect(whole.activeNs == pieces.activeNs)
  }
}
