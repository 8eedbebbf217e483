package import FrameTiming

/// A replay as a file describes it: one object with the keys below, in snake case.
///
/// Holds unchecked values; ``validated()`` checks them. Only `rate_segments_hz_ticks` and `work_ns`
/// are required. Other keys are ignored.
package struct ReplayInput: Hashable, Sendable {
  /// A name for people; nil without one.
  package var name: String?

  /// Pairs of a rate in hertz and a number of ticks.
  package var rateSegmentsHzTicks: [[Int64]]

  /// Vsyncs from begin tick to target slot.
  package var depth: Int64

  /// Time reserved for the compositor, in nanoseconds.
  package var reserveNs: Int64

  /// `coalesce` or `align`.
  package var startPolicy: String

  /// `fifo` or `latest`.
  package var queue: String

  /// Time from a tick to the worker's start, in nanoseconds.
  package var wakeNs: Int64

  /// Ticks without an update before a frame, by frame index.
  package var idleTicksBefore: [String: Int64]

  /// The work of each frame, in nanoseconds.
  package var workNs: [Int64]

  /// Creates an input without checking it.
  package init(
    name: String? = nil, rateSegmentsHzTicks: [[Int64]], depth: Int64 = 1, reserveNs: Int64 = 0,
    startPolicy: String = "coalesce", queue: String = "fifo", wakeNs: Int64 = 0,
    idleTicksBefore: [String: Int64] = [:], workNs: [Int64]
  ) {
    self.name = name
    self.rateSegmentsHzTicks = rateSegmentsHzTicks
    self.depth = depth
    self.reserveNs = reserveNs
    self.startPolicy = startPolicy
    self.queue = queue
    self.wakeNs = wakeNs
    self.idleTicksBefore = idleTicksBefore
    self.workNs = workNs
  }
}

extension ReplayInput {
  /// The replay and the costs that this input describes.
  package func validated() throws(FrameTimingError) -> (replay: FrameReplay, costs: CostVector) {
    guard let policy = StartPolicy(rawValue: startPolicy) else {
      throw .unknownStartPolicy(name: startPolicy)
    }
    guard let order = FrameQueue(rawValue: queue) else { throw .unknownQueue(name: queue) }
    let settings = try ReplaySettings(
      depth: Int(clamping: depth), reserveNs: reserveNs, startPolicy: policy, queue: order,
      wakeDelayNs: wakeNs)
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
    for (key, count) in idleTicksBefore {
      // Only the canonical form, so that '3' and '03' cannot both name frame 3.
      guard let frame = Int(key), workNs.indices.contains(frame), "\(frame)" == key else {
        throw .unknownIdleFrame(key: key, frameCount: workNs.count)
      }
      ticks[frame] = count
    }
    return ticks
  }
}

extension ReplayInput: Codable {
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

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      name: values.decodeIfPresent(String.self, forKey: .name),
      rateSegmentsHzTicks: values.decode([[Int64]].self, forKey: .rateSegmentsHzTicks),
      depth: values.decodeIfPresent(Int64.self, forKey: .depth) ?? 1,
      reserveNs: values.decodeIfPresent(Int64.self, forKey: .reserveNs) ?? 0,
      startPolicy: values.decodeIfPresent(String.self, forKey: .startPolicy) ?? "coalesce",
      queue: values.decodeIfPresent(String.self, forKey: .queue) ?? "fifo",
      wakeNs: values.decodeIfPresent(Int64.self, forKey: .wakeNs) ?? 0,
      idleTicksBefore: values.decodeIfPresent([String: Int64].self, forKey: .idleTicksBefore)
        ?? [:],
      workNs: values.decode([Int64].self, forKey: .workNs))
  }
}
