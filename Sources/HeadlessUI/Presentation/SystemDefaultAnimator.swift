import MotionKernels

/// The transition of a modal whose delegate supplies no animator: up from the bottom edge, on a
/// spring.
///
/// One spring with mass 3, stiffness 1000 and damping coefficient 500.
public final class SystemDefaultAnimator: ModalAnimator {
  public let direction: ModalDirection

  /// The platform's closed-form approximation of the spring's settling duration, in seconds.
  public static let duration = 0.5058237871186482

  static var spring: Spring { .systemTransition }

  /// Creates an animator for one direction.
  public init(_ direction: ModalDirection) {
    self.direction = direction
  }

  public func present(_ context: TransitionContext) {
    let sheet = context.movedView(for: .to)
    let final = context.finalFrame(for: context.toController)
    sheet.frame = final.offset(x: 0, y: context.containerView.bounds.height - final.minY)
    context.containerView.addSubview(sheet)
    context.engine.animate(duration: Self.duration, spring: Self.spring) {
      sheet.frame = final
    } completion: { _ in
      if context.transitionWasCancelled { sheet.removeFromSuperview() }
      context.complete()
    }
  }

  public func dismiss(_ context: TransitionContext) {
    let sheet = context.movedView(for: .from)
    let container = context.containerView
    context.insertPresenterBelow()
    context.engine.animate(duration: Self.duration, spring: Self.spring) {
      sheet.frame = sheet.frame.offset(x: 0, y: container.bounds.height - sheet.frame.minY)
    } completion: { _ in
      if context.transitionWasCancelled { context.view(for: .to)?.removeFromSuperview() }
      context.complete()
    }
  }
}
