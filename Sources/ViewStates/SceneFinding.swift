/// Something wrong with how a scene moves, whatever its frames cost.
public enum SceneFinding: Hashable, Codable, Sendable {
  /// A transition is still in progress long after its last frame, so nothing on screen reacts.
  case neverCompletes(transition: String)

  /// A view moves much farther between two frames than before and after.
  ///
  /// `points` is how far its farthest corner moves, and `seconds` the time of the second frame
  /// since the start.
  case jump(view: String, points: Double, seconds: Double)

  /// A canceled transition leaves a view different from before; coordinates in points.
  case notRestored(view: String, property: Property, before: [Double], after: [Double])

  /// What else the scene's engine found wrong: a sentence, and what to do.
  case reported(String)

  /// What a canceled transition must restore.
  public enum Property: String, Codable, Sendable {
    /// Opacity, 0…1.
    case alpha

    /// x, y, width and height in the superview.
    case frame
  }
}
