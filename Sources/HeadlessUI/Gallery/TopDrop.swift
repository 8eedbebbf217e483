/// A modal that drops in from above the top edge, full screen (§15.2).
public final class TopDropAnimator: AnimatedTransitioning {
  public let direction: ModalDirection

  /// Seconds of either direction, eased in and out.
  public static let duration = 0.5

  /// Creates an animator for one direction.
  public init(_ direction: ModalDirection) {
    self.direction = direction
  }

  public func transitionDuration(using context: TransitionContext?) -> Double { Self.duration }

  public func animateTransition(using context: TransitionContext) {
    switch direction {
    case .present: present(context)
    case .dismiss: dismiss(context)
    }
  }

  private func present(_ context: TransitionContext) {
    let final = context.finalFrame(for: context.toController)
    let sheet = context.toController.view
    sheet.frame = final.offset(x: 0, y: -final.height - final.minY)
    context.containerView.addSubview(sheet)
    context.engine.animate(duration: Self.duration) {
      sheet.frame = final
    } completion: { _ in
      if context.transitionWasCancelled { sheet.removeFromSuperview() }
      context.complete()
    }
  }

  private func dismiss(_ context: TransitionContext) {
    let sheet = context.fromController.view
    context.insertPresenterBelow()
    context.engine.animate(duration: Self.duration) {
      sheet.frame = sheet.frame.offset(x: 0, y: -sheet.frame.height - sheet.frame.minY)
    } completion: { _ in
      let leaving = context.transitionWasCancelled ? context.view(for: .to) : sheet
      leaving?.removeFromSuperview()
      context.complete()
    }
  }
}

/// Hands out the animators of the top-drop; keep it, the controller does not.
public final class TopDropDelegate: TransitioningDelegate {
  /// Makes a controller ready to be presented with the top-drop.
  public init(_ controller: ViewController) {
    controller.modalPresentationStyle = .fullScreen
    controller.transitioningDelegate = self
  }

  public func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    TopDropAnimator(.present)
  }

  public func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    TopDropAnimator(.dismiss)
  }
}
