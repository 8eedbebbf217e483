extension FrameTimeline {
  /// Creates the timeline of frames with known times; replayed and measured frames follow the same
  /// rules.
  ///
  /// The arrays have one entry per frame; begin ticks ascend, and ends never decrease.
  init(
    grid: VsyncGrid, settings: ReplaySettings, pauses: [CostVector.Pause], replayedWorkNs: [Int64]?,
    beginTick: [Int], startNs: [Int64], endNs: [Int64]
  ) {
    var remaining = pauses[...]
    self.init(
      grid: grid, settings: settings, pauses: pauses, replayedWorkNs: replayedWorkNs,
      beginTick: beginTick, startNs: startNs, endNs: endNs
    ) { frame, target, targetNs in
      let overrun = endNs[frame] - (targetNs - settings.reserveNs)
      let ready = FrameScheduler.readySlot(
        target: target, overrunNs: overrun, endNs: endNs[frame], grid: grid, settings: settings)
      let firstAwaited = frame == 0 ? beginTick[0] : beginTick[frame - 1] + 1
      let firstPaused = firstAwaited + settings.depth
      return (
        overrun, ready, firstPaused..<firstPaused + remaining.takeTicks(before: frame),
        Self.isFragile(overrun, target: target, targetNs: targetNs, grid: grid)
      )
    }
  }

  /// A frame whose overrun and slot are known from a log of a display or of deadlines.
  package struct Placed: Hashable, Sendable {
    package let readySlot: Int
    let beginTick: Int
    let startNs, endNs, overrunNs: Int64
    let pause: Range<Int>

    /// Creates a frame.
    ///
    /// - Parameters:
    ///   - beginTick: The target slot minus the depth.
    ///   - startNs: When its work started, since vsync 0.
    ///   - endNs: When its work was done, since vsync 0.
    ///   - overrunNs: End minus deadline.
    ///   - readySlot: The first slot in which it could be shown, or the one in which it was shown.
    ///   - pause: Slots before its own in which no update was expected.
    package init(
      beginTick: Int, startNs: Int64, endNs: Int64, overrunNs: Int64, readySlot: Int,
      pause: Range<Int>
    ) {
      self.beginTick = beginTick
      self.startNs = startNs
      self.endNs = endNs
      self.overrunNs = overrunNs
      self.readySlot = readySlot
      self.pause = pause
    }
  }

  /// Creates the timeline of frames whose slots are in a log.
  ///
  /// None of them is fragile, because their slots are not computed from the times of their ends.
  ///
  /// Begin ticks never decrease. With the queue `latest`, ready slots never decrease either. With
  /// `fifo`, they may: a frame that is two slots late may be ready after the next one.
  package init(grid: VsyncGrid, settings: ReplaySettings, placed: [Placed]) {
    self.init(
      grid: grid, settings: settings, pauses: [], replayedWorkNs: nil,
      beginTick: placed.map(\.beginTick), startNs: placed.map(\.startNs),
      endNs: placed.map(\.endNs), isShown: settings.queue == .latest, hasStatedSlots: true
    ) { frame, _, _ in
      (placed[frame].overrunNs, placed[frame].readySlot, placed[frame].pause, false)
    }
  }

  /// Creates the timeline from the placement of each frame: its overrun, the first slot in which it
  /// could be shown, the slots before it without an expected update, and whether it is fragile.
  @inline(__always)
  private init(
    grid: VsyncGrid, settings: ReplaySettings, pauses: [CostVector.Pause], replayedWorkNs: [Int64]?,
    beginTick: [Int], startNs: [Int64], endNs: [Int64], isShown: Bool = false,
    hasStatedSlots: Bool = false,
    place: (_ frame: Int, _ target: Int, _ targetNs: Int64) -> (
      overrunNs: Int64, readySlot: Int, pause: Range<Int>, isFragile: Bool
    )
  ) {
    let count = beginTick.count
    var overrunNs = [Int64](repeating: 0, count: count)
    var presentSlot = [Int](repeating: 0, count: count)
    var latestSlot = presentSlot
    var fragileFrames: [Int] = []
    var ledger = SlotLedger(grid: grid)
    var late = 0
    var delayed = 0
    var skipped = 0
    var shown = -1
    var error = AnimationError()

    for frame in 0..<count {
      let target = beginTick[frame] + settings.depth
      let targetNs = grid.vsync(target)
      let placed = place(frame, target, targetNs)
      // If the display discarded frames, its log has the slot of every frame.
      shown = isShown ? placed.readySlot : max(placed.readySlot, shown + 1)
      overrunNs[frame] = placed.overrunNs
      latestSlot[frame] = placed.readySlot
      presentSlot[frame] = shown
      if placed.overrunNs > 0 { late += 1 }
      if shown > target { delayed += 1 }
      if placed.isFragile { fragileFrames.append(frame) }
      error.add(sampleNs: targetNs, shownNs: shown == target ? targetNs : grid.vsync(shown))

      let firstAwaited = frame == 0 ? beginTick[0] : beginTick[frame - 1] + 1
      // Two frames of a log may start at the same tick.
      skipped += max(0, beginTick[frame] - firstAwaited - placed.pause.count)
      ledger.show(
        frame: frame, slot: settings.queue == .fifo ? shown : placed.readySlot, pause: placed.pause)
    }
    ledger.finish()
    // A frame is replaced by a newer one that is ready no later.
    for frame in latestSlot.indices.dropLast().reversed() {
      latestSlot[frame] = min(latestSlot[frame], latestSlot[frame + 1])
    }

    self.init(
      grid: grid, settings: settings, beginTick: beginTick, startNs: startNs, endNs: endNs,
      overrunNs: overrunNs, presentSlot: presentSlot, latestSlot: latestSlot,
      fragileFrames: fragileFrames, hitches: ledger.hitches,
      droppedFrameCount: ledger.droppedCount, expectedSlotCount: ledger.expectedCount,
      hitchNs: ledger.hitchNs, activeNs: ledger.activeNs, lateFrameCount: late,
      delayedFrameCount: delayed, skippedTickCount: skipped,
      firstFrameDelaySlots: ledger.firstSlot - beginTick[0] - settings.depth,
      animationErrorMeanNs: error.mean(frameCount: count), animationErrorMaxNs: error.largest,
      pauses: pauses, replayedWorkNs: replayedWorkNs, hasStatedSlots: hasStatedSlots)
  }

  /// Whether the first frame ends so close to the deadline for being at most `slots` late that a
  /// measurement cannot tell whether it met it.
  func isFirstFrameFragile(lateBy slots: Int) -> Bool {
    // Slots beyond the end of time have no vsync.
    guard slots <= 1_000_000_000, !hasStatedSlots else { return false }
    let last = beginTick[0] + settings.depth + slots
    let lastNs = grid.vsync(last)
    return Self.isFragile(
      endNs[0] - (lastNs - settings.reserveNs), target: last, targetNs: lastNs, grid: grid)
  }

  /// How many slots after its target a frame is due that ends so close to the last moment for that
  /// slot that a measurement cannot tell whether it is shown in it; nil for any other frame.
  func fragileDelay(of frame: Int) -> Int? {
    guard !hasStatedSlots else { return nil }
    let target = beginTick[frame] + settings.depth
    let ready = FrameScheduler.readySlot(
      target: target, overrunNs: overrunNs[frame], endNs: endNs[frame], grid: grid,
      settings: settings)
    let slot = (max(target, ready - 1)...ready).first { slot in
      let slotNs = grid.vsync(slot)
      return Self.isFragile(
        endNs[frame] - (slotNs - settings.reserveNs), target: slot, targetNs: slotNs, grid: grid)
    }
    return slot.map { $0 - target }
  }

  /// `|overrun| <= max(100 µs, 1 % of the slot that ends at the target)`.
  @inline(__always)
  static func isFragile(
    _ overrunNs: Int64, target: Int, targetNs: Int64, grid: VsyncGrid
  ) -> Bool {
    let distance = overrunNs.magnitude
    if distance <= 100_000 { return true }
    // No slot is longer than 1 s, so a longer distance needs no look at the frame's slot.
    guard distance <= 10_000_000 else { return false }
    return 100 * Int64(distance) <= targetNs - grid.vsync(target - 1)
  }
}

/// The difference between an animation's steps in time and the times at which they are shown.
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

  func mean(frameCount: Int) -> Double { frameCount > 1 ? Double(sum) / Double(frameCount - 1) : 0 }
}
