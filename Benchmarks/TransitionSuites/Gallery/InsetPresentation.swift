import HeadlessUI

/// A card inset from all edges, which drops in from above and fades on its way out.
///
/// The presentation controller sets the frame in its layout hook, while the animator's position
/// animation is already running. Position animations are additive, so the path stays intact.
final class InsetPresentationController: PresentationController {
  override var frameOfPresentedViewInContainerView: Rect {
    super.frameOfPresentedViewInContainerView.inset(x: 50, y: 100)
  }

  override func presentationTransitionWillBegin() {
    guard let containerView else { return }
    presentedViewController.view.frame = containerView.bounds
    containerView.addSubview(presentedViewController.view)
  }

  override func containerViewDidLayoutSubviews() {
    presentedViewController.view.frame = frameOfPresentedViewInContainerView
  }

  override func presentationTransitionDidEnd(_ completed: Bool) {
    if !completed { presentedViewController.view.removeFromSuperview() }
  }

  override func dismissalTransitionWillBegin() {
    let card: View = presentedViewController.view
    presentedViewController.transitionCoordinator?.animate { _ in card.alpha = 0 }
  }

  override func dismissalTransitionDidEnd(_ completed: Bool) {
    if completed { presentedViewController.view.removeFromSuperview() }
  }
}

/// Moves the card down from above the top edge, and back up; adds and removes no views.
final class InsetPresentationAnimator: ModalAnimator {
  let direction: ModalDirection

  /// Seconds of either direction, eased in and out.
  static let duration = 0.5

  /// Creates an animator for one direction.
  init(_ direction: ModalDirection) {
    self.direction = direction
  }

  func present(_ context: TransitionContext) {
    let card: View = context.toController.view
    move(card, from: -card.frame.height, to: 0, context)
  }

  func dismiss(_ context: TransitionContext) {
    let card: View = context.fromController.view
    move(card, from: card.frame.minY, to: -card.frame.height, context)
  }

  private func move(
    _ card: View, from start: Double, to end: Double, _ context: TransitionContext
  ) {
    card.frame = card.frame.offset(x: 0, y: start - card.frame.minY)
    context.engine.animate(duration: Self.duration) {
      card.frame = card.frame.offset(x: 0, y: end - card.frame.minY)
    } completion: { _ in
      context.complete()
    }
  }
}

/// Supplies the parts of the inset presentation; keep it, because the controller does not.
final class InsetPresentationDelegate: ModalDelegate {
  /// Makes a controller ready to be presented as an inset card.
  init(_ controller: ViewController) {
    controller.modalPresentationStyle = .custom
    controller.transitioningDelegate = self
  }

  func presentationController(
    forPresented presented: ViewController, presenting: ViewController?, source: ViewController
  ) -> PresentationController? {
    InsetPresentationController(presentedViewController: presented, presenting: presenting)
  }

  func animator(_ direction: ModalDirection) -> any AnimatedTransitioning {
    InsetPresentationAnimator(direction)
  }
}

extension GalleryTransition {
  static let insetPresentation = modal(
    "insetPresentation", duration: InsetPresentationAnimator.duration
  ) { InsetPresentationDelegate($0) }
}
