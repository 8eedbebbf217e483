public import FrameModel

/// A scene that is ready to render its frames.
public struct Scenario {
  /// Returns the state of every view, back to front, at each of the given fractions of the
  /// duration.
  public typealias Inspection = (_ fractions: [Double]) throws -> [[ViewState]]

  /// Plays the scene from its start and returns what is wrong with how it moves.
  public typealias Review = () throws -> [SceneFinding]

  let render: (Frame) -> Void
  package let inspect: Inspection?
  package let review: Review?

  /// Creates a scenario.
  ///
  /// - Parameters:
  ///   - begin: What an app does between a tap and the first frame that shows its effect. Runs once
  ///     per scene, inside the first frame, and is timed and counted with it. Build what exists
  ///     before the tap before creating the scenario, untimed.
  ///   - inspect: Answers the `inspect` command; leave it out if the scene has no views.
  ///   - review: Adds to that answer what is wrong with how the scene moves; untimed.
  ///   - frame: Does the whole work of one frame. This is what is timed.
  public init(
    begin: (() -> Void)? = nil, inspect: Inspection? = nil, review: Review? = nil,
    frame: @escaping (Frame) -> Void
  ) {
    self.inspect = inspect
    self.review = review
    guard let begin else {
      render = frame
      return
    }
    var hasBegun = false
    render = {
      // Not `frame.index == 0`: a real timer may skip the tick of frame 0.
      if !hasBegun {
        hasBegun = true
        begin()
      }
      frame($0)
    }
  }
}
