import MotionKernels

/// The push and pop of a navigation container whose delegate supplies no animator.
///
/// The upper view slides in from the right edge, and the lower one moves left by three tenths of
/// the width, on the system's spring or, under a finger, linearly.
final class DefaultPushAnimator: AnimatedTransitioning {
  let operation: NavigationOperation

  /// Whether the back swipe drives the transition.
  let isInteractive: Bool

  init(_ operation: NavigationOperation, isInteractive: Bool = false) {
    self.operation = operation
    self.isInteractive = isInteractive
  }

  func transitionDuration(using context: TransitionContext?) -> Double {
    SystemDefaultAnimator.duration
  }

  func animateTransition(using context: TransitionContext) {
    let from = context.movedView(for: .from)
    let to = context.movedView(for: .to)
    let bounds = context.containerView.bounds
    let right = bounds.offset(x: bounds.width, y: 0)
    let left = bounds.offset(x: -0.3 * bounds.width, y: 0)
    let isPush = operation == .push
    if isPush {
      context.containerView.addSubview(to)
    } else {
      context.containerView.insertSubview(to, belowSubview: from)
    }
    context.slide(
      in: to, from: isPush ? right : left, to: bounds, out: from, until: isPush ? left : right,
      isAbove: isPush, isLinear: isInteractive
    ) {
      (context.transitionWasCancelled ? to : from).removeFromSuperview()
      from.frame = bounds
    }
  }
}
