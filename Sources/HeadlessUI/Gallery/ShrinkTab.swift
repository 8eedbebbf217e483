/// A tab that shrinks to the centre and uncovers the next one (§15.6).
public final class ShrinkTabAnimator: AnimatedTransitioning {
  /// Seconds, eased in and out.
  public static let duration = 0.5

  /// Creates an animator; it is the same for both directions.
  public init() {}

  public func transitionDuration(using context: TransitionContext?) -> Double { Self.duration }

  public func animateTransition(using context: TransitionContext) {
    let from = context.fromController.view
    let to = context.toController.view
    let bounds = context.containerView.bounds
    to.frame = bounds
    context.containerView.insertSubview(to, at: 0)
    context.engine.animate(duration: Self.duration) {
      from.frame = bounds.inset(x: bounds.width / 2, y: bounds.height / 2)
    } completion: { _ in
      if context.transitionWasCancelled {
        to.removeFromSuperview()
      } else {
        from.removeFromSuperview()
        from.frame = bounds
      }
      context.complete()
    }
  }
}

/// Hands out the shrinking switch for a tab container; keep it, the container does not.
public final class ShrinkTabDelegate: TabBarControllerDelegate {
  /// Drives the next switch; set it only while a gesture is in progress.
  public var interaction: PercentDrivenInteractiveTransition?

  /// Creates a delegate.
  public init() {}

  public func tabBarController(
    _ tabs: TabBarController, animationControllerForTransitionFrom from: ViewController,
    to: ViewController
  ) -> (any AnimatedTransitioning)? {
    ShrinkTabAnimator()
  }

  public func tabBarController(
    _ tabs: TabBarController, interactionControllerFor animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    interaction
  }
}
