import MotionKernels

/// The numbers of the music card (§15.9).
public enum MusicCard {
  /// Seconds of either direction.
  public static let duration = 0.48

  /// Points between the container's top and the card's.
  public static let topOffset = 28.0

  /// Fraction of the way above which a release dismisses.
  public static let threshold = 0.28

  static let cornerRadius = 8.0
  static let restAlpha = 0.8

  /// The scale that moves the top edge of a page of `height` points to 20; 1 without height.
  public static func presenterScale(height: Double) -> Double {
    height > 0 ? 1 - 40 / height : 1
  }

  /// Puts a presenter's page where it rests behind the card.
  static func rest(_ page: View) {
    // Bounds, not frame: the frame shrinks with the transform and the scale would compound.
    let scale = presenterScale(height: page.bounds.height)
    page.transform = .makeScale(x: scale, y: scale, z: 1)
    page.alpha = restAlpha
    page.cornerRadius = cornerRadius
  }

  /// Puts a presenter's page back.
  static func goHome(_ page: View) {
    page.transform = .identity
    page.alpha = 1
    page.cornerRadius = 0
  }
}

/// Decides the card's frame, sees to the presenter's rest values and installs the pull-down.
public final class MusicCardPresentationController: PresentationController {
  private let interaction: PanInteraction
  private var pan: PanGestureRecognizer?

  init(presented: ViewController, presenting: ViewController, interaction: PanInteraction) {
    self.interaction = interaction
    super.init(presented: presented, presenting: presenting)
  }

  public override var frameOfPresentedViewInContainerView: Rect {
    // Full height: the card overhangs the bottom.
    super.frameOfPresentedViewInContainerView.offset(x: 0, y: MusicCard.topOffset)
  }

  public override func presentationTransitionWillBegin() {
    let card = presentedViewController.view
    card.cornerRadius = MusicCard.cornerRadius
    card.maskedCorners = [.topLeft, .topRight]
    let pan = PanGestureRecognizer { [weak interaction] recognizer in
      if let pan = recognizer as? PanGestureRecognizer { interaction?.handle(pan) }
    }
    pan.isEnabled = false
    card.addGestureRecognizer(pan)
    self.pan = pan
  }

  public override func presentationTransitionDidEnd(_ completed: Bool) {
    pan?.isEnabled = completed
    if !completed { removePan() }
    guard let page = presentingViewController?.view else { return }
    if completed { MusicCard.rest(page) } else { MusicCard.goHome(page) }
  }

  public override func dismissalTransitionDidEnd(_ completed: Bool) {
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
public final class MusicCardAnimator: AnimatedTransitioning {
  public let direction: ModalDirection

  /// Whether a finger drives; only the card moves then, linearly.
  public let isInteractive: Bool

  /// Creates an animator for one direction.
  public init(_ direction: ModalDirection, isInteractive: Bool = false) {
    self.direction = direction
    self.isInteractive = isInteractive
  }

  public func transitionDuration(using context: TransitionContext?) -> Double { MusicCard.duration }

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
    card.frame = final.offset(x: 0, y: context.containerView.bounds.height - final.minY)
    context.containerView.addSubview(card)
    context.engine.animate(duration: MusicCard.duration) {
      card.frame = final
      MusicCard.rest(page)
    } completion: { _ in
      if context.transitionWasCancelled { card.removeFromSuperview() }
      context.complete()
    }
  }

  private func dismiss(_ context: TransitionContext) {
    let page = context.toController.view
    let card = context.fromController.view
    let height = context.containerView.bounds.height
    if isInteractive { movePresenterAtFinish(context) }
    context.engine.animate(
      duration: MusicCard.duration, curve: isInteractive ? .linear : .easeOut
    ) {
      card.frame = card.frame.offset(x: 0, y: height - card.frame.minY)
      if !isInteractive { MusicCard.goHome(page) }
    } completion: { _ in
      context.complete()
    }
  }

  /// The presenter rests during the drag, and goes home while the finish leg runs.
  private func movePresenterAtFinish(_ context: TransitionContext) {
    let page = context.toController.view
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

/// Hands out the parts of the music card; keep it, the controller does not.
public final class MusicCardDelegate: TransitioningDelegate {
  /// Follows the pull-down.
  public let interaction: PanInteraction

  /// Makes a controller ready to be presented as a music card.
  public init(_ controller: ViewController) {
    interaction = PanInteraction(
      engine: controller.engine, threshold: MusicCard.threshold,
      fraction: { [weak controller] pan in
        let container = controller?.presentationController?.containerView
        return pan.translation(in: container).y.fraction(
          of: (container?.bounds.height ?? 0) - MusicCard.topOffset)
      },
      begin: { [weak controller] in try controller?.dismiss(animated: true) })
    controller.modalPresentationStyle = .custom
    controller.modalPresentationCapturesStatusBarAppearance = true
    controller.transitioningDelegate = self
  }

  public func presentationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> PresentationController? {
    MusicCardPresentationController(
      presented: presented, presenting: presenting, interaction: interaction)
  }

  public func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    MusicCardAnimator(.present)
  }

  public func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    MusicCardAnimator(.dismiss, isInteractive: interaction.isInteracting)
  }

  public func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    interaction.isInteracting ? interaction : nil
  }
}
