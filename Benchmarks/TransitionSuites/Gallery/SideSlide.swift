import HeadlessUI

/// Dismisses the modal by dragging it to the right; above half of the width a release dismisses.
final class SideSlideInteraction: PanDismissal {
  /// Seconds from the release to the end, eased in and out.
  static let releaseDuration = 0.2

  override func startInteractiveTransition(_ context: TransitionContext) {
    super.startInteractiveTransition(context)
    context.insertPresenterBelow()
  }

  override func fraction(of pan: PanGestureRecognizer, in context: TransitionContext) -> Double {
    pan.translation(in: pan.view).x.fraction(of: context.containerView.bounds.width)
  }

  override func drag(to fraction: Double, in context: TransitionContext) {
    context.fromController.view.slide(to: context.containerView.bounds.width * fraction)
  }

  override func animateRelease(_ context: TransitionContext) {
    let isCancelled = context.transitionWasCancelled
    context.engine.animate(duration: Self.releaseDuration) {
      context.fromController.view.slide(
        to: isCancelled ? 0 : context.containerView.bounds.width)
    } completion: { _ in
      // Captures the context alone, which allocates nothing.
      let leaving = context.view(for: context.transitionWasCancelled ? .to : .from)
      leaving?.removeFromSuperview()
      context.complete()
    }
  }
}

extension View {
  /// Moves the view sideways, so that its frame starts at `x`.
  fileprivate func slide(to x: Double) {
    frame = frame.offset(x: x - frame.minX, y: 0)
  }
}

/// Supplies the parts of the side-slide, and installs the pan; keep it, because the controller does
/// not.
final class SideSlideDelegate: ModalDelegate {
  let interaction: SideSlideInteraction

  /// Makes a controller ready to be presented with the side-slide.
  init(_ controller: ViewController) {
    let interaction = SideSlideInteraction(engine: controller.engine) { [weak controller] in
      try controller?.dismissOrThrow(animated: true)
    }
    self.interaction = interaction
    controller.modalPresentationStyle = .fullScreen
    controller.transitioningDelegate = self
    controller.view.addGestureRecognizer(
      PanGestureRecognizer { [weak interaction] in interaction?.handle($0) })
  }

  func animator(_ direction: ModalDirection) -> any AnimatedTransitioning {
    EdgeSlideAnimator(direction, edge: .right)
  }

  func interaction(_ direction: ModalDirection) -> (any InteractiveTransitioning)? {
    interaction.isInteracting ? interaction : nil
  }
}

extension GalleryTransition {
  static let sideSlide = modal(
    "sideSlide", duration: EdgeSlideAnimator.duration,
    drag: DismissalDrag(releases: (finish: 0.6, cancel: 0.3)) { screen in
      (Point(x: 0.2 * screen.width, y: screen.height / 2), Point(x: screen.width, y: 0))
    } leg: { _, _ in
      SideSlideInteraction.releaseDuration
    }
  ) { SideSlideDelegate($0) }
}
