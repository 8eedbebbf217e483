import MotionKernels

/// The transition of a modal whose delegate supplies no animator: up from the bottom edge, on a
/// spring.
///
/// The spring has mass 3, stiffness 1,000, and damping coefficient 500.
public final class SystemDefaultAnimator: ModalAnimator {
  public let direction: ModalDirection

  /// The platform's closed-form approximation of the spring's settling duration, in seconds.
  public static let duration = 0.5058237871186482

  static var spring: Spring { .systemTransition }

  public init(_ direction: ModalDirection) { self.direction = direction }

  public func present(_ context: TransitionContext) {
    let sheet = context.movedView(for: .to)
    let final = context.finalFrame(for: context.toController)
    let start = final.offset(x: 0, y: context.containerView.bounds.height - final.minY)
    context.containerView.addSubview(sheet)
    context.slide(in: sheet, from: start, to: final, isAbove: true) {
      if context.transitionWasCancelled { sheet.removeFromSuperview() }
    }
  }

  public func dismiss(_ context: TransitionContext) {
    let sheet = context.movedView(for: .from)
    let frame = sheet.frame
    context.insertPresenterBelow()
    let end = frame.offset(x: 0, y: context.containerView.bounds.height - frame.minY)
    context.slide(out: sheet, until: end) {
      if context.transitionWasCancelled { context.view(for: .to)?.removeFromSuperview() }
    }
  }
}

extension TransitionContext {
  /// Moves one view in and another one out, on the system's spring or linearly, and completes the
  /// transition; if the engine prefers cross-fades, the upper view fades instead.
  func slide(
    in entering: View? = nil, from start: Rect = .zero, to final: Rect = .zero,
    out leaving: View? = nil, until end: Rect = .zero, isAbove isEnteringAbove: Bool = false,
    isLinear: Bool = false, completion: @escaping () -> Void
  ) {
    let isFading = engine.prefersCrossFadeTransitions
    let upper = isEnteringAbove ? entering : leaving
    let alpha = upper?.alpha ?? 1
    entering?.frame = isFading ? final : start
    if isFading, isEnteringAbove { upper?.alpha = 0 }
    let animations: () -> Void = {
      if isFading {
        upper?.alpha = isEnteringAbove ? alpha : 0
      } else {
        entering?.frame = final
        leaving?.frame = end
      }
    }
    let ended = { [self] (_: Bool) in
      completion()
      if isFading {
        if !transitionWasCancelled, !isEnteringAbove { upper?.removeFromSuperview() }
        upper?.alpha = alpha
      }
      complete()
    }
    let duration = SystemDefaultAnimator.duration
    if isLinear {
      engine.animate(duration: duration, curve: .linear, animations: animations, completion: ended)
    } else {
      engine.animate(
        duration: duration, spring: SystemDefaultAnimator.spring, animations: animations,
        completion: ended)
    }
  }
}
