/// What a display shows when several finished frames wait.
public enum FrameQueue: String, CaseIterable, Hashable, Codable, Sendable {
  /// Every frame, in order, one per slot.
  case fifo

  /// The newest frame; older ones are discarded.
  case latest

  /// Creates a queue from its name.
  ///
  /// - Parameter name: `fifo` or `latest`.
  /// - Throws: ``FrameTimingError/unknownQueue(name:)`` for anything else.
  public init(parsing name: String) throws(FrameTimingError) {
    guard let queue = FrameQueue(rawValue: name) else { throw .unknownQueue(name: name) }
    self = queue
  }
}
