/// What a display link tells its callback: which frame to make, and for which time.
public struct Frame: Hashable, Sendable {
  /// The frame's number, from 0.
  public let index: Int

  /// The vsync at which the frame starts, relative to the animation's start.
  public let timestamp: Duration

  /// The vsync at which it should be shown; evaluate animations at this time.
  public let targetTimestamp: Duration

  /// Creates a frame.
  @inlinable @inline(__always)
  public init(index: Int, timestamp: Duration, targetTimestamp: Duration) {
    self.index = index
    self.timestamp = timestamp
    self.targetTimestamp = targetTimestamp
  }

  /// ``targetTimestamp`` in seconds.
  @inlinable @inline(__always)
  public var time: Double { targetTimestamp / .seconds(1) }
}
