/// What an animation looks like under a pacing policy, as a file holds it.
package struct PolicyOutcome: Hashable, Sendable {
  package let policy: PacingPolicy

  /// The frames that were made.
  package let frameCount: Int

  /// Frames per second from the first shown frame to the end of the last one's slot.
  package let meanRateHz: Double

  /// How often the rate changed.
  package let rateChanges: Int

  /// The slowest rate that was chosen, in hertz.
  package let lowestRateHz: Int

  package let expectedSlots: Int
  package let droppedSlots: Int
  package let hitchRatioMsPerS: Double

  /// The longest time from a frame's begin tick to the slot that shows it.
  package let largestLatencyNs: Int64
  package let animationErrorMaxNs: Int64

  /// Replays costs under a policy.
  ///
  /// - Throws: ``FrameTimingError`` as ``FrameReplay/timeline(of:pacedBy:)`` does.
  package init(
    _ policy: PacingPolicy, _ replay: FrameReplay, of costs: CostVector
  ) throws(FrameTimingError) {
    let timeline = try replay.timeline(of: costs, pacedBy: policy)
    self.policy = policy
    frameCount = timeline.frameCount
    meanRateHz = Double(timeline.frameCount) * 1e9 / Double(timeline.activeNs)
    rateChanges = timeline.grid.segments.count - 1
    lowestRateHz = timeline.grid.segments.lazy.map(\.rate.hertz).min() ?? 0
    expectedSlots = timeline.expectedSlotCount
    droppedSlots = timeline.droppedFrameCount
    hitchRatioMsPerS = timeline.hitchRatio
    largestLatencyNs = timeline.latencyNs.max() ?? 0
    animationErrorMaxNs = timeline.animationErrorMaxNs
  }
}

extension PolicyOutcome: Codable {
  private enum CodingKeys: String, CodingKey {
    case policy
    case frameCount = "frame_count"
    case meanRateHz = "mean_rate_hz"
    case rateChanges = "rate_changes"
    case lowestRateHz = "lowest_rate_hz"
    case expectedSlots = "expected_slots"
    case droppedSlots = "dropped_slots"
    case hitchRatioMsPerS = "hitch_ratio_ms_per_s"
    case largestLatencyNs = "largest_latency_ns"
    case animationErrorMaxNs = "animation_error_max_ns"
  }
}
