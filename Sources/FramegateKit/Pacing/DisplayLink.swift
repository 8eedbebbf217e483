public import FrameModel

/// Calls a workload once per vsync of an imitated display, on a real timer.
///
/// Deadlines are absolute times on one exact grid, so a run of any length does not drift. While the
/// workload is busy, ticks are skipped: the next frame is served at once, for the latest tick
/// (policy `coalesce`).
public struct DisplayLink<Clock: FrameClock> {
  /// Where a run ends.
  public enum Limit: Hashable, Sendable {
    /// After this many frames; at least 1.
    case frames(Int)

    /// Before the first tick at or after this time; at least one frame is served.
    case duration(Duration)
  }

  /// The maximum refresh rate of the display.
  public let rate: RefreshRate

  /// The vsyncs at which frames are served.
  public let grid: VsyncGrid
  public let depth: Int
  public let reserveNs: Int64
  private let clock: Clock

  /// Creates a display link.
  ///
  /// - Parameters:
  ///   - rate: The maximum number of vsyncs per second.
  ///   - grid: The vsyncs of a run whose rate changes, or nil for a constant `rate`.
  ///   - depth: The number of vsyncs from the tick that starts a frame to its target, 1…3.
  ///   - reserveNs: Time reserved for the compositor, in nanoseconds.
  ///   - clock: The clock to run on.
  /// - Throws: ``FrameTimingError`` when the depth or the reserve is out of range.
  public init(
    rate: RefreshRate, grid: VsyncGrid? = nil, depth: Int = 1, reserveNs: Int64 = 0, clock: Clock
  ) throws(FrameTimingError) {
    let grid = grid ?? VsyncGrid(rate: rate)
    try grid.check(depth: depth, reserveNs: reserveNs)
    self.rate = rate
    self.grid = grid
    self.depth = depth
    self.reserveNs = reserveNs
    self.clock = clock
  }

  /// Serves frames until `limit` and returns what was measured.
  ///
  /// Vsync 0 is one period after the call. All memory is allocated before then, so a frame costs
  /// five clock reads, two reads of counters, a sleep and no allocation. The CPU clock is read
  /// inside the interval of the wall clock. Frames that a stop of the process hit are left out.
  ///
  /// - Parameters:
  ///   - limit: Where the run ends.
  ///   - makeFrame: The workload, on the calling thread.
  /// - Returns: The times of all frames.
  /// - Throws: What `makeFrame` throws, which discards the recording. ``FrameTimingError`` for a
  ///   limit of no frames or of more than 100 million.
  public func run(
    until limit: Limit, _ makeFrame: (PacedFrame) throws -> Void
  ) throws -> PacedRecording {
    var track = try PacedTrack(capacity: capacity(of: limit))
    let endNs = endNs(of: limit)
    let origin = clock.now() + grid.vsync(1)
    let offset = SystemClockOffset(clock)
    var stopCount = clock.stopCount()
    var tick = 0
    repeat {
      let tickNs = grid.vsync(tick)
      clock.sleep(until: origin + tickNs)
      let frame = PacedFrame(
        index: track.count, tick: tick, timestampNs: tickNs,
        targetTimestampNs: grid.vsync(tick + depth))
      let startNs = clock.now() - origin
      let before = clock.counters()
      // Unused: after a wait, the first read misses the caches, which is not the frame's cost.
      _ = clock.threadCPU()
      let cpuBefore = clock.threadCPU()
      try makeFrame(frame)
      let cpuAfter = clock.threadCPU()
      let doneNs = clock.now() - origin
      let stops = clock.stopCount()
      track.append(
        PacedTrack.Reading(
          tick: tick, isStopped: stops != stopCount, startNs: startNs, endNs: doneNs,
          cpuNs: cpuAfter - cpuBefore,
          counters: before.flatMap { before in clock.counters()?.since(before) }))
      stopCount = stops
      // The next frame may start at the tick at which this one ended exactly, but never at the
      // tick that was just served.
      tick = max(tick + 1, grid.lastVsync(notAfter: doneNs))
    } while track.hasRoom && grid.vsync(tick) < endNs
    var jumpNs: Int64 = 0
    if let offset, let now = SystemClockOffset(clock) { jumpNs = now.jump(since: offset) }
    return try track.recording(
      rate: rate, grid: grid, depth: depth, reserveNs: reserveNs, systemClockJumpNs: jumpNs)
  }

  private func capacity(of limit: Limit) throws(FrameTimingError) -> Int {
    let count =
      switch limit {
      case .frames(let count): count
      // At most one frame per tick.
      case .duration: 1 + grid.lastVsync(notAfter: endNs(of: limit))
      }
    guard count > 0 else { throw .noFrames }
    guard count <= FrameLimits.largestFrameCount else { throw .tooManyFrames(count: count) }
    return count
  }

  private func endNs(of limit: Limit) -> Int64 {
    switch limit {
    case .frames: .max
    case .duration(let duration): min(max(0, duration.wholeNanoseconds), FrameLimits.longestWorkNs)
    }
  }
}

/// What a display link tells the workload about the frame to make.
public struct PacedFrame: Hashable, Sendable {
  /// The frame's number, from 0, without gaps.
  public let index: Int

  /// The tick at which the frame is served; ticks are skipped while the workload is busy.
  public let tick: Int

  /// The time of that tick, in nanoseconds since vsync 0.
  public let timestampNs: Int64

  /// When the frame should be shown, in nanoseconds since vsync 0; evaluate animations at this
  /// time.
  public let targetTimestampNs: Int64
}

/// The clock of a display link: the machine's, or a test's.
///
/// All times are in nanoseconds. None of the functions may allocate.
public protocol FrameClock {
  /// Monotonic time since a fixed, unknown instant.
  func now() -> Int64

  /// CPU time that the calling thread has used.
  func threadCPU() -> Int64

  /// What the system has counted about the calling thread, or nil if it does not count.
  func counters() -> ThreadCounters?

  /// How often the process was stopped and continued, counted from any start; always the same
  /// number if the clock cannot tell.
  func stopCount() -> Int

  /// The time of day, which people and time servers can set, as time since a fixed instant; nil if
  /// the clock cannot tell.
  func systemTime() -> Int64?

  /// Returns when ``now()`` reaches `instant`, never earlier; at once if it has passed.
  func sleep(until instant: Int64)
}

extension FrameClock {
  public func counters() -> ThreadCounters? { nil }
  public func stopCount() -> Int { 0 }
  public func systemTime() -> Int64? { nil }
}
