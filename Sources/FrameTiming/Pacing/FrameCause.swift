/// Why a paced frame was late.
///
/// The first cause, in this order, whose time alone is at least the frame's overrun, or ``mixed``
/// if none is. If the wait for the previous frame alone explains the overrun, the frame has the
/// cause of the previous one.
public enum FrameCause: String, Hashable, Codable, CaseIterable, Sendable {
  /// The timer woke the thread up too late.
  case wake

  /// During the frame, the thread did not run: the system or another program had its core.
  case host

  /// The frame touched pages that were not in memory.
  case fault

  /// The frame allocated memory.
  case allocation

  /// The frame's own work.
  case work

  /// Several of these together.
  case mixed

  /// Whether the code under test is the cause, and not the machine.
  public var isOfCode: Bool {
    switch self {
    case .fault, .allocation, .work: true
    case .wake, .host, .mixed: false
    }
  }
}

/// Why slots of a paced run showed no new frame.
public struct DropCause: Hashable, Codable, Sendable {
  /// The frame that was shown late.
  public let frame: Int

  /// The frame whose overrun is the origin: `frame`, or an earlier one that blocked it.
  public let origin: Int

  /// The number of dropped slots; 0 for a late first frame.
  public let slots: Int

  /// How long after its deadline `origin` ended, in nanoseconds.
  public let overrunNs: Int64

  /// What made `origin` late.
  public let cause: FrameCause

  /// Creates a cause.
  public init(frame: Int, origin: Int, slots: Int, overrunNs: Int64, cause: FrameCause) {
    self.frame = frame
    self.origin = origin
    self.slots = slots
    self.overrunNs = overrunNs
    self.cause = cause
  }
}

extension PacedRecording {
  /// The cause of every hitch, in order, after the cause of a late first frame.
  ///
  /// - Parameters:
  ///   - costs: What faults and allocations cost.
  ///   - allocations: The number of allocations of each frame; nil if they are unknown.
  /// - Returns: One entry per hitch, and one for a late first frame.
  public func causes(costs: CauseCosts, allocations: [Int64]? = nil) -> [DropCause] {
    let timeline = timeline
    let search = CauseSearch(
      recording: self, timeline: timeline, costs: costs, allocations: allocations)
    let first =
      timeline.firstFrameDelaySlots > 0
      ? [search.cause(of: 0, slots: 0)] : []
    return first
      + timeline.hitches.map { search.cause(of: $0.endingFrame, slots: $0.slotCount) }
  }
}

private struct CauseSearch {
  let recording: PacedRecording
  let timeline: FrameTimeline
  let costs: CauseCosts
  let allocations: [Int64]?

  func cause(of frame: Int, slots: Int) -> DropCause {
    var origin = frame
    var overrun = overrun(of: frame)
    while true {
      if let cause = cause(of: origin, overrunNs: overrun) {
        return DropCause(
          frame: frame, origin: origin, slots: slots, overrunNs: overrun, cause: cause)
      }
      origin -= 1
      overrun = blocking(by: origin)
    }
  }

  /// The frame's overrun or, if it met a deadline several slots away, how long the previous frame
  /// blocked it.
  private func overrun(of frame: Int) -> Int64 {
    let overrun = timeline.overrunNs[frame]
    return overrun > 0 ? overrun : max(1, blockedNs(frame))
  }

  /// How long a frame ran on after the next tick, and so blocked the next frame.
  private func blocking(by frame: Int) -> Int64 {
    let next = timeline.grid.vsync(recording.beginTick[frame] + 1)
    return max(1, recording.endNs[frame] - next)
  }

  /// How long after its tick the previous frame ended, in nanoseconds.
  private func blockedNs(_ frame: Int) -> Int64 {
    guard frame > 0 else { return 0 }
    return max(
      0, recording.endNs[frame - 1] - timeline.grid.vsync(recording.beginTick[frame]))
  }

  /// The cause, or nil if it is that of the previous frame, which blocked this one.
  ///
  /// Never nil for frame 0, because no frame blocks it.
  private func cause(of frame: Int, overrunNs: Int64) -> FrameCause? {
    let blocked = blockedNs(frame)
    let tick = timeline.grid.vsync(recording.beginTick[frame])
    let wake = recording.startNs[frame] - tick - blocked
    let cpu = recording.cpuNs[frame]
    let off = max(0, recording.endNs[frame] - recording.startNs[frame] - cpu)
    let counters = recording.counters
    // While the system reads from a disk for the thread, the thread does not run.
    let isReading = (counters?.majorFaults[frame] ?? 0) > 0
    let fault =
      Double(counters?.minorFaults[frame] ?? 0) * costs.faultNs + Double(isReading ? off : 0)
    let allocation = Double(allocations?[frame] ?? 0) * costs.allocationNs
    let times: [(cause: FrameCause?, ns: Double)] = [
      (.wake, Double(wake)), (nil, Double(blocked)), (.host, Double(isReading ? 0 : off)),
      (.fault, fault), (.allocation, allocation), (.work, Double(cpu)),
    ]
    guard let first = times.first(where: { $0.ns >= Double(overrunNs) }) else { return .mixed }
    return first.cause
  }
}
