/// One sample of one finger, in the window's coordinates.
public struct Touch: Hashable, Sendable {
  public enum Phase: Sendable { case began, moved, ended, cancelled }

  public var phase: Phase

  /// The position in points of the window.
  public var location: Point

  /// The time of the sample, in nanoseconds of engine time.
  public var nanoseconds: Int64

  /// The number of the finger, if several are down at once.
  public var finger: Int

  public init(_ phase: Phase, at location: Point, nanoseconds: Int64, finger: Int = 0) {
    self.phase = phase
    self.location = location
    self.nanoseconds = nanoseconds
    self.finger = finger
  }
}

/// The event in which a touch is delivered.
public struct Event: Hashable, Sendable {
  /// The sample that is being delivered.
  public let touch: Touch
}

/// Touches that wait for the tick at or after their time.
struct TouchQueue {
  private var waiting: [(touch: Touch, window: Window)] = []

  init() { waiting.reserveCapacity(16) }

  /// Adds a touch after those with earlier or equal times.
  mutating func insert(_ touch: Touch, for window: Window) {
    let index = waiting.firstIndex { $0.touch.nanoseconds > touch.nanoseconds }
    waiting.insert((touch, window), at: index ?? waiting.count)
  }

  /// Removes and returns the first touch whose time has come, or nil if there is none.
  mutating func next(at nanoseconds: Int64) -> (touch: Touch, window: Window)? {
    guard let first = waiting.first, first.touch.nanoseconds <= nanoseconds else { return nil }
    waiting.removeFirst()
    return first
  }

  mutating func removeAll() { waiting.removeAll() }
}
