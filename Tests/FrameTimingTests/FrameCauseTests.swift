import Foundation
import Testing

@testable import FrameModel
@testable import FrameTiming

@Suite("Causes of dropped frames")
struct FrameCauseTests {
  /// What delays the middle one of three frames at 100 Hz, in milliseconds.
  struct Example: CustomTestStringConvertible, Sendable {
    var wake = 0.0
    var wall = 1.0
    var cpu = 1.0
    var minorFaults: Int64 = 0
    var majorFaults: Int64 = 0
    var allocations: Int64 = 0
    let cause: FrameCause

    var testDescription: String {
      "wake \(wake), wall \(wall), CPU \(cpu), faults \(minorFaults)+\(majorFaults), "
        + "allocations \(allocations): \(cause)"
    }
  }

  private static let costs = CauseCosts(faultNs: 1_000, allocationNs: 100)

  private func recording(_ example: Example) throws -> PacedRecording {
    func nanoseconds(_ milliseconds: Double) -> Int64 { Int64((milliseconds * 1e6).rounded()) }
    let start = 10_000_000 + nanoseconds(example.wake)
    let end = start + nanoseconds(example.wall)
    let third = max(30_000_000, end)
    return try PacedRecording(
      rate: RefreshRate(hertz: 100), depth: 1, reserveNs: 0, beginTick: [0, 1, 3],
      startNs: [0, start, third], endNs: [1_000_000, end, third + 1_000_000],
      cpuNs: [1_000_000, nanoseconds(example.cpu), 1_000_000],
      counters: PacedCounters(
        runQueueNs: nil, involuntarySwitches: [0, 0, 0],
        minorFaults: [0, example.minorFaults, 0], majorFaults: [0, example.majorFaults, 0]))
  }

  @Test(
    "The first time that reaches the overrun alone is the cause",
    arguments: [
      // The vector: a wake-up 3 ms late and work of 9 ms of 10.
      Example(wake: 3, wall: 9, cpu: 9, cause: .wake),
      Example(wake: 3, wall: 15, cpu: 15, cause: .work),
      Example(wall: 13, cpu: 13, cause: .work),
      Example(wall: 13, cpu: 9, cause: .host),
      Example(wall: 18, cpu: 9.9, cause: .host),
      Example(wall: 13, cpu: 13, minorFaults: 3_000, cause: .fault),
      Example(wall: 13, cpu: 13, minorFaults: 2_999, cause: .work),
      Example(wall: 13, cpu: 9, majorFaults: 1, cause: .fault),
      Example(wall: 13, cpu: 13, allocations: 30_000, cause: .allocation),
      Example(wall: 13, cpu: 13, allocations: 29_999, cause: .work),
      Example(wall: 13, cpu: 13, minorFaults: 3_000, allocations: 30_000, cause: .fault),
      // 8 ms too late: 5 of the timer, 6 of the host, 7 of work.
      Example(wake: 5, wall: 13, cpu: 7, cause: .mixed),
      Example(wake: 8, wall: 10, cpu: 10, cause: .wake),
    ])
  func causes(_ example: Example) throws {
    let recording = try recording(example)

    let causes = recording.causes(costs: Self.costs, allocations: [0, example.allocations, 0])

    #expect(causes.count == 1)
    #expect(causes.first?.frame == 1)
    #expect(causes.first?.origin == 1)
    #expect(causes.first?.slots == recording.timeline.droppedFrameCount)
    #expect(causes.first?.overrunNs == recording.timeline.overrunNs[1])
    #expect(causes.first?.cause == example.cause)
  }

  /// Times of frames that end more than 10 ms after their vsync.
  private static let lateTimes = [0.0, 4, 9, 12].flatMap { wake in
    [10.0, 14, 19, 22].filter { wake + $0 > 10 }.flatMap { wall in
      [0.0, 4, 9, 12].map { cpu in (wake, wall, min(wall, cpu)) }
    }
  }

  @Test(
    "Whatever the times, a late frame has a cause whose time reaches its overrun",
    arguments: lateTimes)
  func exhaustive(wake: Double, wall: Double, cpu: Double) throws {
    let example = Example(wake: wake, wall: wall, cpu: cpu, cause: .mixed)
    let recording = try recording(example)
    let overrun = Double(recording.timeline.overrunNs[1]) / 1e6
    try #require(recording.timeline.droppedFrameCount > 0 && overrun > 0)

    let cause = try #require(recording.causes(costs: Self.costs).first).cause

    let host = example.wall - example.cpu
    let expected: FrameCause =
      if example.wake >= overrun { .wake } else if host >= overrun {
        .host
      } else if example.cpu
        >= overrun
      { .work } else { .mixed }
    #expect(cause == expected)
  }

  @Test("A drop by a frame that the previous one blocked has the cause of the previous one")
  func blocked() throws {
    // At depth 3 the long frame is on time, but makes the next one skip a tick.
    let recording = try PacedRecording(
      rate: RefreshRate(hertz: 100), depth: 3, reserveNs: 0, beginTick: [0, 1, 3],
      startNs: [0, 10_000_000, 39_000_000], endNs: [1_000_000, 39_000_000, 40_000_000],
      cpuNs: [1_000_000, 29_000_000, 1_000_000])

    let causes = recording.causes(costs: Self.costs)

    #expect(
      causes == [DropCause(frame: 2, origin: 1, slots: 1, overrunNs: 19_000_000, cause: .work)])
  }

  @Test("A drop after a skipped tick, by a frame that is on time, has the cause of that frame")
  func skippedTick() throws {
    // At depth 2, frame 1 ends exactly at the tick of frame 2, which ends exactly at its deadline.
    let recording = try PacedRecording(
      rate: RefreshRate(hertz: 100), depth: 2, reserveNs: 0, beginTick: [0, 1, 3],
      startNs: [0, 10_000_000, 30_000_000], endNs: [1_000_000, 30_000_000, 50_000_000],
      cpuNs: [1_000_000, 20_000_000, 20_000_000])

    #expect(recording.timeline.overrunNs == [-19_000_000, 0, 0])
    #expect(
      recording.causes(costs: Self.costs)
        == [DropCause(frame: 2, origin: 2, slots: 1, overrunNs: 1, cause: .work)])
  }

  @Test("A late first frame is named and drops nothing")
  func firstFrame() throws {
    let recording = try PacedRecording(
      rate: RefreshRate(hertz: 100), depth: 1, reserveNs: 0, beginTick: [0, 2],
      startNs: [0, 25_000_000], endNs: [25_000_000, 26_000_000], cpuNs: [2_000_000, 1_000_000])

    let causes = recording.causes(costs: Self.costs)

    #expect(
      causes == [DropCause(frame: 0, origin: 0, slots: 0, overrunNs: 15_000_000, cause: .host)])
  }
}
