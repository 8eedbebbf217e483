/// What the display link of a real display reported, callback by callback.
///
///     var log = FrameLog()
///     log.append(                                         // at the end of every callback
///       timestamp: link.timestamp, targetTimestamp: link.targetTimestamp,
///       start: start, end: CACurrentMediaTime())
///     let judgement = try FrameBudget.noDroppedFrames(at: .hz120).judge(log)
///
/// All times are seconds of one clock. Use one log per animation: while the link is paused, a new
/// frame is still expected in every slot.
public struct FrameLog: Hashable, Sendable {
  /// One callback of a display link.
  public struct Frame: Hashable, Sendable {
    /// The vsync for which the link called.
    public let timestamp: Double

    /// The next vsync, at which the frame should be shown.
    public let targetTimestamp: Double

    /// When the callback started.
    public let start: Double

    /// When the callback was done.
    public let end: Double

    /// Creates a frame without checking it.
    public init(timestamp: Double, targetTimestamp: Double, start: Double, end: Double) {
      self.timestamp = timestamp
      self.targetTimestamp = targetTimestamp
      self.start = start
      self.end = end
    }
  }

  /// The callbacks in the order in which they came.
  public private(set) var frames: [Frame]

  /// Creates a log.
  ///
  /// - Parameter frames: Callbacks in the order in which they came.
  public init(_ frames: [Frame] = []) { self.frames = frames }

  /// The log that a display link would have reported for replayed frames, from 0 s on.
  package init(replayed timeline: FrameTimeline) {
    frames = timeline.beginTick.indices.map { frame in
      let tick = timeline.beginTick[frame]
      let timesNs = [
        timeline.grid.vsync(tick), timeline.grid.vsync(tick + 1), timeline.startNs[frame],
        timeline.endNs[frame],
      ]
      let times = timesNs.map { Double($0) / 1e9 }
      return Frame(
        timestamp: times[0], targetTimestamp: times[1], start: times[2], end: times[3])
    }
  }
}

extension FrameLog {
  /// Adds a callback; nothing is checked until the log is judged.
  public mutating func append(
    timestamp: Double, targetTimestamp: Double, start: Double, end: Double
  ) {
    frames.append(
      Frame(timestamp: timestamp, targetTimestamp: targetTimestamp, start: start, end: end))
  }

  /// Reserves memory, so that ``append(timestamp:targetTimestamp:start:end:)`` does not allocate.
  public mutating func reserveCapacity(_ frameCount: Int) { frames.reserveCapacity(frameCount) }
}

extension FrameLog {
  /// A column of a log.
  package enum Column: String, CaseIterable, Sendable {
    case timestamp, targetTimestamp, start, end

    static let header = FrameLimits.logHeader
  }

  /// The log as CSV, which `framegate check --log` reads; every time keeps its exact value.
  ///
  ///     timestamp,targetTimestamp,start,end
  ///     5021.1,5021.116667,5021.10031,5021.10412
  public var csv: String {
    frames.reduce(into: Column.header + "\n") { text, frame in
      text += "\(frame.timestamp),\(frame.targetTimestamp),\(frame.start),\(frame.end)\n"
    }
  }
}

extension FrameLog {
  /// When the logged frames began, ended and were shown.
  ///
  /// Vsyncs have the times that the display reported. The number of slots between two callbacks is
  /// their distance in periods of the first one's rate, rounded, at least one. Consecutive
  /// callbacks whose `targetTimestamp − timestamp` stays within 5 % of the mean form a segment. The
  /// mean is the segment's period, and its rate is rounded to whole hertz: 59.94 Hz is 60 Hz.
  ///
  /// - Parameter settings: The pipeline and the queue; the start policy and the wake-up delay are
  ///   unused, because the log has the times.
  /// - Returns: The timeline; its times are nanoseconds since the first timestamp.
  /// - Throws: ``FrameTimingError`` for a log without frames, times that no display link gives, or
  ///   a reserve of a period or more.
  public func timeline(settings: ReplaySettings = .strict) throws(FrameTimingError) -> FrameTimeline
  {
    try CheckedLog(self).timeline(settings: settings)
  }
}

extension FrameBudget {
  /// Judges this budget by the log of a real display, with the budget's depth and reserve.
  ///
  /// - Parameter log: The log.
  /// - Returns: The judgement of the whole log; `notMeasured` if no part of it was recorded at the
  ///   budget's rate, and for limits on allocations, on work in reference frames and on jumps.
  /// - Throws: ``FrameTimingError`` for a malformed log.
  public func judge(_ log: FrameLog) throws(FrameTimingError) -> BudgetJudgement {
    guard let display else { return notMeasured(in: "a log") }
    return judge(recorded: try log.timeline(settings: ReplaySettings(display)))
  }

  /// Judges this budget by a recorded timeline, if part of it has the budget's rate; the two rates
  /// may differ by `tolerance`, a share.
  package func judge(recorded timeline: FrameTimeline, tolerance: Double = 0) -> BudgetJudgement {
    guard let display else { return notMeasured(in: "a log") }
    let rates = Set(timeline.grid.segments.map(\.rate))
    let most = Int((Double(display.rate.hertz) * tolerance).rounded(.up))
    guard rates.contains(where: { abs($0.hertz - display.rate.hertz) <= most }) else {
      let known = rates.sorted().map { "\($0)" }.joined(separator: ", ")
      return notMeasured(
        "the log has no frame at \(display.rate), only at \(known); judge it at a rate of the log")
    }
    return judge(timeline)
  }
}
