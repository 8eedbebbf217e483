/// A card inset from all edges that drops in from above and fades on its way out (§15.3).
///
/// The presentation controller decides the frame in its layout hook, while the animator's position
/// animation is running: additive animation keeps the path whole.
public final class InsetPresentationController: PresentationController {
  public override var frameOfPresentedViewInContainerView: Rect {
    super.frameOfPresentedViewInContainerView.inset(x: 50, y: 100)
  }

  public override func presentationTransitionWillBegin() {
    guard let containerView else { return }
    presentedViewController.view.frame = containerView.bounds
    containerView.addSubview(presentedViewController.view)
  }

  public override func containerViewDidLayoutSubviews() {
    presentedViewController.view.frame = frameOfPresentedViewInContainerView
  }

  public override func presentationTransitionDidEnd(_ completed: Bool) {
    if !completed { presentedViewController.view.removeFromSuperview() }
  }

  public override func dismissalTransitionWillBegin() {
    let card = presentedViewController.view
    presentedViewController.transitionCoordinator?.animate { _ in card.alpha = 0 }
  }

  public override func dismissalTransitionDidEnd(_ completed: Bool) {
    if completed { presentedViewController.view.removeFromSuperview() }
  }
}

/// Moves the card from and to above the top edge; adds and removes nothing.
public final class InsetPresentationAnimator: AnimatedTransitioning {
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
    case .present:
      let card = context.toController.view
      move(card, from: -card.frame.height, to: 0, context)
    case .dismiss:
      let card = context.fromController.view
      move(card, from: card.frame.minY, to: -card.frame.height, context)
    }
  }

  private func move(_ card: View, from start: Double, to end: Double, _ context: TransitionContext)
  {
    card.frame = card.frame.offset(x: 0, y: start - card.frame.minY)
    context.engine.animate(duration: Self.duration) {
      card.frame = card.frame.offset(x: 0, y: end - card.frame.minY)
    } completion: { _ in
      context.complete()
    }
  }
}

/// Hands out the parts of the inset presentation; keep it, the controller does not.
public final class InsetPresentationDelegate: TransitioningDelegate {
  /// Makes a controller ready to be presented as an inset card.
  public init(_ controller: ViewController) {
    controller.modalPresentationStyle = .custom
    controller.transitioningDelegate = self
  }

  public func presentationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> PresentationController? {
    InsetPresentationController(presented: presented, presenting: presenting)
  }

  public func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    InsetPresentationAnimator(.present)
  }

  public func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    InsetPresentationAnimator(.dismiss)
  }
}
