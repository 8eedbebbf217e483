import MotionKernels

/// The transition that a modal gets when nobody supplies another: up from the bottom edge, on a spring.
///
/// One spring (mass 3, stiffness 1000, damping coefficient 500) for 0.5058237871186482 s (§15.0).
public final class SystemDefaultAnimator: AnimatedTransitioning {
  public let direction: ModalDirection

  /// Creates an animator for one direction.
  public init(_ direction: ModalDirection) {
    self.direction = direction
  }

  public func transitionDuration(using context: TransitionContext?) -> Double {
    Self.duration
  }

  public func animateTransition(using context: TransitionContext) {
    switch direction {
    case .present: present(context)
    case .dismiss: dismiss(context)
    }
  }
}

/// Which way a modal transition goes.
public enum ModalDirection: Sendable {
  case present, dismiss
}

extension SystemDefaultAnimator {
  /// What the platform's closed approximation of the settling duration gives for the spring.
  static let duration = 0.5058237871186482

  static var spring: Spring { .systemTransition }

  private func present(_ context: TransitionContext) {
    let presented = context.viewController(for: .to)
    let final = context.finalFrame(for: presented)
    presented.view.frame = final.offset(x: 0, y: context.containerView.bounds.height - final.minY)
    context.containerView.addSubview(presented.view)
    context.engine.animate(duration: Self.duration, spring: Self.spring) {
      presented.view.frame = final
    } completion: { _ in
      let isCancelled = context.transitionWasCancelled
      if isCancelled { presented.view.removeFromSuperview() }
      context.completeTransition(!isCancelled)
    }
  }

  private func dismiss(_ context: TransitionContext) {
    let presented = context.viewController(for: .from)
    let presenter = context.viewController(for: .to)
    let container = context.containerView
    if let view = context.view(for: .to) {
      view.frame = context.finalFrame(for: presenter)
      container.insertSubview(view, belowSubview: presented.view)
    }
    context.engine.animate(duration: Self.duration, spring: Self.spring) {
      presented.view.frame = presented.view.frame.offset(
        x: 0, y: container.bounds.height - presented.view.frame.minY)
    } completion: { _ in
      let isCancelled = context.transitionWasCancelled
      if isCancelled { context.view(for: .to)?.removeFromSuperview() }
      context.completeTransition(!isCancelled)
    }
  }
}
