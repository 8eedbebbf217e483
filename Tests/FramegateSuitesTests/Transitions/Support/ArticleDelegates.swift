@testable import Articles
@testable import HeadlessUI

/// The articles' delegates, and others around their animators, for controllers that log their
/// calls.
///
/// Each makes a controller ready to be presented; keep what it returns.
enum ArticleDelegates {
  static func topDrop(_ modal: ViewController) -> DropTransition {
    use(DropTransition(), .fullScreen, modal)
  }

  static func inset(_ modal: ViewController) -> InsetTransition {
    use(InsetTransition(), .custom, modal)
  }

  static func sideSlide(_ modal: ViewController) -> SlideInteraction {
    use(SlideInteraction(modal), .fullScreen, modal)
  }

  static func cartFold(_ modal: ViewController) -> CustomTransitioningDelegate {
    use(CustomTransitioningDelegate(modal), .custom, modal)
  }

  static func edgeSwipeCard(_ modal: ViewController) -> CardTransitioningDelegate {
    use(CardTransitioningDelegate(modal), .fullScreen, modal)
  }

  static func musicCard(_ modal: ViewController) -> NowPlayingTransitioningDelegate {
    modal.modalPresentationCapturesStatusBarAppearance = true
    return use(NowPlayingTransitioningDelegate(engine: modal.engine), .custom, modal)
  }

  /// The edge-swipe card under a pan that measures the finger's velocity.
  static func pannedCard(_ modal: ViewController) -> PannedCard {
    use(PannedCard(modal), .fullScreen, modal)
  }

  /// The cart-fold under a finger without a percent-driven controller.
  static func handWrittenCartFold(_ modal: ViewController) -> HandWrittenCartFold {
    use(HandWrittenCartFold(modal), .custom, modal)
  }

  private static func use<Delegate: TransitioningDelegate>(
    _ delegate: Delegate, _ style: ModalPresentationStyle, _ modal: ViewController
  ) -> Delegate {
    modal.modalPresentationStyle = style
    modal.transitioningDelegate = delegate
    return delegate
  }
}

/// The card's article with a pan of the engine in the place of its swipe: it can go on at the
/// finger's velocity.
final class PannedCard: TransitioningDelegate {
  let interaction: PanInteraction

  init(_ card: ViewController) {
    interaction = PanInteraction(
      engine: card.engine, threshold: 0.3,
      fraction: { [weak card] pan in
        let container = card?.presentationController?.containerView
        return pan.translation(in: container).x.fraction(of: container?.bounds.width ?? 0)
      },
      begin: { [weak card] in try card?.dismissOrThrow(animated: true) })
    interaction.slowestCompletionSpeed = 1
    card.view.addGestureRecognizer(
      ScreenEdgePanGestureRecognizer(edge: .left) { [weak interaction] in interaction?.handle($0) })
  }

  func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? { CardAnimator(.present) }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    CardAnimator(.dismiss, isInteractive: interaction.isInteracting)
  }

  func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    interaction.isInteracting ? interaction : nil
  }
}

/// The cart-fold's drag by a ``PanDismissal``: an oracle for the article's, which overrides the
/// steps of a percent-driven controller.
final class HandWrittenCartFold: TransitioningDelegate {
  private final class Interaction: PanDismissal {
    override func startInteractiveTransition(_ context: TransitionContext) {
      super.startInteractiveTransition(context)
      var start = Transform3D64.makeTranslation(x: 0, y: 15, z: 0)
      start.m24 = -1.0 / 5000
      let page: View = context.toController.view
      context.engine.animate(duration: 0.25) { page.transform = start.scaled(x: 0.85, y: 1, z: 1) }
    }

    override func fraction(of pan: PanGestureRecognizer, in context: TransitionContext) -> Double {
      pan.translation(in: pan.view).y / 200
    }

    override func drag(to fraction: Double, in context: TransitionContext) {
      let page: View = context.toController.view
      page.transform = Transform3D64.makePerspective(m24: (fraction - 1) / 3500, m34: 0)
        .scaled(x: 0.85 + 0.15 * fraction, y: 0.9 + 0.1 * fraction, z: 1)
      page.alpha = 0.5 + 0.5 * fraction
    }

    override func allowsFinish(of pan: PanGestureRecognizer) -> Bool {
      pan.velocity(in: pan.view).y >= 0
    }

    override func animateRelease(_ context: TransitionContext) {
      let sheet: View = context.fromController.view
      let page: View = context.toController.view
      guard context.transitionWasCancelled else {
        context.engine.animate(duration: 0.5) {
          sheet.frame.origin.y = context.containerView.bounds.height
          page.transform = .identity
          page.alpha = 1
        } completion: { _ in
          context.complete()
        }
        return
      }
      sheet.isUserInteractionEnabled = false
      context.engine.animate(duration: 0.25, curve: .easeOut) {
        sheet.frame = context.containerView.bounds
      } completion: { _ in
        context.engine.animate(duration: 0.25, curve: .easeOut) {
          page.transform = CartFoldTables.rest
          page.alpha = 0.5
        } completion: { _ in
          sheet.isUserInteractionEnabled = true
          context.complete()
        }
      }
    }
  }

  private let interaction: Interaction

  init(_ sheet: ViewController) {
    interaction = Interaction(engine: sheet.engine) { [weak sheet] in
      try sheet?.dismissOrThrow(animated: true)
    }
    sheet.view.addGestureRecognizer(
      PanGestureRecognizer { [weak interaction] in interaction?.handle($0) })
  }

  func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? { CustomTransitioningAnimator(isPresenting: true) }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? { CustomTransitioningAnimator(isPresenting: false) }

  func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    interaction.isInteracting ? interaction : nil
  }
}

extension PhotoListViewController {
  /// A list with as many items as `photos`, which shows those that are not nil.
  convenience init(engine: Engine, photos: [Image?]) {
    self.init(engine: engine, name: "list")
    photoCount = photos.count
    _ = view
    for (index, photo) in photos.enumerated() {
      if let photo { photoDidLoad(photo, at: index) }
    }
  }
}
