/// A transition that can be played by a recorded drag, and how long that takes.
public enum DraggedTransition: String, CaseIterable, Sendable {
  case cartFold, sideSlide, edgeSwipeCard, musicCard
}

extension DraggedTransition {
  /// Seconds from the first touch to the last completion, at 60 Hz or faster.
  public func duration(finishing: Bool) -> Double {
    // A sample before the drag, and room for the tick that notices the release and for one more.
    Self.drag + 1.0 / 120 + leg(finishing: finishing) + 1.0 / 30
  }

  /// Seconds of the drag itself.
  static let drag = 1.0 / 3

  /// Where the finger is lifted, as a fraction of the way.
  func releaseFraction(finishing: Bool) -> Double {
    switch self {
    case .cartFold, .sideSlide: finishing ? 0.6 : 0.3
    case .edgeSwipeCard, .musicCard: finishing ? 0.4 : 0.2
    }
  }

  /// Seconds from the release to the last completion.
  func leg(finishing: Bool) -> Double {
    let fraction = releaseFraction(finishing: finishing)
    let unplayed = finishing ? 1 - fraction : fraction
    return switch self {
    case .cartFold: finishing ? 2 * CartFold.stage : CartFold.stage
    case .sideSlide: SideSlideInteraction.legDuration
    case .edgeSwipeCard: unplayed * EdgeSwipeCardAnimator.duration
    case .musicCard: unplayed * MusicCard.duration
    }
  }
}
