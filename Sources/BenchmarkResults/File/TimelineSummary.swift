package import FrameTiming

/// The figures of a recorded timeline as a whole; a file keeps only its first frames.
package struct TimelineSummary: Hashable, Codable, Sendable {
  /// The pipeline depth, 1…3.
  package let depth: Int

  /// Time reserved for the compositor, in nanoseconds.
  package let reserveNs: Int64

  /// Slots that should have shown a new frame.
  package let expectedSlotCount: Int

  /// Expected slots that showed no new frame.
  package let droppedFrameCount: Int

  /// Runs of consecutive dropped frames.
  package let hitchCount: Int

  /// The time of all hitches, in nanoseconds.
  package let hitchNs: Int64

  /// Hitch time in milliseconds per second of animation.
  package let hitchRatio: Double

  /// Frames that missed their deadline.
  package let lateFrameCount: Int

  /// Frames that were shown after their target slot.
  package let delayedFrameCount: Int

  /// Ticks that started no frame because the worker was busy.
  package let skippedTickCount: Int

  /// Slots from the first frame's target to the slot that showed it.
  package let firstFrameDelaySlots: Int

  /// Frames that end so close to their deadline that a measurement cannot tell whether they are
  /// late.
  package let fragileFrameCount: Int

  /// Whether the dropped frame count depends on fragile frames.
  package let restsOnFragileFrames: Bool

  /// The longest time from the vsync that a frame begins at to the one that shows it, in
  /// nanoseconds.
  package let latencyMaxNs: Int64

  /// The mean difference between the step that was shown and the step that was computed, in
  /// nanoseconds.
  package let animationErrorMeanNs: Double

  /// The largest such difference, in nanoseconds.
  package let animationErrorMaxNs: Int64

  private enum CodingKeys: String, CodingKey {
    case depth, reserveNs
    case expectedSlotCount = "expectedSlots"
    case droppedFrameCount = "droppedSlots"
    case hitchCount, hitchNs, hitchRatio
    case lateFrameCount = "lateFrames"
    case delayedFrameCount = "delayedFrames"
    case skippedTickCount = "skippedTicks"
    case firstFrameDelaySlots
    case fragileFrameCount = "fragileFrames"
    case restsOnFragileFrames, latencyMaxNs, animationErrorMeanNs, animationErrorMaxNs
  }

  package init(_ timeline: FrameTimeline) {
    depth = timeline.settings.depth
    reserveNs = timeline.settings.reserveNs
    expectedSlotCount = timeline.expectedSlotCount
    droppedFrameCount = timeline.droppedFrameCount
    hitchCount = timeline.hitchCount
    hitchNs = timeline.hitchNs
    hitchRatio = timeline.hitchRatio
    lateFrameCount = timeline.lateFrameCount
    delayedFrameCount = timeline.delayedFrameCount
    skippedTickCount = timeline.skippedTickCount
    firstFrameDelaySlots = timeline.firstFrameDelaySlots
    fragileFrameCount = timeline.fragileFrames.count
    restsOnFragileFrames = timeline.restsOnFragileFrames
    latencyMaxNs = timeline.latencyNs.max() ?? 0
    animationErrorMeanNs = timeline.animationErrorMeanNs.rounded(toSignificantDigits: 7)
    animationErrorMaxNs = timeline.animationErrorMaxNs
  }
}

extension TimelineSummary {
  /// Throws for values that no run of `frameCount` frames can have.
  func validate(_ check: ValueCheck, frameCount: Int) throws(ResultsError) {
    try check.require(FrameLimits.depths.contains(depth), "depth", "\(depth) is not 1, 2 or 3")
    try check.time(reserveNs, "reserveNs")
    for (key, slots) in [
      ("expectedSlots", expectedSlotCount), ("droppedSlots", droppedFrameCount),
      ("hitchCount", hitchCount), ("skippedTicks", skippedTickCount),
      ("firstFrameDelaySlots", firstFrameDelaySlots),
    ] { try check.slots(slots, key) }
    let shown = expectedSlotCount - droppedFrameCount
    try check.require(
      (0...frameCount).contains(shown), "expectedSlots",
      "without \(droppedFrameCount) dropped ones, \(shown) slots show \(frameCount) frames")
    for (key, frames) in [
      ("lateFrames", lateFrameCount), ("delayedFrames", delayedFrameCount),
      ("fragileFrames", fragileFrameCount),
    ] { try check.count(frames, to: frameCount, key) }
    try check.quantity(hitchRatio, "hitchRatio")
    try check.quantity(animationErrorMeanNs, "animationErrorMeanNs")
    for (key, time) in [
      ("hitchNs", hitchNs), ("latencyMaxNs", latencyMaxNs),
      ("animationErrorMaxNs", animationErrorMaxNs),
    ] { try check.sum(time, key) }
  }
}
