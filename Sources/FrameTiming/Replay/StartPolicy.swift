/// When a worker that finished after a tick starts its next frame.
public enum StartPolicy: String, CaseIterable, Hashable, Codable, Sendable {
  /// At once, for the latest tick that has passed: ticks before it are skipped.
  case coalesce

  /// At the next tick.
  case align

  /// Creates a policy from its name.
  ///
  /// - Parameter name: `coalesce` or `align`.
  /// - Throws: ``FrameTimingError/unknownStartPolicy(name:)`` for anything else.
  public init(parsing name: String) throws(FrameTimingError) {
    guard let policy = StartPolicy(rawValue: name) else { throw .unknownStartPolicy(name: name) }
    self = policy
  }
}
