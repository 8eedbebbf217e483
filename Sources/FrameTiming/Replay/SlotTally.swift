/// Counts dropped slots as frames are shown, without listing them.
///
/// Gives the number that ``SlotLedger`` gives, for searches that replay many times.
struct SlotTally {
  private(set) var lastSlot = -1
  private(set) var slotBefore = -1

  /// Dropped slots that no later frame can excuse.
  private(set) var settledCount = 0

  /// Dropped slots just before the last one, which a pause before the next frame may excuse.
  private var openCount = 0

  /// The number of dropped slots, were this frame the last one.
  var droppedCount: Int { settledCount + openCount }

  /// Shows a frame in `slot`; no update was expected in the slots of `pause`.
  @inline(__always)
  mutating func show(slot: Int, pause: Range<Int>) {
    if lastSlot < 0 { (slotBefore, lastSlot) = (slot, slot) }
    excuse(pause)
    guard slot > lastSlot else { return }
    settledCount += openCount
    (slotBefore, lastSlot) = (lastSlot, slot)
    openCount = lastSlot - slotBefore - 1
    excuse(pause)
  }

  @inline(__always)
  private mutating func excuse(_ pause: Range<Int>) {
    guard !pause.isEmpty, lastSlot - slotBefore > 1 else { return }
    openCount -= pause.clamped(to: slotBefore + 1..<lastSlot).count
  }
}

/// A replay that only shows frames: the worker's state, and the display's.
struct FramePresenter {
  var scheduler: FrameScheduler
  var tally = SlotTally()

  /// Shows the frame that the scheduler just served.
  ///
  /// - `awaited` is the first tick that it could have been served at, before `idleTicks` more.
  @inline(__always)
  mutating func show(awaited: Int, idleTicks: Int) {
    let (grid, settings) = (scheduler.grid, scheduler.settings)
    let target = scheduler.beginTick + settings.depth
    let overrunNs = scheduler.endNs - (grid.vsync(target) - settings.reserveNs)
    let ready = FrameScheduler.readySlot(
      target: target, overrunNs: overrunNs, endNs: scheduler.endNs, grid: grid, settings: settings)
    let pause = awaited + settings.depth..<awaited + settings.depth + idleTicks
    let slot = settings.queue == .fifo ? max(ready, tally.lastSlot + 1) : ready
    tally.show(slot: slot, pause: pause)
  }
}
