/// A replay as a file describes it: one object whose keys are the ones below in snake case.
///
/// Holds what was written, right or wrong; ``validated()`` says which. Only `rate_segments_hz_ticks`
/// and `work_ns` must be there. Keys that are not listed are ignored.
public struct ReplayInput: Hashable, Sendable {
  /// A name for people; `nil` when there is none.
  public var name: String?

  /// Pairs of a rate in hertz and a number of ticks.
  public var rateSegmentsHzTicks: [[Int64]]

  /// Vsyncs from begin tick to target slot.
  public var depth: Int64

  /// Time that belongs to the compositor, in nanoseconds.
  public var reserveNs: Int64

  /// `coalesce` or `align`.
  public var startPolicy: String

  /// `fifo` or `latest`.
  public var queue: String

  /// Time from a tick to the worker's start, in nanoseconds.
  public var wakeNs: Int64

  /// Ticks without an update before a frame, by frame index.
  public var idleTicksBefore: [String: Int64]

  /// The work of each frame, in nanoseconds.
  public var workNs: [Int64]

  /// Creates an input; nothing is checked yet.
  public init(
    name: String? = nil, rateSegmentsHzTicks: [[Int64]], depth: Int64 = 1, reserveNs: Int64 = 0,
    startPolicy: String = "coalesce", queue: String = "fifo", wakeNs: Int64 = 0,
    idleTicksBefore: [String: Int64] = [:], workNs: [Int64]
  ) {
    (self.name, self.rateSegmentsHzTicks) = (name, rateSegmentsHzTicks)
    (self.depth, self.reserveNs, self.startPolicy) = (depth, reserveNs, startPolicy)
    (self.queue, self.wakeNs, self.idleTicksBefore) = (queue, wakeNs, idleTicksBefore)
    self.workNs = workNs
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

  public init(from decoder: any Decoder) throws {
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
