/// What a real timer measured, frame by frame.
///
/// Arrays have one entry per frame, without the frames during which the process was stopped.
/// Times are nanoseconds since vsync 0.
public struct PacedRecording: Hashable, Sendable {
  /// The maximum refresh rate of the display.
  public let rate: RefreshRate

  /// The vsyncs that frames were paced on.
  public let grid: VsyncGrid

  /// The number of vsyncs from the tick that starts a frame to its target; 1…3.
  public let depth: Int

  /// Time reserved for the compositor, in nanoseconds.
  public let reserveNs: Int64

  /// The tick at which each frame was served.
  public let beginTick: [Int]

  /// When each frame's work started.
  public let startNs: [Int64]

  /// When each frame's work was done.
  public let endNs: [Int64]

  /// CPU time of each frame's work on its thread.
  public let cpuNs: [Int64]

  /// What the system counted during each frame, or nil if it does not count.
  public let counters: PacedCounters?

  /// The places where the process was stopped and continued, in order.
  public let stops: [PacedStop]

  /// By how much the wall clock was adjusted during the run, in nanoseconds.
  ///
  /// Negative if it was set back, 0 if it was not adjusted. Frames are timed by the monotonic
  /// clock, so it does not affect them.
  public let systemClockJumpNs: Int64

  /// Creates a recording.
  ///
  /// If `grid` is nil, vsyncs are those of `rate`. The arrays do not contain the frames of `stops`.
  ///
  /// - Throws: ``FrameTimingError`` when the arrays differ in length, or cannot come from a display
  ///   link: ticks that do not ascend, a start before its tick or before the end of the previous
  ///   frame, an end before its start, or times beyond 36 years.
  package init(
    rate: RefreshRate, grid: VsyncGrid? = nil, depth: Int, reserveNs: Int64, beginTick: [Int],
    startNs: [Int64], endNs: [Int64], cpuNs: [Int64], counters: PacedCounters? = nil,
    stops: [PacedStop] = [], systemClockJumpNs: Int64 = 0
  ) throws(FrameTimingError) {
    let grid = grid ?? VsyncGrid(rate: rate)
    try grid.check(depth: depth, reserveNs: reserveNs)
    try Self.check(
      grid: grid, beginTick: beginTick, startNs: startNs, endNs: endNs, cpuNs: cpuNs)
    if let problem = counters?.problem(frameCount: beginTick.count) {
      throw .malformedRecording(frame: 0, problem: problem)
    }
    try Self.check(stops, frameCount: beginTick.count)
    self.rate = rate
    self.grid = grid
    self.depth = depth
    self.reserveNs = reserveNs
    self.beginTick = beginTick
    self.startNs = startNs
    self.endNs = endNs
    self.cpuNs = cpuNs
    self.counters = counters
    self.stops = stops
    self.systemClockJumpNs = systemClockJumpNs
  }

  private static func check(_ stops: [PacedStop], frameCount: Int) throws(FrameTimingError) {
    var last = -1
    for stop in stops {
      guard last < stop.frame, stop.frame <= frameCount, stop.excludedFrames > 0,
        stop.excludedFrames <= FrameLimits.largestFrameCount
      else { throw .malformedRecording(frame: stop.frame, problem: "a stop cannot precede it") }
      last = stop.frame
    }
  }

  private static func check(
    grid: VsyncGrid, beginTick: [Int], startNs: [Int64], endNs: [Int64], cpuNs: [Int64]
  ) throws(FrameTimingError) {
    guard !beginTick.isEmpty else { throw .noFrames }
    for count in [startNs.count, endNs.count, cpuNs.count] where count != beginTick.count {
      throw .malformedRecording(
        frame: min(count, beginTick.count), problem: "it is not in every array")
    }
    var tick = -1
    var end: Int64 = 0
    for frame in beginTick.indices {
      func damaged(_ problem: String) -> FrameTimingError {
        .malformedRecording(frame: frame, problem: problem)
      }
      guard beginTick[frame] > tick else { throw damaged("its tick is not after the previous one") }
      tick = beginTick[frame]
      guard startNs[frame] >= end else { throw damaged("it starts before the previous one ended") }
      guard endNs[frame] >= startNs[frame] else { throw damaged("it ends before it starts") }
      end = endNs[frame]
      guard end <= FrameLimits.longestWorkNs else { throw .workTooLong(frame: frame) }
      // This also limits the tick, so that its time cannot overflow.
      guard tick <= grid.lastVsync(notAfter: startNs[frame]) else {
        throw damaged("it starts before its tick")
      }
      guard cpuNs[frame] >= 0 else { throw damaged("its CPU time is negative") }
    }
  }
}

extension PacedRecording {
  /// The number of frames that were left out because the process was stopped.
  public var excludedFrameCount: Int { stops.reduce(0) { $0 + $1.excludedFrames } }

  /// The number of frames; at least 1.
  public var frameCount: Int { beginTick.count }

  /// Time from each frame's tick to its start: the timer's delay, or the previous frame that ran
  /// on.
  public var wakeNs: [Int64] { zip(startNs, beginTick).map { $0 - grid.vsync($1) } }

  /// Time from each frame's start to its end.
  public var wallNs: [Int64] { zip(endNs, startNs).map { $0 - $1 } }
}

/// Decoding makes the same checks as the initializer.
extension PacedRecording: Codable {
  private enum CodingKeys: String, CodingKey {
    case rate = "rateHz"
    case segments, depth, reserveNs, beginTick, startNs, endNs, cpuNs, counters, stops
    case systemClockJumpNs
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    do {
      try self.init(
        rate: values.decode(RefreshRate.self, forKey: .rate),
        grid: values.decodeIfPresent([VsyncGrid.Segment].self, forKey: .segments)
          .map { try VsyncGrid(segments: $0) },
        depth: values.decode(Int.self, forKey: .depth),
        reserveNs: values.decode(Int64.self, forKey: .reserveNs),
        beginTick: values.decode([Int].self, forKey: .beginTick),
        startNs: values.decode([Int64].self, forKey: .startNs),
        endNs: values.decode([Int64].self, forKey: .endNs),
        cpuNs: values.decode([Int64].self, forKey: .cpuNs),
        counters: values.decodeIfPresent(PacedCounters.self, forKey: .counters),
        stops: values.decodeIfPresent([PacedStop].self, forKey: .stops) ?? [],
        systemClockJumpNs: values.decodeIfPresent(Int64.self, forKey: .systemClockJumpNs) ?? 0)
    } catch let error as FrameTimingError {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.description))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(rate, forKey: .rate)
    if grid != VsyncGrid(rate: rate) {
      try values.encode(grid.segments, forKey: .segments)
    }
    try values.encode(depth, forKey: .depth)
    try values.encode(reserveNs, forKey: .reserveNs)
    try values.encode(beginTick, forKey: .beginTick)
    try values.encode(startNs, forKey: .startNs)
    try values.encode(endNs, forKey: .endNs)
    try values.encode(cpuNs, forKey: .cpuNs)
    try values.encodeIfPresent(counters, forKey: .counters)
    if !stops.isEmpty { try values.encode(stops, forKey: .stops) }
    if systemClockJumpNs != 0 { try values.encode(systemClockJumpNs, forKey: .systemClockJumpNs) }
  }
}
