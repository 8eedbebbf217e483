/// What a cost vector does on the vsync grid, in the words of the frame model.
///
/// Start policy `coalesce`, queue `fifo`. Only a summary: the whole timeline follows from `workNs`.
package struct ReplaySummary: Hashable, Codable, Sendable {
  /// Pipeline depth, 1…3, and the compositor's reserve.
  package var depth: Int
  package var reserveNs: Int64

  /// Slots that should have shown a new frame, and those of them that did not.
  package var expectedSlots, droppedSlots: Int

  /// Runs of dropped slots: how many, how long in all, and in ms per second of animation.
  package var hitchCount: Int
  package var hitchNs: Int64
  package var hitchRatio: Double

  /// Frames that missed their deadline, and frames that were shown after their target slot.
  package var lateFrames, delayedFrames: Int

  /// Ticks that started no frame because the worker was busy.
  package var skippedTicks: Int

  /// Slots between the first frame's target and the slot that showed it.
  package var firstFrameDelaySlots: Int

  /// Frames within a hair of their deadline, and whether the dropped count depends on them.
  package var fragileFrames: Int
  package var restsOnFragileFrames: Bool

  /// The largest factor on all work that still drops nothing.
  package var headroom: Recorded<Double>

  /// The longest time from the vsync a frame began at to the one that showed it.
  package var latencyMaxNs: Int64

  /// Mean and largest difference between the step shown and the step computed.
  package var animationErrorMeanNs: Double
  package var animationErrorMaxNs: Int64

  package init(
    depth: Int, reserveNs: Int64, expectedSlots: Int, droppedSlots: Int, hitchCount: Int,
    hitchNs: Int64, hitchRatio: Double, lateFrames: Int, delayedFrames: Int, skippedTicks: Int,
    firstFrameDelaySlots: Int, fragileFrames: Int, restsOnFragileFrames: Bool,
    headroom: Recorded<Double>, latencyMaxNs: Int64, animationErrorMeanNs: Double,
    animationErrorMaxNs: Int64
  ) {
    (self.depth, self.reserveNs) = (depth, reserveNs)
    (self.expectedSlots, self.droppedSlots) = (expectedSlots, droppedSlots)
    (self.hitchCount, self.hitchNs, self.hitchRatio) = (hitchCount, hitchNs, hitchRatio)
    (self.lateFrames, self.delayedFrames) = (lateFrames, delayedFrames)
    (self.skippedTicks, self.firstFrameDelaySlots) = (skippedTicks, firstFrameDelaySlots)
    self.fragileFrames = fragileFrames
    self.restsOnFragileFrames = restsOnFragileFrames
    (self.headroom, self.latencyMaxNs) = (headroom, latencyMaxNs)
    self.animationErrorMeanNs = animationErrorMeanNs
    self.animationErrorMaxNs = animationErrorMaxNs
  }
}
