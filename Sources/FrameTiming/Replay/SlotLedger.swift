/// Divides the slots between shown frames into dropped slots and slots without an update.
///
/// Frames arrive in order, with slots that never decrease. When two frames have the same slot
/// (queue `latest`), the first one is discarded. A pause starts after the target of the previous
/// frame. If that frame is shown late, the pause also excuses earlier slots, so a gap stays open
/// until one more frame has arrived.
struct SlotLedger {
  private let grid: VsyncGrid
  private(set) var hitches: [Hitch] = []
  private(set) var droppedCount = 0
  private(set) var hitchNs: Int64 = 0
  private(set) var firstSlot = 0
  private(set) var lastSlot = 0
  private var slotBefore = 0
  private var lastFrame = -1
  private var pausesInGap: [Range<Int>] = []
  private var pausedCount = 0
  private var pausedNs: Int64 = 0

  init(grid: VsyncGrid) { self.grid = grid }

  /// Shows `frame` in `slot`; no update is expected in the slots of `pause`.
  @inline(__always)
  mutating func show(frame: Int, slot: Int, pause: Range<Int>) {
    if lastFrame < 0 {
      firstSlot = slot
      lastSlot = slot
      slotBefore = slot
    }
    excuse(pause)
    if slot > lastSlot {
      if lastSlot - slotBefore > 1 { closeGap() }
      slotBefore = lastSlot
      lastSlot = slot
      excuse(pause)
    }
    lastFrame = frame
  }

  @inline(__always)
  private mutating func excuse(_ pause: Range<Int>) {
    guard !pause.isEmpty, lastSlot - slotBefore > 1 else { return }
    let clipped = pause.clamped(to: slotBefore + 1..<lastSlot)
    if !clipped.isEmpty { pausesInGap.append(clipped) }
  }

  /// Ends the animation with the last frame shown.
  mutating func finish() { if lastSlot - slotBefore > 1 { closeGap() } }

  private mutating func closeGap() {
    var slot = slotBefore + 1
    for pause in pausesInGap {
      drop(slot..<pause.lowerBound)
      pausedCount += pause.count
      pausedNs += grid.vsync(pause.upperBound) - grid.vsync(pause.lowerBound)
      slot = pause.upperBound
    }
    drop(slot..<lastSlot)
    pausesInGap.removeAll(keepingCapacity: true)
  }

  private mutating func drop(_ slots: Range<Int>) {
    guard !slots.isEmpty else { return }
    let durationNs = grid.vsync(slots.upperBound) - grid.vsync(slots.lowerBound)
    hitches.append(
      Hitch(
        firstSlot: slots.lowerBound, slotCount: slots.count, durationNs: durationNs,
        endingFrame: lastFrame))
    droppedCount += slots.count
    hitchNs += durationNs
  }

  /// The number of slots from the first shown frame to the last one in which updates are expected.
  var expectedCount: Int { lastSlot - firstSlot + 1 - pausedCount }

  /// How long the expected slots last in total, in nanoseconds.
  var activeNs: Int64 { grid.vsync(lastSlot + 1) - grid.vsync(firstSlot) - pausedNs }
}
