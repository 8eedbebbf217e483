extension FrameTimeline {
  /// Judges frames whose times are known, by the same rules for replayed and measured ones.
  ///
  /// The arrays have one entry per frame; begin ticks ascend, ends never decrease.
  init(
    grid: VsyncGrid, settings: ReplaySettings, pauses: [CostVector.Pause], replayedWorkNs: [Int64]?,
    beginTick: [Int], startNs: [Int64], endNs: [Int64]
  ) {
    let count = beginTick.count
    var overrunNs = [Int64](repeating: 0, count: count)
    var presentSlot = [Int](repeating: 0, count: count)
    var readySlot = presentSlot
    var fragileFrames: [Int] = []
    var ledger = SlotLedger(grid: grid)
    var remaining = pauses[...]
    var late = 0
    var delayed = 0
    var skipped = 0
    var shown = -1
    var error = AnimationError()

    for frame in 0..<count {
      let target = beginTick[frame] + settings.depth
      let targetNs = grid.vsync(target)
      let overrun = endNs[frame] - (targetNs - settings.reserveNs)
      let ready = FrameScheduler.readySlot(
        target: target, overrunNs: overrun, endNs: endNs[frame], grid: grid, settings: settings)
      shown = max(ready, shown + 1)
      overrunNs[frame] = overrun
      readySlot[frame] = ready
      presentSlot[frame] = shown
      if overrun > 0 { late += 1 }
      if shown > target { delayed += 1 }
      if Self.isFragile(overrun, target: target, targetNs: targetNs, grid: grid) {
        fragileFrames.append(frame)
      }
      error.add(sampleNs: targetNs, shownNs: shown == target ? targetNs : grid.vsync(shown))

      let idle = remaining.takeTicks(before: frame)
      let firstAwaited = frame == 0 ? beginTick[0] : beginTick[frame - 1] + 1
      skipped += beginTick[frame] - firstAwaited - idle
      let firstPaused = firstAwaited + settings.depth
      ledger.show(
        frame: frame, slot: settings.queue == .fifo ? shown : ready,
        pause: firstPaused..<firstPaused + idle)
    }
    ledger.finish()

    self.init(
      grid: grid, settings: settings, beginTick: beginTick, startNs: startNs, endNs: endNs,
      overrunNs: overrunNs, presentSlot: presentSlot, readySlot: readySlot,
      fragileFrames: fragileFrames, hitches: ledger.hitches,
      droppedFrameCount: ledger.droppedCount, expectedSlotCount: ledger.expectedCount,
      hitchNs: ledger.hitchNs, activeNs: ledger.activeNs, lateFrameCount: late,
      delayedFrameCount: delayed, skippedTickCount: skipped,
      firstFrameDelaySlots: ledger.firstSlot - beginTick[0] - settings.depth,
      animationErrorMeanNs: error.mean(frameCount: count), animationErrorMaxNs: error.largest,
      pauses: pauses, replayedWorkNs: replayedWorkNs)
  }

  /// Whether the first frame ends so close to the last moment of being at most `slots` late that a
  /// measurement cannot tell.
  func isFirstFrameFragile(lateBy slots: Int) -> Bool {
    // Slots beyond the end of time have no vsync.
    guard slots <= 1_000_000_000 else { return false }
    let last = beginTick[0] + settings.depth + slots
    let lastNs = grid.vsync(last)
    return Self.isFragile(
      endNs[0] - (lastNs - settings.reserveNs), target: last, targetNs: lastNs, grid: grid)
  }

  /// `|overrun| <= max(100 µs, 1 % of the slot that ends at the target)`.
  @inline(__always)
  static func isFragile(
    _ overrunNs: Int64, target: Int, targetNs: Int64, grid: VsyncGrid
  ) -> Bool {
    let distance = overrunNs.magnitude
    if distance <= 100_000 { return true }
    // No slot is longer than 1 s, so most frames are decided without looking at theirs.
    guard distance <= 10_000_000 else { return false }
    return 100 * Int64(distance) <= targetNs - grid.vsync(target - 1)
  }
}

/// The difference between the steps of an animation and the steps of the display that shows it.
private struct AnimationError {
  private var sampleNs: Int64?
  private var shownNs: Int64 = 0
  private var sum: Int64 = 0
  var largest: Int64 = 0

  @inline(__always)
  mutating func add(sampleNs: Int64, shownNs: Int64) {
    if let previous = self.sampleNs {
      let error = abs((sampleNs - previous) - (shownNs - self.shownNs))
      sum += error
      largest = max(largest, error)
    }
    self.sampleNs = sampleNs
    self.shownNs = shownNs
  }

  func mean(frameCount: Int) -> Double {
    frameCount > 1 ? Double(sum) / Double(frameCount - 1) : 0
  }
}
