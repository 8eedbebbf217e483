/// A place in a paced run where the process was stopped and continued, as by Ctrl-Z or a debugger.
///
/// The frames during which it was stopped are not in the recording, and no frame is expected in
/// their slots.
public struct PacedStop: Hashable, Codable, Sendable {
  /// The index of the first recorded frame after the stop; the number of frames if there is none.
  public let frame: Int

  /// The number of frames that were left out.
  public let excludedFrames: Int

  /// Creates a stop.
  public init(frame: Int, excludedFrames: Int) {
    self.frame = frame
    self.excludedFrames = excludedFrames
  }
}
