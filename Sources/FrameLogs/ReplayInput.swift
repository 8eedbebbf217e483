package import FrameTiming

/// A replay as a file describes it: one object with the keys below, in snake case.
///
/// Holds unchecked values; ``validated()`` checks them. There, nil means zero, or the first policy
/// or queue that is named here. Other keys are ignored.
package struct ReplayInput: Hashable, Sendable, Codable {
  package var name: String?

  /// Pairs of a rate in hertz and a number of ticks.
  package var rateSegmentsHzTicks: [[Int64]]

  /// The number of vsyncs from the tick that starts a frame to its target; nil means 1.
  package var depth: Int64?

  /// Time reserved for the compositor, in nanoseconds.
  package var reserveNs: Int64?

  /// `coalesce` or `align`.
  package var startPolicy: String?

  /// `fifo` or `latest`.
  package var queue: String?

  /// Time from a tick to the worker's start, in nanoseconds.
  package var wakeNs: Int64?

  /// Ticks without an update before a frame, by frame index.
  package var idleTicksBefore: [String: Int64]?

  /// The work of each frame, in nanoseconds.
  package var workNs: [Int64]

  /// Creates an input without checking it.
  package init(name: String? = nil, rateSegmentsHzTicks: [[Int64]], workNs: [Int64]) {
    self.name = name
    self.rateSegmentsHzTicks = rateSegmentsHzTicks
    self.workNs = workNs
  }

  private enum CodingKeys: String, CodingKey {
    case name
    case rateSegmentsHzTicks = "rate_segments_hz_ticks"
    case depth
    case reserveNs = "reserve_ns"
    case startPolicy = "start_policy"
    case queue
    case wakeNs = "wake_ns"
    case idleTicksBefore = "idle_ticks_before"
    case workNs = "work_ns"
  }
}

extension ReplayInput {
  package func validated() throws(FrameTimingError) -> (replay: FrameReplay, costs: CostVector) {
    let policy = startPolicy ?? StartPolicy.coalesce.rawValue
    guard let start = StartPolicy(rawValue: policy) else { throw .unknownStartPolicy(name: policy) }
    let order = queue ?? FrameQueue.fifo.rawValue
    guard let queue = FrameQueue(rawValue: order) else { throw .unknownQueue(name: order) }
    let settings = try ReplaySettings(
      depth: Int(clamping: depth ?? 1), reserveNs: reserveNs ?? 0, startPolicy: start, queue: queue,
      wakeDelayNs: wakeNs ?? 0)
    let replay = try FrameReplay(grid: grid(), settings: settings)
    return (replay, try CostVector(workNs: workNs, idleTicksBefore: idleTicks()))
  }

  private func grid() throws(FrameTimingError) -> VsyncGrid {
    var segments: [VsyncGrid.Segment] = []
    for (index, pair) in rateSegmentsHzTicks.enumerated() {
      guard pair.count == 2 else { throw .malformedSegment(index: index, count: pair.count) }
      let rate = try RefreshRate(validating: pair[0])
      segments.append(.init(rate: rate, ticks: Int(clamping: pair[1])))
    }
    return try VsyncGrid(segments: segments)
  }

  private func idleTicks() throws(FrameTimingError) -> [Int: Int64] {
    var ticks: [Int: Int64] = [:]
    for (key, count) in idleTicksBefore ?? [:] {
      // Accept only the canonical form, so that '3' and '03' cannot both name frame 3.
      guard let frame = Int(key), workNs.indices.contains(frame), "\(frame)" == key else {
        throw .unknownIdleFrame(key: key, frameCount: workNs.count)
      }
      ticks[frame] = count
    }
    return ticks
  }
}
