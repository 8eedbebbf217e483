import Articles
import HeadlessUI

/// Presents the edge-swipe card under a finger, which pulls it in from the right edge; the
/// controller references this object weakly, so keep it.
final class CardPull: TransitioningDelegate {
  private let pull: PanInteraction

  /// The card's own delegate, which dismisses it.
  private weak var dismissal: (any TransitioningDelegate)?

  /// Lets a pull from the right edge of a presenter's view present the card; the presentation
  /// finishes if the finger is released beyond three tenths of the width.
  init(on presenter: ViewController, presenting card: ViewController) {
    pull = PanInteraction(
      engine: presenter.engine, threshold: 0.3,
      fraction: { pan in
        let window = pan.view?.root
        return (-pan.translation(in: window).x).fraction(of: window?.bounds.width ?? 0)
      },
      begin: { [weak presenter, weak card] in
        guard let presenter, let card else { return }
        try presenter.presentOrThrow(card, animated: true)
      })
    // Eased, as on the platform by default, but a faster finger completes the rest faster.
    pull.slowestCompletionSpeed = 1
    dismissal = card.transitioningDelegate
    card.transitioningDelegate = self
    presenter.view.addGestureRecognizer(
      ScreenEdgePanGestureRecognizer(edge: .right) { [weak pull] in pull?.handle($0) })
  }

  func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    Article.cardPresentation(isInteractive: pull.isInteracting)
  }

  func interactionControllerForPresentation(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    pull.isInteracting ? pull : nil
  }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    dismissal?.animationController(forDismissed: dismissed)
  }

  func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    dismissal?.interactionControllerForDismissal(using: animator)
  }
}

extension CardPull {
  static let entries = DismissalDrag(releases: (finish: 0.4, cancel: 0.2)) { screen in
    (Point(x: screen.width - 16, y: screen.height / 2), Point(x: -screen.width, y: 0))
  } runAfterRelease: { _, unplayed in
    unplayed * 0.7
  }.entries("edgeSwipeCard.pull") { screen, script in
    let scene = ModalScene(screen: screen) { engine in
      let card = Article.edgeSwipeCard(engine)
      let pull = CardPull(on: card.page, presenting: card.modal)
      return Article.Modal(page: card.page, modal: card.modal, delegate: pull)
    }
    return scene.dragIn(script)
  }
}
