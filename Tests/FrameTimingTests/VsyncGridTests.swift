import FrameTiming
import SampleStatistics
import Testing

@Suite("Vsync grid")
struct VsyncGridTests {
  /// The definition, in arithmetic that cannot overflow.
  private func vsync(_ index: Int, hertz: Int) -> Int64 {
    Int64((2 * Int128(index) * 1_000_000_000 + Int128(hertz)) / (2 * Int128(hertz)))
  }

  @Test(
    "Every rate follows the definition, near the start and after years",
    arguments: [1, 7, 24, 59, 60, 90, 120, 144, 360, 999, 1_000])
  func definition(hertz: Int) {
    let grid = VsyncGrid(rate: RefreshRate(hertz: hertz))
    var generator = SplitMix64(seed: UInt64(hertz))
    let indices =
      Array(0...200)
      + (0..<200).map { _ in
        Int.random(in: 0..<hertz * 2_000_000_000, using: &generator)
      }
    for index in indices {
      #expect(grid.vsync(index) == vsync(index, hertz: hertz))
      #expect(
        RefreshRate(hertz: hertz).vsync(index) == .nanoseconds(vsync(index, hertz: hertz)))
    }
  }

  @Test("Gaps at 60 Hz have two lengths and do not drift")
  func gaps() {
    let grid = VsyncGrid(rate: .hz60)

    #expect(
      (0..<6).map(grid.period) == [
        16_666_667, 16_666_666, 16_666_667, 16_666_667, 16_666_666, 16_666_667,
      ])
    #expect(grid.vsync(60 * 86_400) == 86_400_000_000_000)
    #expect(grid.shortestPeriod == 16_666_666)
  }

  @Test(
    "A time belongs to the slot that starts at or before it, to the nanosecond", arguments: 0..<200)
  func lookups(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let segments = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
      VsyncGrid.Segment(
        rate: RefreshRate(hertz: .random(in: 1...1_000, using: &generator)),
        ticks: .random(in: 1...2_000, using: &generator))
    }
    let grid = try VsyncGrid(segments: segments)
    for _ in 0..<50 {
      let index = Int.random(in: 1...12_000, using: &generator)
      let time = grid.vsync(index)
      #expect(grid.lastVsync(notAfter: time) == index)
      #expect(grid.firstVsync(notBefore: time) == index)
      #expect(grid.lastVsync(notAfter: time - 1) == index - 1)
      #expect(grid.firstVsync(notBefore: time - 1) == index)
      #expect(grid.firstVsync(notBefore: time + 1) == index + 1)
      #expect(grid.period(index) > 0)
    }
  }

  @Test("A new rate counts from the vsync at which it starts, and the last one never ends")
  func rateChange() throws {
    let grid = try VsyncGrid(segments: [
      .init(rate: .hz120, ticks: 4), .init(rate: .hz60, ticks: 1),
    ])

    #expect((3...6).map(grid.vsync) == [25_000_000, 33_333_333, 50_000_000, 66_666_666])
    #expect(grid.vsync(64) == 1_033_333_333)
  }

  @Test("A grid names at most four rates")
  func rateText() throws {
    func text(_ rates: Int...) throws -> String {
      try VsyncGrid(segments: rates.map { .init(rate: RefreshRate(hertz: $0), ticks: 1) }).rateText
    }
    #expect(try text(120) == "120 Hz")
    #expect(try text(120, 60, 90, 30) == "120→60→90→30 Hz")
    #expect(try text(120, 60, 90, 30, 10) == "120→60→90→… Hz")
  }

  @Test("The last segment may start after 73 years, to the nanosecond")
  func longest() throws {
    // 9 vsyncs at 89 Hz and 60 at 533 Hz are what 73 years have beyond whole seconds.
    func grid(_ extra: VsyncGrid.Segment...) throws -> VsyncGrid {
      let whole = VsyncGrid.Segment(rate: RefreshRate(hertz: 1), ticks: 2_305_843_009)
      return try VsyncGrid(segments: [whole] + extra + [.init(rate: .hz60, ticks: 1)])
    }
    let nine = VsyncGrid.Segment(rate: RefreshRate(hertz: 89), ticks: 9)
    let sixty = VsyncGrid.Segment(rate: RefreshRate(hertz: 533), ticks: 60)
    #expect(try grid(nine, sixty).vsync(2_305_843_078) == VsyncGrid.longestNs)
    #expect(throws: FrameTimingError.gridTooLong(index: 3)) {
      try grid(nine, sixty, .init(rate: RefreshRate(hertz: 1_000), ticks: 1))
    }
  }

  @Test("An impossible grid is rejected")
  func errors() throws {
    #expect(throws: FrameTimingError.noSegments) { try VsyncGrid(segments: []) }
    #expect(throws: FrameTimingError.emptySegment(index: 1, ticks: 0)) {
      try VsyncGrid(segments: [.init(rate: .hz60, ticks: 1), .init(rate: .hz60, ticks: 0)])
    }
    #expect(throws: FrameTimingError.gridTooLong(index: 0)) {
      try VsyncGrid(segments: [.init(rate: .hz60, ticks: .max), .init(rate: .hz60, ticks: 1)])
    }
    #expect(throws: Never.self) {
      try VsyncGrid(segments: [.init(rate: .hz60, ticks: 1), .init(rate: .hz60, ticks: .max)])
    }
  }
}

@Suite("Refresh rate")
struct RefreshRateTests {
  @Test("Whole numbers of 1…1000 Hz are rates", arguments: ["1", "60", "1000"])
  func accepted(text: String) throws {
    #expect(try "\(RefreshRate(parsing: text).hertz)" == text)
  }

  @Test(
    "Anything else is rejected, with the given text",
    arguments: ["0", "-60", "1e9", "abc", "", "60.5", "1001", "+60", "９０", "99999999999999999999"])
  func refused(text: String) {
    #expect(throws: FrameTimingError.rateOutOfRange(given: text)) {
      try RefreshRate(parsing: text)
    }
  }
}
