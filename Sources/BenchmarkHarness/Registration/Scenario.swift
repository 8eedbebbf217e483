public import BenchmarkModel

/// A scene that is ready to render its frames.
public struct Scenario {
  /// Returns the state of every view, back to front, at each of the given fractions of the duration.
  public typealias Inspection = (_ fractions: [Double]) throws -> [[ViewState]]

  let render: (Frame) -> Void
  let inspect: Inspection?

  /// Creates a scenario.
  ///
  /// - Parameters:
  ///   - inspect: Answers the `inspect` command; leave it out if the scene has no views.
  ///   - frame: Does the whole work of one frame. This is what is timed.
  public init(inspect: Inspection? = nil, frame: @escaping (Frame) -> Void) {
    self.render = frame
    self.inspect = inspect
  }
}

/// What a display link tells its callback: which frame to make, and for which time.
public struct Frame: Hashable, Sendable {
  /// Counts from 0.
  public let index: Int

  /// The vsync at which the frame starts, relative to the animation's start.
  public let timestamp: Duration

  /// The vsync at which it should be shown; animations are evaluated at this time.
  public let targetTimestamp: Duration

  /// Creates a frame.
  public init(index: Int, timestamp: Duration, targetTimestamp: Duration) {
    self.index = index
    self.timestamp = timestamp
    self.targetTimestamp = targetTimestamp
  }
}
