/// Calls a workload once per vsync of an imitated display, on a real timer.
///
/// Deadlines are absolute instants of one exact grid, so a run of any length does not drift. While
/// the workload is busy ticks are skipped: the next frame is served at once, at the latest tick
/// (policy `coalesce`).
public struct DisplayLink<Clock: FrameClock> {
  /// Where a run ends.
  public enum Limit: Hashable, Sendable {
    /// After this many frames; at least 1.
    case frames(Int)

    /// Before the first tick at or after this time; at least one frame is served.
    case duration(Duration)
  }

  public let rate: RefreshRate
  public let depth: Int
  public let reserveNs: Int64
  private let clock: Clock

  /// Creates a display link.
  ///
  /// - Parameters:
  ///   - rate: Vsyncs per second.
  ///   - depth: Vsyncs from begin tick to target slot, 1…3.
  ///   - reserveNs: Time that belongs to the compositor, in nanoseconds.
  ///   - clock: The time that it lives by.
  /// - Throws: ``FrameTimingError`` when depth or reserve are out of range.
  public init(
    rate: RefreshRate, depth: Int = 1, reserveNs: Int64 = 0, clock: Clock
  ) throws(FrameTimingError) {
    _ = try FrameReplay(
      grid: VsyncGrid(rate: rate), settings: ReplaySettings(depth: depth, reserveNs: reserveNs))
    (self.rate, self.depth, self.reserveNs, self.clock) = (rate, depth, reserveNs, clock)
  }

  /// Serves frames until `limit` and returns what was measured.
  ///
  /// Vsync 0 is one period after the call. Everything is allocated before it: a frame costs four
  /// readings of clocks, a sleep, and no allocation. The CPU time is read inside of the wall time.
  ///
  /// - Parameters:
  ///   - limit: Where the run ends.
  ///   - makeFrame: The workload, on the calling thread.
  /// - Returns: The times of all frames.
  /// - Throws: What `makeFrame` throws; the recording is lost then. ``FrameTimingError`` for a limit
  ///   of no frames or of more than ``CostVector/largestFrameCount``.
  public func run(
    until limit: Limit, _ makeFrame: (PacedFrame) throws -> Void
  ) throws -> PacedRecording {
    var track = try PacedTrack(capacity: capacity(of: limit))
    let endNs = endNs(of: limit)
    let origin = clock.now() + rate.vsyncNs(1)
    var tick = 0
    repeat {
      let tickNs = rate.vsyncNs(tick)
      clock.sleep(until: origin + tickNs)
      let frame = PacedFrame(
        index: track.count, tick: tick, timestampNs: tickNs,
        targetTimestampNs: rate.vsyncNs(tick + depth))
      let startNs = clock.now() - origin
      let cpuBefore = clock.threadCPU()
      try makeFrame(frame)
      let cpuAfter = clock.threadCPU()
      let doneNs = clock.now() - origin
      track.append(tick: tick, startNs: startNs, endNs: doneNs, cpuNs: cpuAfter - cpuBefore)
      // Done exactly at a tick is free at that tick; the tick just served does not come again.
      tick = max(tick + 1, rate.lastVsync(notAfter: doneNs))
    } while track.hasRoom && rate.vsyncNs(tick) < endNs
    return try track.recording(rate: rate, depth: depth, reserveNs: reserveNs)
  }

  private func capacity(of limit: Limit) throws(FrameTimingError) -> Int {
    let count =
      switch limit {
      case .frames(let count): count
      // One frame per tick at most.
      case .duration: 1 + rate.lastVsync(notAfter: endNs(of: limit))
      }
    guard count > 0 else { throw .noFrames }
    guard count <= CostVector.largestFrameCount else { throw .tooManyFrames(count: count) }
    return count
  }

  private func endNs(of limit: Limit) -> Int64 {
    switch limit {
    case .frames: .max
    case .duration(let duration): min(max(0, duration.wholeNanoseconds), CostVector.longestWorkNs)
    }
  }
}
