/// A place in a paced run where the process was stopped and continued, as by Ctrl-Z or a debugger.
///
/// The frames that it hit are not in the recording, and the slots of the ticks without them expect
/// no frame.
public struct PacedStop: Hashable, Codable, Sendable {
  /// The first frame after it that counts; the number of frames if there is none.
  public let frame: Int

  /// How many frames it hit.
  public let excludedFrames: Int

  /// Creates a stop.
  public init(frame: Int, excludedFrames: Int) {
    self.frame = frame
    self.excludedFrames = excludedFrames
  }
}
