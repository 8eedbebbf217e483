/// How the imitated display serves frames: its pipeline, its queue and its worker.
public struct ReplaySettings: Hashable, Sendable {
  /// The number of vsyncs from the tick that starts a frame to its target; 1…3.
  public let depth: Int

  /// Time before a vsync that is reserved for the compositor, in nanoseconds; 0 or more.
  public let reserveNs: Int64

  /// When a worker starts that was busy at a tick.
  public let startPolicy: StartPolicy

  /// What is shown when several frames are waiting.
  public internal(set) var queue: FrameQueue

  /// Time from a tick to the worker's start, in nanoseconds; 0 or more.
  public let wakeDelayNs: Int64

  /// Creates settings.
  ///
  /// ``FrameReplay``, which knows the rate, checks that the reserve is less than one period.
  ///
  /// - Parameters:
  ///   - depth: The number of vsyncs from the tick that starts a frame to its target, 1…3.
  ///   - reserveNs: Time reserved for the compositor, in nanoseconds.
  ///   - startPolicy: When a worker starts that was busy at a tick.
  ///   - queue: What is shown when several frames are waiting.
  ///   - wakeDelayNs: Time from a tick to the worker's start, in nanoseconds.
  /// - Throws: ``FrameTimingError`` for a depth outside 1…3, a negative reserve, or a wake-up delay
  ///   outside 0…10 s.
  public init(
    depth: Int = 1, reserveNs: Int64 = 0, startPolicy: StartPolicy = .coalesce,
    queue: FrameQueue = .fifo, wakeDelayNs: Int64 = 0
  ) throws(FrameTimingError) {
    try FrameLimits.check(depth: depth, reserveNs: reserveNs)
    guard (0...FrameLimits.longestWakeDelayNs).contains(wakeDelayNs) else {
      throw .wakeDelayOutOfRange(nanoseconds: wakeDelayNs)
    }
    self.depth = depth
    self.reserveNs = reserveNs
    self.startPolicy = startPolicy
    self.queue = queue
    self.wakeDelayNs = wakeDelayNs
  }

  /// Creates settings whose depth and reserve are known to be in range.
  private init(checkedDepth depth: Int, reserveNs: Int64 = 0) {
    self.depth = depth
    self.reserveNs = reserveNs
    startPolicy = .coalesce
    queue = .fifo
    wakeDelayNs = 0
  }
}

extension ReplaySettings {
  /// The settings of the display that a budget is for.
  package init(_ display: FrameBudget.Display) {
    self.init(checkedDepth: display.depth, reserveNs: display.reserveNs)
  }

  /// A frame must be done by the next vsync: depth 1, no reserve.
  ///
  /// Summaries and gates use these settings.
  public static let strict = ReplaySettings(checkedDepth: 1)

  /// Double buffering as Apple describes its render loop: depth 2, no reserve.
  public static let apple = ReplaySettings(checkedDepth: 2)

  /// Triple buffering: depth 3, no reserve.
  public static let appleTriple = ReplaySettings(checkedDepth: 3)

  /// Two periods less 1.7 ms, as in Perfetto's own sample of an Android frame timeline.
  public static let android = ReplaySettings(checkedDepth: 2, reserveNs: 1_700_000)

  /// The presets and their names, in the order of a help page.
  package static let presets: [(name: String, settings: ReplaySettings)] = [
    ("strict", .strict), ("apple", .apple), ("apple-triple", .appleTriple), ("android", .android),
  ]

  package static func named(_ name: String) throws(FrameTimingError) -> ReplaySettings {
    guard let preset = presets.first(where: { $0.name == name }) else {
      throw .unknownPreset(name: name)
    }
    return preset.settings
  }
}

/// When a worker that finished after a tick starts its next frame.
public enum StartPolicy: String, CaseIterable, Hashable, Codable, Sendable {
  /// At once, for the latest tick that has passed; the ticks before it are skipped.
  case coalesce

  /// At the next tick.
  case align
}

/// What a display shows when several finished frames are waiting.
public enum FrameQueue: String, CaseIterable, Hashable, Codable, Sendable {
  /// Every frame, in order, one per slot.
  case fifo

  /// The newest frame; older ones are discarded.
  case latest
}
