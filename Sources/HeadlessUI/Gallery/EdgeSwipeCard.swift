import MotionKernels

/// A card that springs in from the right; a swipe from the left edge takes it out again (§15.8).
public final class EdgeSwipeCardAnimator: AnimatedTransitioning {
  public let direction: ModalDirection

  /// Whether a finger drives; the curve is linear then, for a spring would not stay under it.
  public let isInteractive: Bool

  /// Seconds of either direction.
  public static let duration = 0.7

  /// Opacity and scale of the page behind the card.
  static let (restAlpha, restScale) = (0.5, 0.96)

  /// Creates an animator for one direction.
  public init(_ direction: ModalDirection, isInteractive: Bool = false) {
    self.direction = direction
    self.isInteractive = isInteractive
  }

  public func transitionDuration(using context: TransitionContext?) -> Double { Self.duration }

  public func animateTransition(using context: TransitionContext) {
    switch direction {
    case .present: present(context)
    case .dismiss: dismiss(context)
    }
  }

  private func present(_ context: TransitionContext) {
    let page = context.fromController.view
    let card = context.toController.view
    let final = context.finalFrame(for: context.toController)
    card.frame = final.offset(x: context.containerView.bounds.width, y: 0)
    context.containerView.addSubview(card)
    animate(context.engine) {
      card.frame = final
      page.alpha = Self.restAlpha
      page.transform = .makeScale(x: Self.restScale, y: Self.restScale, z: 1)
    } completion: { _ in
      if context.transitionWasCancelled {
        card.removeFromSuperview()
      } else {
        // It is covered now; without transform its frame can be set at the dismissal.
        page.transform = .identity
      }
      context.complete()
    }
  }

  private func dismiss(_ context: TransitionContext) {
    let card = context.fromController.view
    let page = context.toController.view
    let width = context.containerView.bounds.width
    // The frame first: under a scale it would mean other bounds.
    page.frame = context.finalFrame(for: context.toController)
    page.alpha = Self.restAlpha
    page.transform = .makeScale(x: Self.restScale, y: Self.restScale, z: 1)
    if let page = context.view(for: .to) { context.containerView.insertSubview(page, at: 0) }
    animate(context.engine) {
      card.frame = card.frame.offset(x: width, y: 0)
      page.alpha = 1
      page.transform = .identity
    } completion: { _ in
      page.transform = .identity
      if context.transitionWasCancelled {
        page.alpha = Self.restAlpha
        card.frame = context.initialFrame(for: context.fromController)
        context.view(for: .to)?.removeFromSuperview()
      } else {
        card.removeFromSuperview()
      }
      context.complete()
    }
  }

  private func animate(
    _ engine: Engine, animations: () -> Void, completion: @escaping (Bool) -> Void
  ) {
    if isInteractive {
      engine.animate(
        duration: Self.duration, curve: .linear, animations: animations, completion: completion)
    } else {
      engine.animate(
        duration: Self.duration, dampingRatio: 1, initialVelocity: 0, animations: animations,
        completion: completion)
    }
  }
}

/// Hands out the parts of the card, and installs the swipe; keep it, the controller does not.
public final class EdgeSwipeCardDelegate: TransitioningDelegate {
  /// Follows the swipe from the left edge; above three tenths of the width a release dismisses.
  public let interaction: PanInteraction

  /// Makes a controller ready to be presented as an edge-swipe card.
  public init(_ controller: ViewController) {
    let interaction = PanInteraction(
      engine: controller.engine, threshold: 0.3,
      fraction: { [weak controller] pan in
        let container = controller?.presentationController?.containerView
        return pan.translation(in: container).x.fraction(of: container?.bounds.width ?? 0)
      },
      begin: { [weak controller] in try controller?.dismiss(animated: true) })
    self.interaction = interaction
    controller.modalPresentationStyle = .fullScreen
    controller.transitioningDelegate = self
    controller.view.addGestureRecognizer(
      ScreenEdgePanGestureRecognizer(edge: .left) { [weak interaction] recognizer in
        if let pan = recognizer as? PanGestureRecognizer { interaction?.handle(pan) }
      })
  }

  public func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    EdgeSwipeCardAnimator(.present, isInteractive: interaction.isInteracting)
  }

  public func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    EdgeSwipeCardAnimator(.dismiss, isInteractive: interaction.isInteracting)
  }

  public func interactionControllerForPresentation(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    interaction.isInteracting ? interaction : nil
  }

  public func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    interaction.isInteracting ? interaction : nil
  }
}
