import SampleStatistics
import TestSupport
import Testing

@testable import FrameTiming

/// What a queue that shows the newest frame shows of frames whose slots a log tells.
@Suite("A queue of the newest frame")
struct LatestQueueTests {
  private func timeline(_ readySlots: [Int]) -> FrameTimeline {
    FrameTimeline(
      grid: VsyncGrid(rate: .hz60), settings: .strict,
      placed: readySlots.enumerated().map { frame, slot in
        .init(
          beginTick: frame, startNs: 0, endNs: 0, overrunNs: 0, readySlot: slot, pause: 0..<0)
      })
  }

  @Test(
    "A frame that is ready only with a newer one, or after one, is discarded",
    arguments: [
      ([1, 2, 3], [1: 0, 2: 1, 3: 2]), ([3, 3, 4], [3: 1, 4: 2]),
      // The first one is two slots late.
      ([3, 2, 3], [2: 1, 3: 2]), ([5, 4, 5], [4: 1, 5: 2]), ([9, 2, 3, 4], [2: 1, 3: 2, 4: 3]),
      ([4, 3, 2, 2], [2: 3]), ([7], [7: 0]),
    ])
  func shown(readySlots: [Int], expected: [Int: Int]) {
    let timeline = timeline(readySlots)

    let shown = Dictionary(timeline.shownByLatest.map { ($0.slot, $0.frame) }) { _, _ in -1 }

    #expect(shown == expected)
    #expect(timeline.discardedByLatestCount == readySlots.count - expected.count)
  }

  @Test(
    "It shows in every slot the newest frame that is ready",
    arguments: seeds(short: 200, long: 20_000))
  func property(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let slots = (0..<Int.random(in: 1...30, using: &generator)).map {
      $0 + 1 + [0, 0, 0, 1, 2, 3, 9][Int.random(in: 0..<7, using: &generator)]
    }
    let timeline = timeline(slots)

    var expected: [Int: Int] = [:]
    var last = -1
    for slot in 0...(slots.max() ?? 0) {
      guard let newest = slots.indices.last(where: { slots[$0] <= slot }), newest > last else {
        continue
      }
      expected[slot] = newest
      last = newest
    }

    let shown = timeline.shownByLatest
    let pairs = zip(shown.dropFirst(), shown)
    #expect(pairs.allSatisfy { $0.slot > $1.slot && $0.frame > $1.frame })
    #expect(Dictionary(shown.map { ($0.slot, $0.frame) }) { _, _ in -1 } == expected)
  }
}
