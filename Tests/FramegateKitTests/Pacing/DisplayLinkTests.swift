import Foundation
import FrameTiming
import FramegateKit
import TestSupport
import Testing

@Suite("Display link")
struct DisplayLinkTests {
  private func record(
    _ workNs: [Int64], rate: RefreshRate = .hz60, depth: Int = 1, reserveNs: Int64 = 0,
    lateness: Int64 = 0
  ) throws -> PacedRecording {
    let clock = VirtualClock()
    clock.lateness = lateness
    let link = try DisplayLink(rate: rate, depth: depth, reserveNs: reserveNs, clock: clock)
    return try link.run(until: .frames(workNs.count)) { frame in
      clock.work(wall: workNs[frame.index], cpu: workNs[frame.index] / 2)
    }
  }

  @Test("With a perfect timer, a run equals a replay", arguments: 0..<200)
  func equalsReplay(seed: UInt64) throws {
    let random = try RandomReplay(seed: seed)
    let rate = RefreshRate(hertz: random.segments[0].hertz)
    let reserveNs = min(random.settings.reserveNs, 1_000_000_000 / Int64(rate.hertz) - 1)
    let settings = try ReplaySettings(depth: random.settings.depth, reserveNs: reserveNs)
    let replay = try FrameReplay(grid: VsyncGrid(rate: rate), settings: settings)

    let recording = try record(
      random.workNs, rate: rate, depth: settings.depth, reserveNs: reserveNs)

    let timeline = try replay.timeline(of: CostVector(workNs: random.workNs))
    #expect(recording.beginTick == timeline.beginTick)
    #expect(recording.startNs == timeline.startNs)
    #expect(recording.timeline.overrunNs == timeline.overrunNs)
    #expect(recording.timeline.hitches == timeline.hitches)
    #expect(recording.wallNs == random.workNs)
    #expect(recording.cpuNs == random.workNs.map { $0 / 2 })
  }

  @Test("A link that changes its rate while running equals a replay", arguments: 0..<100)
  func changesRate(seed: UInt64) throws {
    let random = try RandomReplay(seed: seed)
    let settings = try ReplaySettings(depth: random.settings.depth)
    let grid = try random.grid
    let replay = try FrameReplay(grid: grid, settings: settings)
    let clock = VirtualClock()
    let link = try DisplayLink(
      rate: RefreshRate(hertz: 1_000), grid: grid, depth: settings.depth, clock: clock)
    var targets: [Int64] = []

    let recording = try link.run(until: .frames(random.workNs.count)) { frame in
      targets.append(frame.targetTimestampNs)
      clock.work(wall: random.workNs[frame.index], cpu: 0)
    }

    let timeline = try replay.timeline(of: CostVector(workNs: random.workNs))
    #expect(recording.beginTick == timeline.beginTick)
    #expect(recording.timeline.hitches == timeline.hitches)
    #expect(recording.timeline.grid == grid)
    #expect(targets == timeline.targetSlot.map(grid.vsync))
    let data = try JSONEncoder().encode(recording)
    #expect(try JSONDecoder().decode(PacedRecording.self, from: data) == recording)
  }

  @Test("A frame gets its tick and the time at which it should be shown")
  func frames() throws {
    let clock = VirtualClock()
    var frames: [PacedFrame] = []

    _ = try DisplayLink(rate: .hz60, depth: 2, clock: clock).run(until: .frames(3)) { frame in
      frames.append(frame)
      clock.work(wall: frame.index == 1 ? 40_000_000 : 1_000_000, cpu: 0)
    }

    #expect(frames.map(\.index) == [0, 1, 2])
    #expect(frames.map(\.tick) == [0, 1, 3])
    #expect(frames.map(\.timestampNs) == [0, 16_666_667, 50_000_000])
    #expect(frames.map(\.targetTimestampNs) == [33_333_333, 50_000_000, 83_333_333])
  }

  @Test("A late wake-up is recorded and does not move the grid")
  func lateness() throws {
    let recording = try record([1_000_000, 1_000_000, 1_000_000], lateness: 3_000_000)

    #expect(recording.wakeNs == [3_000_000, 3_000_000, 3_000_000])
    #expect(recording.startNs == [3_000_000, 19_666_667, 36_333_333])
    #expect(recording.timeline.droppedFrameCount == 0)
  }

  @Test("After an hour the ticks are still exact")
  func noDrift() throws {
    let rate = RefreshRate(hertz: 7)
    let recording = try record(Array(repeating: 1, count: 7 * 3_600 + 1), rate: rate)

    #expect(recording.startNs.last == 3_600_000_000_000)
  }

  @Test(
    "A duration ends before the first tick at or after it",
    arguments: [(0, 1), (-5, 1), (100, 6), (101, 7), (1_000, 60)])
  func duration(milliseconds: Int, frames: Int) throws {
    let clock = VirtualClock()
    let recording = try DisplayLink(rate: .hz60, clock: clock)
      .run(until: .duration(.milliseconds(milliseconds))) { _ in clock.work(wall: 5, cpu: 5) }

    #expect(recording.frameCount == frames)
  }

  @Test("A limit of no frames or too many, or a reserve of a period, is rejected")
  func errors() throws {
    let link = try DisplayLink(rate: .hz60, clock: VirtualClock())

    #expect(throws: FrameTimingError.noFrames) { try link.run(until: .frames(0)) { _ in } }
    #expect(throws: FrameTimingError.tooManyFrames(count: .max)) {
      try link.run(until: .frames(.max)) { _ in }
    }
    #expect(throws: FrameTimingError.self) {
      try link.run(until: .duration(.seconds(Int64.max))) { _ in }
    }
    #expect(throws: FrameTimingError.reserveTooLong(nanoseconds: 17_000_000, rate: .hz60)) {
      try DisplayLink(rate: .hz60, reserveNs: 17_000_000, clock: VirtualClock())
    }
  }

  @Test(
    "Sleeping until a past instant returns, and the machine's clocks never go back",
    .timeLimit(.minutes(1)))
  func systemClock() {
    let clock = SystemFrameClock()
    let (time, cpu) = (clock.now(), clock.threadCPU())

    clock.sleep(until: time)
    clock.sleep(until: 0)
    clock.sleep(until: .min)

    #expect(clock.now() >= time)
    #expect(clock.threadCPU() >= cpu)
  }

  @Test("Counters are those of every frame, or none")
  func counters() throws {
    func counters(
      _ tells: @escaping (Int) -> (counters: Bool, runQueue: Bool)
    ) throws -> PacedCounters? {
      let link = try DisplayLink(rate: .hz60, clock: CountingClock(tells))
      return try link.run(until: .frames(3)) { _ in }.counters
    }

    let all = PacedCounters(
      runQueueNs: [7, 7, 7], involuntarySwitches: [1, 1, 1], minorFaults: [2, 2, 2],
      majorFaults: [3, 3, 3])
    #expect(try counters { _ in (true, true) } == all)
    #expect(try counters { _ in (false, false) } == nil)
    // Two readings per frame; the first and the last frame lack them.
    #expect(try counters { (counters: $0 > 2, runQueue: true) } == nil)
    #expect(try counters { (counters: $0 < 5, runQueue: true) } == nil)
    for tells: @Sendable (Int) -> Bool in [{ $0 > 2 }, { $0 < 5 }, { _ in false }] {
      let found = try counters { (counters: true, runQueue: tells($0)) }
      #expect(found?.runQueueNs == nil)
      #expect(found?.majorFaults == [3, 3, 3])
    }
  }

  #if os(Linux)
    @Test("The time in the run queue is the second number that the system tells about a thread")
    func runQueue() throws {
      let clock = SystemFrameClock()
      let before = toldQueueNs()
      let runQueueNs = clock.counters()?.runQueueNs
      let after = toldQueueNs()

      if let before, let after {
        #expect(try (before...after).contains(#require(runQueueNs)))
      } else {
        #expect(runQueueNs == nil)
      }
    }

    @Test("A clock counts for the thread that asks, whichever made it, and keeps no file of it")
    func otherThread() throws {
      let visit = ThreadVisit()
      var thread = pthread_t()
      let failure = pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          Unmanaged<ThreadVisit>.fromOpaque(argument).takeUnretainedValue().ask()
          return nil
        }, Unmanaged.passUnretained(visit).toOpaque())
      try #require(failure == 0)
      pthread_join(thread, nil)

      if let before = visit.before, let after = visit.after {
        #expect(try (before...after).contains(#require(visit.asked)))
        #expect(visit.openFiles == 1)
      } else {
        #expect(visit.asked == nil)
      }
      #expect(filesOfStatistics(of: visit.thread) == 0)
    }
  #endif

  @Test("A recording ends within 36 years, and names the first frame that is not in every array")
  func limits() throws {
    func recording(
      end: Int64 = 5, starts: Int = 2, ends: Int = 2, stop: Int = 1
    ) throws -> PacedRecording {
      try PacedRecording(
        rate: .hz60, depth: 1, reserveNs: 0, beginTick: [0, 1],
        startNs: Array([0, 20_000_000, 40_000_000].prefix(starts)),
        endNs: Array([1, end, end].prefix(ends)), cpuNs: [0, 0],
        stops: [PacedStop(frame: 0, excludedFrames: stop)])
    }
    #expect(try recording(end: CostVector.longestWorkNs).endNs.last == CostVector.longestWorkNs)
    #expect(throws: FrameTimingError.workTooLong(frame: 1)) {
      try recording(end: CostVector.longestWorkNs + 1)
    }
    let problem = "it is not in every array"
    for (starts, frame) in [(1, 1), (3, 2)] {
      #expect(throws: FrameTimingError.malformedRecording(frame: frame, problem: problem)) {
        try recording(end: 20_000_001, starts: starts)
      }
    }
    let most = CostVector.largestFrameCount
    #expect(try recording(end: 20_000_001, stop: most).excludedFrameCount == most)
    #expect(throws: FrameTimingError.self) { try recording(end: 20_000_001, stop: most + 1) }
  }

  @Test("A recording survives a round trip, and a damaged one is rejected")
  func codable() throws {
    let recording = try record([5_000_000, 40_000_000, 5_000_000])
    let data = try JSONEncoder().encode(recording)
    #expect(try JSONDecoder().decode(PacedRecording.self, from: data) == recording)

    let text = String(decoding: data, as: UTF8.self)
    for (good, bad) in [
      ("[0,1,3]", "[0,1]"), ("[0,1,3]", "[0,3,1]"), ("[0,1,3]", "[0,1,9223372036854775807]"),
      ("[0,1,3]", "[-1,1,3]"), ("\"rateHz\":60", "\"rateHz\":0"), ("\"depth\":1", "\"depth\":4"),
      ("5000000,", "-5000000,"), ("\"reserveNs\":0", "\"reserveNs\":16666667"), ("[0,1,3]", "[]"),
    ] {
      let damaged = text.replacing(good, with: bad)
      #expect(damaged != text)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(PacedRecording.self, from: Data(damaged.utf8))
      }
    }
  }

  @Test("On a real clock, every frame has counters that never go backwards")
  func realClock() throws {
    let link = try DisplayLink(rate: RefreshRate(hertz: 500), clock: SystemFrameClock())

    let recording = try link.run(until: .frames(20)) { _ in
      // From the system: an allocator may give out pages again that were touched before.
      let memory = mmap(nil, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
      for page in 0..<256 { memory?.storeBytes(of: 1, toByteOffset: page << 12, as: UInt8.self) }
      munmap(memory, 1 << 20)
    }

    #if os(Linux)
      let counters = try #require(recording.counters)
      #expect(counters.minorFaults.count == 20)
      // A fault may bring several pages.
      #expect(counters.minorFaults[0] > 0)
      #expect(counters.involuntarySwitches.allSatisfy { $0 >= 0 })
      #expect(counters.runQueueNs?.allSatisfy { $0 >= 0 } ?? true)
    #else
      #expect(recording.counters == nil)
    #endif
  }
}

#if os(Linux)
  /// The time of this thread in the run queue, as the system tells it.
  private func toldQueueNs() -> Int64? {
    let text = try? String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8)
    return text.flatMap { Int64($0.split(separator: " ")[1]) }
  }

  /// How many files this process has open with statistics of a thread.
  private func filesOfStatistics(of thread: String) -> Int {
    let files = FileManager.default
    return ((try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count { number in
      let path = try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
      return path?.contains("\(thread)/schedstat") == true
    }
  }

  /// What a thread finds out with a clock that another one made.
  private final class ThreadVisit {
    private let clock = SystemFrameClock()
    private(set) var before, asked, after: Int64?

    /// The process and the number of the thread, as a path.
    private(set) var thread = ""
    private(set) var openFiles = 0

    func ask() {
      before = toldQueueNs()
      asked = clock.counters()?.runQueueNs
      after = toldQueueNs()
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
      thread = link ?? "no thread"
      openFiles = filesOfStatistics(of: thread)
    }
  }
#endif

/// Counts one more of each every time, and tells it or not.
private final class CountingClock: FrameClock {
  let clock = VirtualClock()
  let tells: (Int) -> (counters: Bool, runQueue: Bool)
  var readings = 0
  init(_ tells: @escaping (Int) -> (counters: Bool, runQueue: Bool)) { self.tells = tells }
  func now() -> Int64 { clock.now() }
  func threadCPU() -> Int64 { clock.threadCPU() }
  func sleep(until instant: Int64) { clock.sleep(until: instant) }
  func counters() -> ThreadCounters? {
    let count = Int64(readings)
    readings += 1
    let tells = tells(readings)
    guard tells.counters else { return nil }
    return ThreadCounters(
      runQueueNs: tells.runQueue ? 7 * count : nil, involuntarySwitches: count,
      minorFaults: 2 * count, majorFaults: 3 * count)
  }
}
