/// Counts dropped slots as frames are shown, without listing them.
///
/// Its counts equal those of ``SlotLedger``; it is for searches that replay many times.
struct SlotTally {
  private(set) var lastSlot = -1
  private(set) var slotBefore = -1

  /// The number of dropped slots that no later pause can excuse.
  private(set) var settledCount = 0

  /// The dropped slots just before the last shown one; the next frame's pause may excuse them.
  private var openCount = 0

  /// The number of dropped slots if this frame is the last one.
  var droppedCount: Int { settledCount + openCount }

  /// Shows a frame in `slot`; no update was expected in the slots of `pause`.
  @inline(__always)
  mutating func show(slot: Int, pause: Range<Int>) {
    if lastSlot < 0 {
      slotBefore = slot
      lastSlot = slot
    }
    excuse(pause)
    guard slot > lastSlot else { return }
    settledCount += openCount
    slotBefore = lastSlot
    lastSlot = slot
    openCount = lastSlot - slotBefore - 1
    excuse(pause)
  }

  @inline(__always)
  private mutating func excuse(_ pause: Range<Int>) {
    guard !pause.isEmpty, lastSlot - slotBefore > 1 else { return }
    openCount -= pause.clamped(to: slotBefore + 1..<lastSlot).count
  }
}
