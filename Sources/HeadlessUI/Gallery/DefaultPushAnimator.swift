import MotionKernels

/// The push and pop of a navigation container whose delegate supplies no animator.
///
/// The upper view slides in from the right edge, the lower one moves left by three tenths of the
/// width, on the system's spring.
final class DefaultPushAnimator: AnimatedTransitioning {
  let operation: NavigationOperation

  /// Creates an animator for one operation.
  init(_ operation: NavigationOperation) {
    self.operation = operation
  }

  func transitionDuration(using context: TransitionContext?) -> Double {
    SystemDefaultAnimator.duration
  }

  func animateTransition(using context: TransitionContext) {
    let from = context.fromController.view
    let to = context.toController.view
    let bounds = context.containerView.bounds
    let right = bounds.offset(x: bounds.width, y: 0)
    let left = bounds.offset(x: -0.3 * bounds.width, y: 0)
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
      (context.transitionWasCancelled ? to : from).removeFromSuperview()
      from.frame = bounds
      context.complete()
    }
  }
}
