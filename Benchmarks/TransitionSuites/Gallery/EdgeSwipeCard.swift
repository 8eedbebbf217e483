import HeadlessUI
import MotionKernels

/// A card that springs in from the right; a swipe from the left edge takes it out again.
final class EdgeSwipeCardAnimator: ModalAnimator {
  let direction: ModalDirection

  /// Whether a finger drives; the curve is linear then, because a spring would not stay under it.
  let isInteractive: Bool

  /// Seconds of either direction.
  static let duration = 0.7

  /// Opacity of the page behind the card.
  static let restAlpha = 0.5

  /// Scale of the page behind the card.
  static let restScale = 0.96

  /// Creates an animator for one direction.
  init(_ direction: ModalDirection, isInteractive: Bool = false) {
    self.direction = direction
    self.isInteractive = isInteractive
  }

  func present(_ context: TransitionContext) {
    let page: View = context.fromController.view
    let card: View = context.toController.view
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
        // The card covers it now; without a transform its frame can be set for the dismissal.
        page.transform = .identity
      }
      context.complete()
    }
  }

  func dismiss(_ context: TransitionContext) {
    let card: View = context.fromController.view
    let page: View = context.toController.view
    let width = context.containerView.bounds.width
    // The frame first: under a scale, the same frame would need larger bounds.
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

/// Supplies the parts of the card, and installs the swipe; keep it, because the controller does
/// not.
final class EdgeSwipeCardDelegate: ModalDelegate {
  /// Follows the swipe from the left edge; above three tenths of the width a release dismisses.
  let interaction: PanInteraction

  /// Follows the pull from the right edge that presents the card, or nil unless one was installed.
  private(set) var pull: PanInteraction?

  /// Lets a pull from the right edge of a presenter's view present the card; above three tenths of
  /// the width a release presents.
  func installPull(on presenter: ViewController, presenting card: ViewController) {
    let pull = PanInteraction(
      engine: presenter.engine, threshold: 0.3,
      fraction: { pan in
        let window = pan.view?.root
        return (-pan.translation(in: window).x).fraction(of: window?.bounds.width ?? 0)
      },
      begin: { [weak presenter, weak card] in
        guard let presenter, let card else { return }
        try presenter.presentOrThrow(card, animated: true)
      })
    pull.slowestCompletionSpeed = 1
    self.pull = pull
    presenter.view.addGestureRecognizer(
      ScreenEdgePanGestureRecognizer(edge: .right) { [weak pull] in pull?.handle($0) })
  }

  /// Makes a controller ready to be presented as an edge-swipe card.
  init(_ controller: ViewController) {
    let interaction = PanInteraction(
      engine: controller.engine, threshold: 0.3,
      fraction: { [weak controller] pan in
        let container = controller?.presentationController?.containerView
        return pan.translation(in: container).x.fraction(of: container?.bounds.width ?? 0)
      },
      begin: { [weak controller] in try controller?.dismissOrThrow(animated: true) })
    // Eased, as the platform does by default, but a faster finger shortens the rest of the way.
    interaction.slowestCompletionSpeed = 1
    self.interaction = interaction
    controller.modalPresentationStyle = .fullScreen
    controller.transitioningDelegate = self
    controller.view.addGestureRecognizer(
      ScreenEdgePanGestureRecognizer(edge: .left) { [weak interaction] in interaction?.handle($0) })
  }

  func animator(_ direction: ModalDirection) -> any AnimatedTransitioning {
    EdgeSwipeCardAnimator(direction, isInteractive: interaction(direction) != nil)
  }

  func interaction(_ direction: ModalDirection) -> (any InteractiveTransitioning)? {
    let follower = direction == .present ? pull : interaction
    return follower?.isInteracting == true ? follower : nil
  }
}

extension GalleryTransition {
  static let edgeSwipeCard =
    modal(
      "edgeSwipeCard", duration: EdgeSwipeCardAnimator.duration,
      drag: DismissalDrag(releases: (finish: 0.4, cancel: 0.2)) { screen in
        (Point(x: 16, y: screen.height / 2), Point(x: screen.width, y: 0))
      } leg: { _, unplayed in
        unplayed * EdgeSwipeCardAnimator.duration
      }
    ) { EdgeSwipeCardDelegate($0) }
    + DismissalDrag(releases: (finish: 0.4, cancel: 0.2)) { screen in
      (Point(x: screen.width - 16, y: screen.height / 2), Point(x: -screen.width, y: 0))
    } leg: { _, unplayed in
      unplayed * EdgeSwipeCardAnimator.duration
    }.entries("edgeSwipeCard.pull") { screen, script in
      let scene = ModalScene(screen: screen) { EdgeSwipeCardDelegate($0) }
      (scene.delegate as? EdgeSwipeCardDelegate)?.installPull(
        on: scene.presenter, presenting: scene.presented)
      return scene.dragIn(script)
    }
}
