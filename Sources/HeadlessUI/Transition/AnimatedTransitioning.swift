/// Moves the views of a transition.
public protocol AnimatedTransitioning: AnyObject {
  /// Seconds that the whole transition takes, all stages included.
  func transitionDuration(using context: TransitionContext?) -> Double

  /// Starts the animations, and sees to it that `completeTransition` is called exactly once.
  func animateTransition(using context: TransitionContext)

  /// Told when the transition was taken down.
  func animationEnded(_ transitionCompleted: Bool)
}

extension AnimatedTransitioning {
  public func animationEnded(_ transitionCompleted: Bool) {}
}
