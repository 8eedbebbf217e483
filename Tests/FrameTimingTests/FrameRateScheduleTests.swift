import Foundation
import FrameTiming
import SampleStatistics
import Testing

@Suite("Frame rate schedule")
struct FrameRateScheduleTests {
  /// What a display gives to an animation that asks for a range.
  struct Snap: CustomTestStringConvertible, Sendable {
    let display: Int
    let range: FrameRateRange
    let given: Int

    init(_ display: Int, _ minimum: Int, _ maximum: Int, _ preferred: Int? = nil, gives: Int) {
      self.display = display
      range = FrameRateRange(minimum: minimum, maximum: maximum, preferred: preferred)
      given = gives
    }

    var testDescription: String { "\(display) Hz asked for \(range) gives \(given)" }
  }

  @Test(
    "A display gives the rate that is nearest to the preferred one among those it has",
    arguments: [
      Snap(120, 80, 120, gives: 120), Snap(120, 60, 80, gives: 60),
      Snap(120, 10, 120, 80, gives: 60),
      Snap(240, 60, 80, gives: 80), Snap(120, 30, 120, 48, gives: 40),
      // 90 is equally near to 120 and 60.
      Snap(120, 30, 120, 90, gives: 120), Snap(120, 24, 24, gives: 24),
      // Nothing between 61 and 119: the next above. Nothing above either: the display's own.
      Snap(120, 61, 119, 80, gives: 120), Snap(60, 80, 120, gives: 60),
      Snap(120, 41, 59, gives: 60),
      // 17 Hz is no whole fraction of 60; 59 Hz has only its own and 1 Hz.
      Snap(60, 17, 17, gives: 20), Snap(59, 1, 40, gives: 1), Snap(1, 1, 1_000, gives: 1),
    ])
  func snapping(_ snap: Snap) {
    let display = RefreshRate(hertz: snap.display)

    #expect(display.rate(for: snap.range).hertz == snap.given)
  }

  private static let fast = FrameRateRange(minimum: 80, maximum: 120)
  private static let slow = FrameRateRange(minimum: 30, maximum: 60)

  /// 120 Hz, from the vsync at 33.333333 ms on 60 Hz, from the one at 66.666666 ms on 120 Hz again.
  private static let drag = [
    FrameRateRequest(from: .zero, fast), FrameRateRequest(from: .milliseconds(30), slow),
    FrameRateRequest(from: .milliseconds(60), fast),
  ]

  private func segments(
    _ requests: [FrameRateRequest], _ display: RefreshRate = .hz120,
    lasting duration: Duration = .milliseconds(100)
  ) throws -> [[Int]] {
    try FrameRateSchedule(requests, lasting: duration)
      .segments(on: display, lasting: duration).map { [$0.rate.hertz, $0.ticks] }
  }

  @Test("A request takes effect at the next vsync, and every vsync before the end begins a frame")
  func segments() throws {
    func at(_ milliseconds: Int, _ range: FrameRateRange) -> FrameRateRequest {
      FrameRateRequest(from: .milliseconds(milliseconds), range)
    }
    let (fast, slow) = (Self.fast, Self.slow)
    #expect(try segments(Self.drag) == [[120, 4], [60, 2], [120, 4]])
    #expect(try segments(Self.drag, .hz60) == [[60, 6]])
    #expect(try segments([]) == [[120, 12]])
    // Exactly at a vsync; a nanosecond after it, which waits for the next one.
    #expect(try segments([at(25, slow)]) == [[120, 3], [60, 5]])
    #expect(
      try segments([.init(from: .nanoseconds(25_000_001), slow)]) == [[120, 4], [60, 4]])
    // Two requests between two vsyncs: the second counts.
    #expect(try segments([at(26, slow), at(30, fast)]) == [[120, 12]])
    #expect(
      try segments([at(26, fast), at(30, slow), at(40, fast)]) == [[120, 4], [60, 1], [120, 6]])
    // Its vsync is at the end, as far as rounding can tell.
    #expect(
      try segments([at(25, slow)], lasting: .nanoseconds(25_000_001)) == [[120, 3]])
    // Its vsync is after the end.
    #expect(try segments([at(99, slow)]) == [[120, 12]])
    // Only slow: never the display's own rate.
    #expect(try segments([at(0, slow)]) == [[60, 6]])
  }

  @Test("A request may come after 36 years, to the nanosecond")
  func latest() throws {
    func schedule(_ nanoseconds: Int64) throws -> FrameRateSchedule {
      try FrameRateSchedule(
        [FrameRateRequest(from: .nanoseconds(nanoseconds), Self.slow)],
        lasting: .seconds(2_000_000_000))
    }
    #expect(try schedule(CostVector.longestWorkNs).requests.count == 1)
    #expect(throws: FrameTimingError.self) { try schedule(CostVector.longestWorkNs + 1) }
  }

  @Test("A range that does not ascend traps, and is refused in a file")
  func descending() async throws {
    await #expect(processExitsWith: .failure) {
      _ = FrameRateRange(minimum: 60, maximum: 120, preferred: 30)
    }
    await #expect(processExitsWith: .failure) {
      _ = FrameRateRange(minimum: 60, maximum: 80, preferred: 120)
    }
    func decode(_ minimum: Int, _ preferred: Int, _ maximum: Int) throws -> FrameRateRange {
      let json = #"{"minimum": \#(minimum), "preferred": \#(preferred), "maximum": \#(maximum)}"#
      return try JSONDecoder().decode(FrameRateRange.self, from: Data(json.utf8))
    }
    #expect(try decode(60, 60, 60) == FrameRateRange(minimum: 60, maximum: 60))
    #expect(try decode(30, 60, 120).preferred == .hz60)
    #expect(throws: DecodingError.self) { try decode(60, 30, 120) }
    #expect(throws: DecodingError.self) { try decode(60, 130, 120) }
  }

  @Test("Requests in a file ascend")
  func codable() throws {
    let schedule = try FrameRateSchedule(Self.drag, lasting: .milliseconds(100))
    let data = try JSONEncoder().encode(schedule)
    #expect(try JSONDecoder().decode(FrameRateSchedule.self, from: data) == schedule)
    for order in [[1, 0], [1, 1]] {
      let data = try JSONEncoder().encode(order.map { Self.drag[$0] })
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(FrameRateSchedule.self, from: data)
      }
    }
  }

  @Test("What cannot be is refused with what to do")
  func refusals() {
    let range = Self.slow
    func error(_ times: Int...) -> FrameTimingError? {
      do throws(FrameTimingError) {
        _ = try FrameRateSchedule(
          times.map { FrameRateRequest(from: .milliseconds($0), range) },
          lasting: .milliseconds(100))
        return nil
      } catch {
        return error
      }
    }
    #expect(error(-1) == .frameRateOutsideAnimation(start: .milliseconds(-1)))
    #expect(error(100) == .frameRateOutsideAnimation(start: .milliseconds(100)))
    #expect(error(7, 3, 7) == .frameRatesAtOneTime(start: .milliseconds(7)))
    #expect(error(99, 0) == nil)
    #expect(error(100)?.description.hasSuffix("Give a time before its end.") == true)
  }

  @Test("Frames on a changing grid have the slots that were computed by hand")
  func slots() throws {
    let schedule = try FrameRateSchedule(Self.drag, lasting: .milliseconds(100))
    let grid = try VsyncGrid(segments: schedule.segments(on: .hz120, lasting: .milliseconds(100)))
    let work = [1, 1, 1, 12, 1, 12, 10, 1, 1, 1].map { Int64($0) * 1_000_000 }

    let timeline = try FrameReplay(grid: grid, settings: .strict)
      .timeline(of: CostVector(workNs: work))

    #expect(
      (0...10).map(grid.vsync) == [
        0, 8_333_333, 16_666_667, 25_000_000, 33_333_333, 50_000_000, 66_666_666, 74_999_999,
        83_333_333, 91_666_666, 99_999_999,
      ])
    // Frame 3 begins at 25 ms at 120 Hz and ends at 37 ms: its slot of 60 Hz is lost. Frame 5 has
    // 12 of 16.7 ms; frame 6 ends after its slot of 120 Hz, but all of them are shown one slot
    // later already.
    #expect(timeline.presentSlot == [1, 2, 3, 5, 6, 7, 8, 9, 10, 11])
    #expect(timeline.droppedSlots == [4])
    #expect(timeline.hitchNs == 16_666_667)
    #expect(timeline.lateFrameCount == 2)
    #expect(timeline.delayedFrameCount == 7)
    #expect(timeline.activeNs == 108_333_333)
  }

  @Test("The edge rows of the frame model follow from schedules", arguments: [0, 1, 2])
  func edges(row: Int) throws {
    let ms: Int64 = 1_000_000
    let rows:
      [(first: FrameRateRange, then: FrameRateRange, at: Int, work: [Int64], slots: [Int])] = [
        (Self.fast, Self.slow, 30, Array(repeating: 5 * ms, count: 8), Array(1...8)),
        (Self.slow, Self.fast, 60, Array(repeating: 10 * ms, count: 8), [1, 2, 3, 4, 6, 7, 8, 9]),
        (Self.fast, Self.slow, 30, [5, 5, 5, 12, 5, 5].map { $0 * ms }, [1, 2, 3, 5, 6, 7]),
      ]
    let (first, then, time, work, slots) = rows[row]
    let schedule = try FrameRateSchedule(
      [.init(from: .zero, first), .init(from: .milliseconds(time), then)],
      lasting: .milliseconds(200))
    let grid = try VsyncGrid(segments: schedule.segments(on: .hz120, lasting: .milliseconds(200)))

    let timeline = try FrameReplay(grid: grid, settings: .strict)
      .timeline(of: CostVector(workNs: work))

    #expect(grid.segments[0].ticks == 4)
    #expect(timeline.presentSlot == slots)
  }
}

extension FrameRateScheduleTests {
  /// A schedule of up to six requests and what it is for.
  private struct Random {
    let display: RefreshRate
    let duration: Duration
    var requests: [FrameRateRequest] = []
    var generator: SplitMix64

    init(seed: UInt64) {
      generator = SplitMix64(seed: seed)
      display = RefreshRate(hertz: [60, 90, 120, 144, 240].randomElement(using: &generator) ?? 60)
      let duration = Int64.random(in: 1...2_000_000_000, using: &generator)
      self.duration = .nanoseconds(duration)
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        let rates = (0..<3).map { _ in Int.random(in: 10...240, using: &generator) }.sorted()
        let start = Int64.random(in: 0..<duration, using: &generator)
        guard !requests.contains(where: { $0.start == .nanoseconds(start) }) else { continue }
        requests.append(
          .from(.nanoseconds(start), minimum: rates[0], maximum: rates[2], preferred: rates[1]))
      }
    }

    func segments(_ requests: [FrameRateRequest]) throws -> [VsyncGrid.Segment] {
      try FrameRateSchedule(requests, lasting: duration).segments(on: display, lasting: duration)
    }
  }

  @Test("Asking for the display's own rate is the same as asking for nothing", arguments: 0..<60)
  func constant(seed: UInt64) throws {
    let random = Random(seed: seed)
    let hertz = random.display.hertz

    let asked = try random.segments([.from(.zero, minimum: hertz, maximum: hertz)])

    #expect(try random.segments([]) == asked)
    try #require(asked.count == 1)
    var generator = random.generator
    let work = (0..<asked[0].ticks).map { _ in Int64.random(in: 0...30_000_000, using: &generator) }
    let costs = try CostVector(workNs: work)
    let plain = FrameReplay(rate: random.display).timeline(of: costs)
    let replayed = try FrameReplay(grid: VsyncGrid(segments: asked), settings: .strict)
      .timeline(of: costs)
    #expect(replayed.presentSlot == plain.presentSlot && replayed.endNs == plain.endNs)
    #expect(replayed.hitchRatio.bitPattern == plain.hitchRatio.bitPattern)
    #expect(replayed.animationErrorMeanNs.bitPattern == plain.animationErrorMeanNs.bitPattern)
  }

  @Test("The order of requests, and asking again for the same, change nothing", arguments: 0..<100)
  func orderAndRepetition(seed: UInt64) throws {
    let random = Random(seed: seed)
    var generator = random.generator
    let segments = try random.segments(random.requests)

    #expect(try random.segments(random.requests.shuffled(using: &generator)) == segments)
    let times = random.requests.map(\.start)
    let start = Duration.nanoseconds(
      Int64.random(in: 0..<random.duration.wholeNanoseconds, using: &generator))
    let inForce = random.requests.filter { $0.start < start }.max { $0.start < $1.start }
    if let inForce, !times.contains(start) {
      let again = FrameRateRequest(from: start, inForce.range)
      #expect(try random.segments(random.requests + [again]) == segments)
    }
  }

  @Test(
    "Rates divide the display's, neighbors differ, and frames fill the time", arguments: 0..<100)
  func shape(seed: UInt64) throws {
    let random = Random(seed: seed)
    let segments = try random.segments(random.requests)
    let count = segments.reduce(0) { $0 + $1.ticks }
    let grid = try VsyncGrid(segments: segments)
    let end = random.duration.wholeNanoseconds

    #expect(segments.allSatisfy { random.display.hertz.isMultiple(of: $0.rate.hertz) })
    #expect(segments.allSatisfy { $0.ticks > 0 })
    #expect(zip(segments, segments.dropFirst()).allSatisfy { $0.rate != $1.rate })
    #expect(grid.vsync(count - 1) < end)
    #expect(grid.vsync(count) >= end - Int64(segments.count))
  }
}
