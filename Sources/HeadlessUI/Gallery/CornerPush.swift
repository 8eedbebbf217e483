/// A page that comes from the top right corner onto a navigation stack, and leaves there (§15.5).
public final class CornerPushAnimator: AnimatedTransitioning {
  public let operation: NavigationOperation

  /// Whether a finger drives; the curve is linear then, so that the page stays under it.
  public let isInteractive: Bool

  /// Seconds of either direction.
  public static let duration = 0.5

  /// Creates an animator for one operation.
  public init(_ operation: NavigationOperation, isInteractive: Bool = false) {
    self.operation = operation
    self.isInteractive = isInteractive
  }

  public func transitionDuration(using context: TransitionContext?) -> Double {
    operation == .none ? 0 : Self.duration
  }

  public func animateTransition(using context: TransitionContext) {
    let from = context.fromController.view
    let to = context.toController.view
    let bounds = context.containerView.bounds
    let corner = bounds.offset(x: bounds.width, y: -bounds.height)
    switch operation {
    case .push:
      to.frame = corner
      context.containerView.addSubview(to)
      move(to, to: bounds, leaving: nil, context)
    case .pop:
      to.frame = bounds
      context.containerView.insertSubview(to, belowSubview: from)
      move(from, to: corner, leaving: from, context)
    case .none:
      context.containerView.addSubview(to)
      context.complete()
    }
  }

  private func move(
    _ view: View, to frame: Rect, leaving: View?, _ context: TransitionContext
  ) {
    context.engine.animate(duration: Self.duration, curve: isInteractive ? .linear : .easeInOut) {
      view.frame = frame
    } completion: { _ in
      if context.transitionWasCancelled {
        context.toController.view.removeFromSuperview()
      } else {
        leaving?.removeFromSuperview()
      }
      context.complete()
    }
  }
}

/// Hands out the corner transition for a navigation container; keep it, the container does not.
public final class CornerPushDelegate: NavigationControllerDelegate {
  /// Drives the next pop; set it only while a gesture is in progress.
  public var interaction: PercentDrivenInteractiveTransition?

  /// Creates a delegate.
  public init() {}

  public func navigationController(
    _ navigation: NavigationController, animationControllerFor operation: NavigationOperation,
    from: ViewController, to: ViewController
  ) -> (any AnimatedTransitioning)? {
    CornerPushAnimator(operation, isInteractive: interaction != nil)
  }

  public func navigationController(
    _ navigation: NavigationController,
    interactionControllerFor animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    interaction
  }
}
