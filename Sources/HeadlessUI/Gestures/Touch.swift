/// One sample of one finger, in the window's coordinates.
public struct Touch: Hashable, Sendable {
  public enum Phase: Sendable {
    case began, moved, ended, cancelled
  }

  public var phase: Phase

  /// In points of the window.
  public var location: Point

  /// When it happened, in nanoseconds of engine time.
  public var nanoseconds: Int64

  /// Creates a sample.
  public init(_ phase: Phase, at location: Point, nanoseconds: Int64) {
    (self.phase, self.location, self.nanoseconds) = (phase, location, nanoseconds)
  }
}
