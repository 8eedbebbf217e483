import HeadlessUI
import MotionKernels

/// The numbers of the music card: a card that rises over its shrinking presenter, and is pulled
/// down.
enum MusicCard {
  /// Points between the container's top and the card's.
  static let topOffset = 28.0

  /// Fraction of the way above which a release dismisses.
  static let threshold = 0.28

  static let cornerRadius = 8.0
  static let restAlpha = 0.8

  /// The scale that moves the top edge of a page of `height` points to 20; 1 without height.
  static func presenterScale(height: Double) -> Double {
    height > 0 ? 1 - 40 / height : 1
  }

  /// Moves a presenter's page to where it rests behind the card.
  static func rest(_ page: View) {
    // Bounds, not frame: the transform shrinks the frame, and the scale would compound.
    let scale = presenterScale(height: page.bounds.height)
    page.transform = .makeScale(x: scale, y: scale, z: 1)
    page.alpha = restAlpha
    page.cornerRadius = cornerRadius
  }

  /// Moves a presenter's page back.
  static func goHome(_ page: View) {
    page.transform = .identity
    page.alpha = 1
    page.cornerRadius = 0
  }
}

/// Sets the card's frame, sets the presenter's final values and installs the pull-down.
final class MusicCardPresentationController: PresentationController {
  private let interaction: PanInteraction
  private var pan: PanGestureRecognizer?

  init(presented: ViewController, presenting: ViewController?, interaction: PanInteraction) {
    self.interaction = interaction
    super.init(presentedViewController: presented, presenting: presenting)
  }

  override var frameOfPresentedViewInContainerView: Rect {
    // Full height: the card extends below the bottom edge.
    super.frameOfPresentedViewInContainerView.offset(x: 0, y: MusicCard.topOffset)
  }

  override func presentationTransitionWillBegin() {
    let card: View = presentedViewController.view
    card.cornerRadius = MusicCard.cornerRadius
    card.maskedCorners = [.topLeft, .topRight]
    let pan = PanGestureRecognizer { [weak interaction] in interaction?.handle($0) }
    pan.isEnabled = false
    card.addGestureRecognizer(pan)
    self.pan = pan
  }

  override func presentationTransitionDidEnd(_ completed: Bool) {
    pan?.isEnabled = completed
    if !completed { removePan() }
    guard let page = presentingViewController?.view else { return }
    if completed { MusicCard.rest(page) } else { MusicCard.goHome(page) }
  }

  override func dismissalTransitionDidEnd(_ completed: Bool) {
    if completed { removePan() }
    guard let page = presentingViewController?.view else { return }
    if completed { MusicCard.goHome(page) } else { MusicCard.rest(page) }
  }

  private func removePan() {
    if let pan { presentedViewController.view.removeGestureRecognizer(pan) }
    pan = nil
  }
}

/// Raises the card over its shrinking presenter, and lowers it again.
final class MusicCardAnimator: ModalAnimator {
  let direction: ModalDirection

  /// Whether a finger drives; then only the card moves, linearly.
  let isInteractive: Bool

  /// Seconds of either direction.
  static let duration = 0.48

  /// Creates an animator for one direction.
  init(_ direction: ModalDirection, isInteractive: Bool = false) {
    self.direction = direction
    self.isInteractive = isInteractive
  }

  func present(_ context: TransitionContext) {
    let page: View = context.fromController.view
    let card: View = context.toController.view
    let final = context.finalFrame(for: context.toController)
    card.frame = final.offset(x: 0, y: context.containerView.bounds.height - final.minY)
    context.containerView.addSubview(card)
    context.engine.animate(duration: Self.duration) {
      card.frame = final
      MusicCard.rest(page)
    } completion: { _ in
      if context.transitionWasCancelled { card.removeFromSuperview() }
      context.complete()
    }
  }

  func dismiss(_ context: TransitionContext) {
    let page: View = context.toController.view
    let card: View = context.fromController.view
    let height = context.containerView.bounds.height
    if isInteractive { movePresenterAtFinish(context) }
    context.engine.animate(duration: Self.duration, curve: isInteractive ? .linear : .easeOut) {
      card.frame = card.frame.offset(x: 0, y: height - card.frame.minY)
      if !isInteractive { MusicCard.goHome(page) }
    } completion: { _ in
      context.complete()
    }
  }

  /// Keeps the presenter at rest during the drag, and moves it back while the rest of a finished
  /// dismissal plays.
  private func movePresenterAtFinish(_ context: TransitionContext) {
    let page: View = context.toController.view
    context.coordinator.notifyWhenInteractionChanges { coordinator in
      guard !coordinator.isInteractive, !coordinator.isCancelled else { return }
      let speed = coordinator.completionVelocity
      let unplayed = (1 - coordinator.percentComplete) * coordinator.transitionDuration
      coordinator.containerView.engine.animate(
        duration: unplayed / (speed > 0 ? speed : 1), curve: coordinator.completionCurve
      ) {
        MusicCard.goHome(page)
      }
    }
  }
}

/// Supplies the parts of the music card; keep it, because the controller does not.
final class MusicCardDelegate: ModalDelegate {
  /// Follows the pull-down.
  let interaction: PanInteraction

  /// Makes a controller ready to be presented as a music card.
  init(_ controller: ViewController) {
    interaction = PanInteraction(
      engine: controller.engine, threshold: MusicCard.threshold,
      fraction: { [weak controller] pan in
        let container = controller?.presentationController?.containerView
        return pan.translation(in: container).y.fraction(
          of: (container?.bounds.height ?? 0) - MusicCard.topOffset)
      },
      begin: { [weak controller] in try controller?.dismissOrThrow(animated: true) })
    // Eased, as the platform does by default, but a faster finger shortens the rest of the way.
    interaction.slowestCompletionSpeed = 1
    controller.modalPresentationStyle = .custom
    controller.modalPresentationCapturesStatusBarAppearance = true
    controller.transitioningDelegate = self
  }

  func presentationController(
    forPresented presented: ViewController, presenting: ViewController?, source: ViewController
  ) -> PresentationController? {
    MusicCardPresentationController(
      presented: presented, presenting: presenting, interaction: interaction)
  }

  func animator(_ direction: ModalDirection) -> any AnimatedTransitioning {
    MusicCardAnimator(direction, isInteractive: interaction.isInteracting)
  }

  func interaction(_ direction: ModalDirection) -> (any InteractiveTransitioning)? {
    interaction.isInteracting ? interaction : nil
  }
}

extension GalleryTransition {
  static let musicCard = modal(
    "musicCard", duration: MusicCardAnimator.duration,
    drag: DismissalDrag(releases: (finish: 0.4, cancel: 0.2)) { screen in
      (
        Point(x: screen.width / 2, y: 0.2 * screen.height),
        Point(x: 0, y: screen.height - MusicCard.topOffset)
      )
    } leg: { _, unplayed in
      unplayed * MusicCardAnimator.duration
    }
  ) { MusicCardDelegate($0) }
}
