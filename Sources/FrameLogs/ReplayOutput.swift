import BenchmarkModel
package import FrameTiming

/// A timeline as a file holds it: one flat object whose keys are in snake case.
///
/// Times are nanoseconds since vsync 0. ``FrameTimeline`` explains every value.
package struct ReplayOutput: Hashable, Sendable {
  private let timeline: FrameTimeline
  private let headroom: ReplayHeadroom?
  private let hasLists: Bool

  /// Creates the output of a timeline; recorded times cannot be scaled, and have no headroom.
  ///
  /// For a log, the lists of frames and slots are left out if there are too many of either. For a
  /// replay, too many dropped slots are an error, because they suggest a wrong unit.
  package init(
    _ timeline: FrameTimeline, headroom: ReplayHeadroom? = nil, ofLog: Bool = false
  ) throws(FrameTimingError) {
    let most = FrameTimeline.largestListedSlotCount
    let isShort = timeline.droppedFrameCount <= most
    guard ofLog || isShort else { throw .tooManyDroppedSlots(count: timeline.droppedFrameCount) }
    self.timeline = timeline
    self.headroom = headroom
    hasLists = isShort && (!ofLog || timeline.frameCount <= most)
  }

  /// Milliseconds of hitch time per second of animation, `1000 · hitchNs / activeNs`, rounded half
  /// up to six decimals with integer arithmetic.
  private var hitchRatio: Double {
    let active = UInt64(timeline.activeNs)
    let scaled = UInt64(timeline.hitchNs).multipliedFullWidth(by: 1_000_000_000)
    let (quotient, remainder) = active.dividingFullWidth((scaled.high, scaled.low))
    return Double(quotient + (remainder >= active - remainder ? 1 : 0)) / 1_000_000
  }
}

extension ReplayOutput: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: AnyKey.self)
    func write(_ key: String, _ value: (some Encodable)?) throws {
      try object.encodeIfPresent(value, forKey: AnyKey(stringValue: key))
    }
    func list(_ key: String, _ values: @autoclosure () -> some Encodable) throws {
      if hasLists { try write(key, values()) }
    }
    try list("begin_tick", timeline.beginTick)
    try list("start_ns", timeline.startNs)
    try list("end_ns", timeline.endNs)
    try list("target_slot", timeline.targetSlot)
    try list("overrun_ns", timeline.overrunNs)
    try list("present_slot_fifo", timeline.presentSlot)
    try write("expected_slots", timeline.expectedSlotCount)
    try write("dropped_slots", timeline.droppedFrameCount)
    try list("missed", timeline.droppedSlots)
    try write("hitch_count", timeline.hitchCount)
    try write("hitch_ns", timeline.hitchNs)
    try write("active_ns", timeline.activeNs)
    try write("hitch_ratio_ms_per_s", hitchRatio)
    try write("late_frames", timeline.lateFrameCount)
    try write("delayed_frames", timeline.delayedFrameCount)
    try write("skipped_ticks", timeline.skippedTickCount)
    try write("first_frame_delay_slots", timeline.firstFrameDelaySlots)
    // The frame that a `latest` queue shows, by slot number.
    try list(
      "present_latest_wins",
      Dictionary(timeline.shownByLatest.map { ("\($0.slot)", $0.frame) }) { $1 })
    try write("discarded_latest_wins", timeline.discardedByLatestCount)
    try list("fragile_frames", timeline.fragileFrames)
    try list("latency_ns", timeline.latencyNs)
    try write("animation_error_mean_ns", timeline.animationErrorMeanNs)
    try write("animation_error_max_ns", timeline.animationErrorMaxNs)
    try write("first_frame_ns", timeline.endNs[0] - timeline.startNs[0])
    try write("largest_latency_slots", timeline.largestLatencySlots)
    // Absent if no factor exceeds the limit.
    try write("headroom_no_dropped_frames", headroom?.noDroppedFrames.factor)
    try write("headroom_first_frame", headroom?.firstFrame.factor)
  }
}
