/// The worker of a replay: the tick at which each frame is served, and when its work starts and
/// ends.
struct FrameScheduler {
  let grid: VsyncGrid
  let settings: ReplaySettings

  /// The tick of the last frame; −1 before the first.
  var beginTick = -1

  /// When the last frame ended, in nanoseconds.
  var endNs: Int64 = 0

  /// Serves the next frame, at a later tick if the worker is still busy, and returns when its work
  /// starts, in nanoseconds.
  ///
  /// A worker that finishes exactly at a tick is free at that tick.
  @inline(__always)
  mutating func serve(idleTicks: Int, workNs: Int64) -> Int64 {
    let awaited = beginTick + 1 + idleTicks
    var tickNs = grid.vsync(awaited)
    if endNs <= tickNs {
      beginTick = awaited
    } else {
      beginTick =
        settings.startPolicy == .coalesce
        ? grid.lastVsync(notAfter: endNs) : grid.firstVsync(notBefore: endNs)
      tickNs = grid.vsync(beginTick)
    }
    // With `align`, the tick is never before the end of the previous frame, so one rule covers
    // both policies.
    let startNs = max(endNs, tickNs + settings.wakeDelayNs)
    endNs = startNs + workNs
    return startNs
  }
}

extension FrameScheduler {
  /// The first slot in which a frame may be shown: it must be done, and its target reached.
  @inline(__always)
  static func readySlot(
    target: Int, overrunNs: Int64, endNs: Int64, grid: VsyncGrid, settings: ReplaySettings
  ) -> Int { overrunNs <= 0 ? target : grid.firstVsync(notBefore: endNs + settings.reserveNs) }
}
