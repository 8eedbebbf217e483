/// What a display link tells the workload about the frame it is to make.
public struct PacedFrame: Hashable, Sendable {
  /// The frame's number, from 0, without gaps.
  public let index: Int

  /// The tick that the frame is served at; ticks are skipped while the workload is busy.
  public let tick: Int

  /// The time of that tick, in nanoseconds since vsync 0.
  public let timestampNs: Int64

  /// When the frame should be shown, in nanoseconds since vsync 0: what animations are evaluated at.
  public let targetTimestampNs: Int64
}
