/// How the imitated display serves frames: its pipeline, its queue and its worker.
public struct ReplaySettings: Hashable, Sendable {
  /// The longest wake-up delay, in nanoseconds: 10 s.
  package static let longestWakeDelayNs: Int64 = 10_000_000_000

  package static let depths = 1...3

  /// Vsyncs from a frame's begin tick to its target slot; 1…3.
  public let depth: Int

  /// Time before a vsync that is reserved for the compositor, in nanoseconds; 0 or more.
  public let reserveNs: Int64

  /// When a worker that was busy at a tick starts.
  public let startPolicy: StartPolicy

  /// What is shown when several frames are waiting.
  public let queue: FrameQueue

  /// Time from a tick to the worker's start, in nanoseconds; 0 or more.
  public let wakeDelayNs: Int64

  /// Creates settings.
  ///
  /// ``FrameReplay``, which knows the rate, checks that the reserve is less than one period.
  ///
  /// - Parameters:
  ///   - depth: Vsyncs from begin tick to target slot, 1…3.
  ///   - reserveNs: Time reserved for the compositor, in nanoseconds.
  ///   - startPolicy: When a worker that was busy at a tick starts.
  ///   - queue: What is shown when several frames are waiting.
  ///   - wakeDelayNs: Time from a tick to the worker's start, in nanoseconds.
  /// - Throws: ``FrameTimingError`` for a depth outside 1…3, a negative reserve, or a wake-up delay
  ///   outside 0…10 s.
  public init(
    depth: Int = 1, reserveNs: Int64 = 0, startPolicy: StartPolicy = .coalesce,
    queue: FrameQueue = .fifo, wakeDelayNs: Int64 = 0
  ) throws(FrameTimingError) {
    guard Self.depths.contains(depth) else { throw .depthOutOfRange(given: depth) }
    guard reserveNs >= 0 else { throw .negativeReserve(nanoseconds: reserveNs) }
    guard (0...Self.longestWakeDelayNs).contains(wakeDelayNs) else {
      throw .wakeDelayOutOfRange(nanoseconds: wakeDelayNs)
    }
    self.depth = depth
    self.reserveNs = reserveNs
    self.startPolicy = startPolicy
    self.queue = queue
    self.wakeDelayNs = wakeDelayNs
  }

  private init(depth: Int, microsecondsOfReserve: Int64) {
    self.depth = depth
    reserveNs = microsecondsOfReserve * 1_000
    startPolicy = .coalesce
    queue = .fifo
    wakeDelayNs = 0
  }
}

extension ReplaySettings {
  /// A frame is due at the next vsync: depth 1, no reserve.
  ///
  /// Headlines and gates use it.
  public static let strict = ReplaySettings(depth: 1, microsecondsOfReserve: 0)

  /// Double buffering as Apple describes its render loop: depth 2, no reserve.
  public static let apple = ReplaySettings(depth: 2, microsecondsOfReserve: 0)

  /// Triple buffering: depth 3, no reserve.
  public static let appleTriple = ReplaySettings(depth: 3, microsecondsOfReserve: 0)

  /// Two periods less 1.7 ms, as in Perfetto's own sample of an Android frame timeline.
  public static let android = ReplaySettings(depth: 2, microsecondsOfReserve: 1_700)

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

  static var presetNames: String { presets.map(\.name).joined(separator: ", ") }
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
