import Foundation
import FrameTiming
import FramegateKit
import Testing

/// Stops of the process and steps of the system's clock, on a virtual clock.
@Suite("Stops of a paced run")
struct PacedStopTests {
  private static let ms: Int64 = 1_000_000

  /// Records frames at 100 Hz; `frame` does what happens in each.
  private func record(
    _ count: Int, depth: Int = 1, frame: (Int, VirtualClock) -> Void
  ) throws -> PacedRecording {
    let clock = VirtualClock()
    let link = try DisplayLink(rate: RefreshRate(hertz: 100), depth: depth, clock: clock)
    return try link.run(until: .frames(count)) { frame($0.index, clock) }
  }

  private let costs = CauseCosts(faultNs: 1_000, allocationNs: 100)

  @Test("A frame that a stop hits is left out, with the slots until the next one that counts")
  func inFrame() throws {
    let ms = Self.ms
    // Frame 2 begins at 20 ms, is stopped from 21 to 56 ms, and ends at 57 ms; frame 3 begins late,
    // at tick 5, and ends at 63 ms, so frame 4 begins late at tick 6. Frame 5 finds the worker
    // free.
    let recording = try record(6) { index, clock in
      clock.work(wall: ms, cpu: ms)
      if index == 2 {
        clock.stop(for: 35 * ms)
        clock.work(wall: ms, cpu: ms)
      }
      if index == 3 { clock.work(wall: 5 * ms, cpu: 5 * ms) }
    }

    #expect(recording.stops == [PacedStop(frame: 2, excludedFrames: 3)])
    #expect(recording.excludedFrameCount == 3)
    #expect(recording.beginTick == [0, 1, 7])
    #expect(recording.timeline.droppedFrameCount == 0)
    #expect(recording.causes(costs: costs).isEmpty)
    #expect(recording.wallNs.allSatisfy { $0 == ms })
  }

  @Test("A stop while waiting for the tick is found, too")
  func inWait() throws {
    final class StoppingClock: FrameClock {
      let clock = VirtualClock()
      var sleeps = 0
      func now() -> Int64 { clock.now() }
      func threadCPU() -> Int64 { clock.threadCPU() }
      func stopCount() -> Int { clock.stopCount() }
      func sleep(until instant: Int64) {
        clock.sleep(until: instant)
        if sleeps == 3 { clock.stop(for: 42_000_000) }
        sleeps += 1
      }
    }
    let clock = StoppingClock()
    let link = try DisplayLink(rate: RefreshRate(hertz: 100), clock: clock)

    let recording = try link.run(until: .frames(6)) { _ in
      clock.clock.work(wall: Self.ms, cpu: Self.ms)
    }

    #expect(recording.stops.map(\.frame) == [3])
    #expect(recording.timeline.droppedFrameCount == 0)
    #expect(recording.timeline.lateFrameCount == 0)
  }

  @Test("Frames that are late by their own work count, also after a stop")
  func ownWork() throws {
    let ms = Self.ms
    let recording = try record(8) { index, clock in
      if index == 2 { clock.stop(for: 35 * ms) }
      clock.work(wall: index >= 3 ? 12 * ms : ms, cpu: index >= 3 ? 12 * ms : ms)
    }

    #expect(recording.stops == [PacedStop(frame: 2, excludedFrames: 1)])
    #expect(recording.frameCount == 7)
    #expect(recording.timeline.droppedFrameCount > 0)
    #expect(recording.causes(costs: costs).contains { $0.cause == .work })
  }

  @Test("Frames that a second stop hits right after the first one are left out, too")
  func twice() throws {
    let ms = Self.ms
    let recording = try record(6) { index, clock in
      clock.work(wall: ms, cpu: ms)
      if index == 2 || index == 3 { clock.stop(for: 35 * ms) }
    }

    // Frame 3 ends at 92 ms; frame 4 begins late at tick 9, but ends before frame 5's.
    #expect(recording.stops == [PacedStop(frame: 2, excludedFrames: 3)])
    #expect(recording.beginTick == [0, 1, 10])
  }

  @Test("A frame that starts late because of another's work counts, also in a run with a stop")
  func lateByOthers() throws {
    let ms = Self.ms
    let recording = try record(8) { index, clock in
      if index == 1 { clock.stop(for: 2 * ms) }
      clock.work(wall: index == 4 ? 12 * ms : ms, cpu: ms)
    }

    #expect(recording.stops == [PacedStop(frame: 1, excludedFrames: 1)])
    #expect(recording.frameCount == 7)
  }

  @Test(
    "A frame starts late because of a stop if the stop ends after its tick",
    arguments: [(28, 1), (29, 2)] as [(Int64, Int)])
  func lateStart(stopMs: Int64, excluded: Int) throws {
    // Frame 2 begins at 20 ms and ends at 50 or 51 ms: exactly at tick 5, or after it.
    let recording = try record(5) { index, clock in
      if index == 2 { clock.stop(for: stopMs * Self.ms) }
      clock.work(wall: index == 2 ? 2 * Self.ms : Self.ms, cpu: Self.ms)
    }

    #expect(recording.stops == [PacedStop(frame: 2, excludedFrames: excluded)])
  }

  @Test(
    "A frame that a stop made late counts if it would have been late by its own work",
    arguments: [(10_000_000, 3), (10_000_001, 1)] as [(Int64, Int)])
  func ownDeadline(workNs: Int64, excluded: Int) throws {
    let recording = try record(4) { index, clock in
      if index == 1 { clock.stop(for: 15 * Self.ms) }
      clock.work(wall: index == 2 ? workNs : 0, cpu: 0)
    }

    #expect(recording.stops.first == PacedStop(frame: 1, excludedFrames: excluded))
  }

  @Test("Without a stop, the same lost time is the machine's")
  func unexplained() throws {
    let ms = Self.ms
    let recording = try record(6) { index, clock in
      clock.work(wall: index == 2 ? 37 * ms : ms, cpu: ms)
    }

    #expect(recording.stops.isEmpty)
    #expect(recording.timeline.droppedFrameCount == 3)
    #expect(recording.causes(costs: costs).map(\.cause) == [.host])
  }

  @Test("A stop at either end, and during every frame")
  func ends() throws {
    let ms = Self.ms
    func stopped(_ frames: Set<Int>) throws -> PacedRecording {
      try record(4) { index, clock in
        if frames.contains(index) { clock.stop(for: 2 * ms) }
        clock.work(wall: ms, cpu: ms)
      }
    }
    #expect(try stopped([0]).stops == [PacedStop(frame: 0, excludedFrames: 1)])
    #expect(try stopped([3]).stops == [PacedStop(frame: 3, excludedFrames: 1)])
    #expect(
      try stopped([1, 3]).stops
        == [PacedStop(frame: 1, excludedFrames: 1), PacedStop(frame: 2, excludedFrames: 1)])
    #expect(try stopped([1, 3]).beginTick == [0, 2])
    #expect(throws: FrameTimingError.everyFrameStopped(count: 4)) { try stopped([0, 1, 2, 3]) }
    #expect(FrameTimingError.everyFrameStopped(count: 1).description.contains("the only frame."))
    #expect(FrameTimingError.everyFrameStopped(count: 4).description.contains("all 4 frames."))
  }

  @Test("Stops survive a file; those that cannot be are refused")
  func coding() throws {
    let recording = try record(4) { index, clock in
      if index == 1 { clock.stop(for: Self.ms) }
      clock.work(wall: Self.ms, cpu: Self.ms)
    }
    let data = try JSONEncoder().encode(recording)
    #expect(try JSONDecoder().decode(PacedRecording.self, from: data) == recording)

    for stops in [[(4, 1)], [(1, 0)], [(-1, 1)], [(2, 1), (1, 1)]] {
      #expect(throws: FrameTimingError.self) {
        try PacedRecording(
          rate: .hz60, depth: 1, reserveNs: 0, beginTick: [0, 1, 2],
          startNs: [0, 20_000_000, 40_000_000], endNs: [1, 20_000_001, 40_000_001],
          cpuNs: [1, 1, 1], stops: stops.map { PacedStop(frame: $0.0, excludedFrames: $0.1) })
      }
    }
  }

  @Test(
    "A step of the system's clock is told only if the clocks can be read within a millisecond",
    arguments: [(999_999, true), (1_000_000, false)] as [(Int64, Bool)])
  func slowClock(readingNs: Int64, isTold: Bool) throws {
    final class SlowClock: FrameClock {
      let clock = VirtualClock()
      let readingNs: Int64
      init(readingNs: Int64) { self.readingNs = readingNs }
      func now() -> Int64 {
        clock.work(wall: readingNs, cpu: 0)
        return clock.now()
      }
      func threadCPU() -> Int64 { clock.threadCPU() }
      func systemTime() -> Int64? { clock.systemTime() }
      func sleep(until instant: Int64) { clock.sleep(until: instant) }
    }
    let clock = SlowClock(readingNs: readingNs)
    let link = try DisplayLink(rate: RefreshRate(hertz: 100), clock: clock)

    let recording = try link.run(until: .frames(3)) { _ in
      clock.clock.systemClockOffset += 1_000_000_000
    }

    #expect(recording.systemClockJumpNs == (isTold ? 3_000_000_000 : 0))
  }

  @Test(
    "A step of the system's clock is told and touches no frame",
    arguments: [
      (3_000_000_000, 3_000_000_000), (-3_000_000_000, -3_000_000_000), (9_999_999, 0),
      (10_000_000, 0), (10_000_001, 10_000_001), (0, 0),
    ] as [(Int64, Int64)])
  func systemClock(stepNs: Int64, jumpNs: Int64) throws {
    func run(_ stepNs: Int64) throws -> PacedRecording {
      try record(5) { index, clock in
        if index == 2 { clock.systemClockOffset += stepNs }
        clock.work(wall: Self.ms, cpu: Self.ms)
      }
    }
    let stepped = try run(stepNs)

    #expect(stepped.systemClockJumpNs == jumpNs)
    let data = try JSONEncoder().encode(stepped)
    #expect(try JSONDecoder().decode(PacedRecording.self, from: data) == stepped)
    // Left out where nothing happened.
    #expect(String(decoding: data, as: UTF8.self).contains("systemClockJumpNs") == (jumpNs != 0))
    #expect(stepped.timeline == (try run(0)).timeline)
  }
}
