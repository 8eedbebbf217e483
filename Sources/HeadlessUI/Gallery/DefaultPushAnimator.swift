import MotionKernels

/// The push and pop of a navigation container whose delegate supplies no animator.
///
/// The upper view slides in from the right edge, the lower one gives way by three tenths, on the
/// system's spring.
public final class DefaultPushAnimator: AnimatedTransitioning {
  public let operation: NavigationOperation

  /// Creates an animator for one operation.
  public init(_ operation: NavigationOperation) {
    self.operation = operation
  }

  public func transitionDuration(using context: TransitionContext?) -> Double {
    SystemDefaultAnimator.duration
  }

  public func animateTransition(using context: TransitionContext) {
    let from = context.viewController(for: .from).view
    let to = context.viewController(for: .to).view
    let bounds = context.containerView.bounds
    let (right, left) = (
      bounds.offset(x: bounds.width, y: 0), bounds.offset(x: -0.3 * bounds.width, y: 0)
    )
    let isPush = operation == .push
    if isPush {
      context.containerView.addSubview(to)
    } else {
      context.containerView.insertSubview(to, belowSubview: from)
    }
    to.frame = isPush ? right : left
    context.engine.animate(
      duration: SystemDefaultAnimator.duration, spring: SystemDefaultAnimator.spring
    ) {
      to.frame = bounds
      from.frame = isPush ? left : right
    } completion: { _ in
      let isCancelled = context.transitionWasCancelled
      (isCancelled ? to : from).removeFromSuperview()
      from.frame = bounds
      context.completeTransition(!isCancelled)
    }
  }
}
