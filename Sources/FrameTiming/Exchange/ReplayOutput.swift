/// A timeline as a file holds it: one flat object with the keys below, in snake case.
///
/// Times are nanoseconds since vsync 0. ``FrameTimeline`` explains every value.
package struct ReplayOutput: Hashable, Sendable {
  /// The most dropped slots that are listed one by one: more than two hours at 120 Hz, written
  /// within a second.
  package static let largestMissedSlotCount = 1_000_000

  package let beginTick: [Int]
  package let startNs: [Int64]
  package let endNs: [Int64]
  package let targetSlot: [Int]
  package let overrunNs: [Int64]
  package let presentSlotFifo: [Int]
  package let expectedSlots: Int
  package let droppedSlots: Int

  /// The dropped slots' numbers, ascending.
  package let missed: [Int]

  package let hitchCount: Int
  package let hitchNs: Int64
  package let activeNs: Int64

  /// Milliseconds of hitch time per second of animation, rounded to six decimals.
  package let hitchRatioMsPerS: Double

  package let lateFrames: Int
  package let delayedFrames: Int
  package let skippedTicks: Int
  package let firstFrameDelaySlots: Int

  /// The frame that a queue of the newest frame shows, by slot number.
  package let presentLatestWins: [String: Int]

  package let discardedLatestWins: Int
  package let fragileFrames: [Int]
  package let latencyNs: [Int64]
  package let animationErrorMeanNs: Double
  package let animationErrorMaxNs: Int64

  /// The work of the first frame.
  package let firstFrameNs: Int64

  /// The most slots from a frame's begin tick to the slot that shows it.
  package let largestLatencySlots: Int

  /// The largest factor on all work at which no frame is dropped; absent if there is none or the
  /// times were recorded.
  package let headroomNoDroppedFrames: Double?

  /// The largest factor on all work at which the first frame is on time; absent likewise.
  package let headroomFirstFrame: Double?

  /// Creates the output of a timeline; recorded times, which cannot be scaled, have no headroom.
  ///
  /// - Throws: ``FrameTimingError/tooManyMissedSlots(count:)`` above ``largestMissedSlotCount``.
  package init(
    _ timeline: FrameTimeline, headroom: ReplayHeadroom? = nil
  ) throws(FrameTimingError) {
    guard timeline.droppedFrameCount <= Self.largestMissedSlotCount else {
      throw .tooManyMissedSlots(count: timeline.droppedFrameCount)
    }
    beginTick = timeline.beginTick
    startNs = timeline.startNs
    endNs = timeline.endNs
    targetSlot = timeline.targetSlot
    overrunNs = timeline.overrunNs
    presentSlotFifo = timeline.presentSlot
    expectedSlots = timeline.expectedSlotCount
    droppedSlots = timeline.droppedFrameCount
    missed = timeline.droppedSlots
    hitchCount = timeline.hitchCount
    hitchNs = timeline.hitchNs
    activeNs = timeline.activeNs
    hitchRatioMsPerS = Self.ratio(hitchNs: timeline.hitchNs, activeNs: timeline.activeNs)
    lateFrames = timeline.lateFrameCount
    delayedFrames = timeline.delayedFrameCount
    skippedTicks = timeline.skippedTickCount
    firstFrameDelaySlots = timeline.firstFrameDelaySlots
    presentLatestWins = Dictionary(
      uniqueKeysWithValues: timeline.shownByLatest.map { ("\($0.slot)", $0.frame) })
    discardedLatestWins = timeline.discardedByLatestCount
    fragileFrames = timeline.fragileFrames
    latencyNs = timeline.latencyNs
    animationErrorMeanNs = timeline.animationErrorMeanNs
    animationErrorMaxNs = timeline.animationErrorMaxNs
    firstFrameNs = timeline.endNs[0] - timeline.startNs[0]
    largestLatencySlots = timeline.largestLatencySlots
    headroomNoDroppedFrames = headroom?.noDroppedFrames.factor
    headroomFirstFrame = headroom?.firstFrame.factor
  }

  /// `1000 · hitchNs / activeNs`, rounded half up to six decimals in whole numbers.
  private static func ratio(hitchNs: Int64, activeNs: Int64) -> Double {
    let active = UInt64(activeNs)
    let scaled = UInt64(hitchNs).multipliedFullWidth(by: 1_000_000_000)
    let (quotient, remainder) = active.dividingFullWidth((scaled.high, scaled.low))
    return Double(quotient + (remainder >= active - remainder ? 1 : 0)) / 1_000_000
  }
}

extension ReplayOutput: Codable {
  private enum CodingKeys: String, CodingKey {
    case beginTick = "begin_tick"
    case startNs = "start_ns"
    case endNs = "end_ns"
    case targetSlot = "target_slot"
    case overrunNs = "overrun_ns"
    case presentSlotFifo = "present_slot_fifo"
    case expectedSlots = "expected_slots"
    case droppedSlots = "dropped_slots"
    case missed
    case hitchCount = "hitch_count"
    case hitchNs = "hitch_ns"
    case activeNs = "active_ns"
    case hitchRatioMsPerS = "hitch_ratio_ms_per_s"
    case lateFrames = "late_frames"
    case delayedFrames = "delayed_frames"
    case skippedTicks = "skipped_ticks"
    case firstFrameDelaySlots = "first_frame_delay_slots"
    case presentLatestWins = "present_latest_wins"
    case discardedLatestWins = "discarded_latest_wins"
    case fragileFrames = "fragile_frames"
    case latencyNs = "latency_ns"
    case animationErrorMeanNs = "animation_error_mean_ns"
    case animationErrorMaxNs = "animation_error_max_ns"
    case firstFrameNs = "first_frame_ns"
    case largestLatencySlots = "largest_latency_slots"
    case headroomNoDroppedFrames = "headroom_no_dropped_frames"
    case headroomFirstFrame = "headroom_first_frame"
  }
}
