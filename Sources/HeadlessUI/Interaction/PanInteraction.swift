/// A percent-driven dismissal or pop that follows a pan: the pan scrubs the animator.
///
/// A release above the threshold finishes, any other release and a canceled pan cancel.
open class PanInteraction: PercentDrivenInteractiveTransition {
  private let follower: PanFollower
  private let fraction: (PanGestureRecognizer) -> Double
  private let begin: () throws -> Void

  /// Creates an interaction.
  ///
  /// - Parameters:
  ///   - engine: The clock of the transition.
  ///   - threshold: The fraction above which a release finishes.
  ///   - fraction: How far the finger is; clamped to 0…1.
  ///   - begin: Starts the transition, which asks its delegate for this controller.
  public init(
    engine: Engine, threshold: Double, fraction: @escaping (PanGestureRecognizer) -> Double,
    begin: @escaping () throws -> Void
  ) {
    follower = PanFollower(threshold: threshold)
    self.fraction = fraction
    self.begin = begin
    super.init(engine: engine)
  }

  /// Whether a finger is dragging; delegates return this controller only then.
  public var isInteracting: Bool { follower.isInteracting }

  /// Follows a pan; call this from the recognizer's action.
  public func handle(_ pan: PanGestureRecognizer) {
    follower.follow(pan, begin: begin) {
      let fraction = fraction(pan).clampedToUnit
      update(fraction)
      return fraction
    } release: { isFinishing in
      if isFinishing { finish() } else { cancel() }
    }
  }
}
