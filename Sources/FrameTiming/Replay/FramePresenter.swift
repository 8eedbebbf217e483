/// The state of a replay that only counts slots: the worker and the display.
struct FramePresenter {
  var scheduler: FrameScheduler
  var tally = SlotTally()

  /// Shows the frame that the scheduler just served.
  ///
  /// - Parameters:
  ///   - awaited: The first tick at which it could have been served without the idle ticks.
  ///   - idleTicks: Ticks without an update before the frame.
  @inline(__always)
  mutating func show(awaited: Int, idleTicks: Int) {
    let grid = scheduler.grid
    let settings = scheduler.settings
    let target = scheduler.beginTick + settings.depth
    let overrunNs = scheduler.endNs - (grid.vsync(target) - settings.reserveNs)
    let ready = FrameScheduler.readySlot(
      target: target, overrunNs: overrunNs, endNs: scheduler.endNs, grid: grid, settings: settings)
    let pause = awaited + settings.depth..<awaited + settings.depth + idleTicks
    let slot = settings.queue == .fifo ? max(ready, tally.lastSlot + 1) : ready
    tally.show(slot: slot, pause: pause)
  }
}
