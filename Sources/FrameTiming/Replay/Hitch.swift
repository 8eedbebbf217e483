/// A maximal run of consecutive dropped slots.
public struct Hitch: Hashable, Sendable {
  /// The first slot that showed no new frame.
  public let firstSlot: Int

  /// How many slots in a row; at least 1.
  public let slotCount: Int

  /// The hitch time: how long these slots last together, in nanoseconds.
  public let durationNs: Int64

  /// The index of the frame that ended it: the one shown next.
  ///
  /// Its cause is the hitch's.
  public let endingFrame: Int

  /// The dropped slots.
  public var slots: Range<Int> { firstSlot..<firstSlot + slotCount }
}
