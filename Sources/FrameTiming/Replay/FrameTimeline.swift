/// When each frame started, ended and was shown, and the resulting numbers for the animation.
///
/// All times are whole nanoseconds since vsync 0; slots and ticks are numbers of vsyncs. Arrays
/// have one entry per frame. README.md in this module's folder defines every term.
public struct FrameTimeline: Hashable, Sendable {
  /// The maximum number of dropped slots that a file lists one by one: over two hours at 120 Hz.
  package static let largestListedSlotCount = FrameLimits.largestListedSlotCount

  public let grid: VsyncGrid
  public let settings: ReplaySettings

  /// The tick at which each frame was served.
  public let beginTick: [Int]

  /// When each frame's work started.
  public let startNs: [Int64]

  /// When each frame's work was done.
  public let endNs: [Int64]

  /// End minus deadline of each frame; 0 is on time, above 0 is late.
  public let overrunNs: [Int64]

  /// The slot in which a `fifo` queue shows each frame, or the slot that the log of a display has.
  ///
  /// Delayed frames and latency are computed from it, whichever queue is set.
  public let presentSlot: [Int]

  /// The slot in which a `latest` queue shows each frame, or the newer frame that replaced it;
  /// never decreases.
  let latestSlot: [Int]

  /// The frames that end so close to their deadline that a measurement cannot tell whether they are
  /// late.
  ///
  /// Those with `|overrun| <= max(100 µs, 1 % of the slot before the target)`.
  public let fragileFrames: [Int]

  /// The runs of consecutive dropped slots, in order, under the queue of ``settings``.
  public let hitches: [Hitch]

  /// The number of dropped frames: expected slots that showed no new frame.
  ///
  /// Summaries and gates use this number.
  public let droppedFrameCount: Int

  /// The number of slots from the first shown frame to the last one, except those that were
  /// declared to have no update and showed no new frame.
  public let expectedSlotCount: Int

  /// The total time of all hitches, in nanoseconds.
  public let hitchNs: Int64

  /// The total time of all expected slots, in nanoseconds.
  public let activeNs: Int64

  /// The number of frames with an overrun above zero.
  public let lateFrameCount: Int

  /// The number of frames that a `fifo` queue shows after their target slot.
  public let delayedFrameCount: Int

  /// The number of ticks that started no frame because the worker was busy.
  public let skippedTickCount: Int

  /// The number of slots from the first frame's target to the first shown frame.
  public let firstFrameDelaySlots: Int

  /// Mean of the absolute animation error of all frames but the first, in nanoseconds.
  public let animationErrorMeanNs: Double

  /// Largest absolute animation error, in nanoseconds; 0 for a single frame.
  public let animationErrorMaxNs: Int64

  /// The ticks without an update, by the frame that follows.
  let pauses: [CostVector.Pause]

  /// The work that was replayed, or nil for a recording, whose times were measured.
  let replayedWorkNs: [Int64]?

  /// Whether a log states the slots of frames, so that they do not follow from when frames end.
  let hasStatedSlots: Bool
}

extension FrameTimeline {
  /// The number of frames; at least 1.
  public var frameCount: Int { beginTick.count }

  /// The slot in which each frame should be shown: the tick at which it was served plus the depth.
  public var targetSlot: [Int] { beginTick.map { $0 + settings.depth } }

  /// Hitch time in milliseconds per second of animation; at a constant rate, ten times the
  /// percentage of dropped frames.
  public var hitchRatio: Double { 1_000 * Double(hitchNs) / Double(activeNs) }

  public var hitchCount: Int { hitches.count }

  /// The time from the vsync at which each frame starts to the one at which a `fifo` queue shows
  /// it, in nanoseconds.
  public var latencyNs: [Int64] {
    zip(beginTick, presentSlot).map { grid.vsync($1) - grid.vsync($0) }
  }

  /// The maximum number of slots from the tick at which a frame starts to the slot in which a
  /// `fifo` queue shows it.
  public var largestLatencySlots: Int {
    zip(presentSlot, beginTick).reduce(0) { max($0, $1.0 - $1.1) }
  }

  /// The numbers of all dropped slots.
  ///
  /// - Complexity: O(``droppedFrameCount``), which a single long frame can make large.
  public var droppedSlots: [Int] { hitches.flatMap(\.slots) }

  /// Whether a `latest` queue never shows `frame`.
  public func isDiscardedByLatest(_ frame: Int) -> Bool {
    frame + 1 < frameCount && latestSlot[frame + 1] == latestSlot[frame]
  }

  /// The frames that a `latest` queue shows, each with its slot, in order.
  public var shownByLatest: [(slot: Int, frame: Int)] {
    (0..<frameCount).lazy.filter { !isDiscardedByLatest($0) }.map { (latestSlot[$0], $0) }
  }

  /// The number of frames that a `latest` queue never shows.
  public var discardedByLatestCount: Int {
    (0..<frameCount).reduce(0) { isDiscardedByLatest($1) ? $0 + 1 : $0 }
  }

  /// The number of frames that were produced and never shown, under the queue of ``settings``.
  public var discardedFrameCount: Int { settings.queue == .latest ? discardedByLatestCount : 0 }

  /// Whether a frame was late.
  public func isLate(_ frame: Int) -> Bool { overrunNs[frame] > 0 }
}

/// A maximal run of consecutive dropped slots.
public struct Hitch: Hashable, Sendable {
  /// The first slot that showed no new frame.
  public let firstSlot: Int

  /// The number of slots; at least 1.
  public let slotCount: Int

  /// The hitch time: how long these slots last in total, in nanoseconds.
  public let durationNs: Int64

  /// The index of the frame that was shown next: it ended the hitch, and its delay caused it.
  public let endingFrame: Int

  /// The dropped slots.
  public var slots: Range<Int> { firstSlot..<firstSlot + slotCount }
}
