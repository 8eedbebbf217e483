// swift-format-ignore-file: NeverForceUnwrap

import HeadlessUI

// Article 004, the music card: "now playing" rises over its shrinking parent, can be pulled down
// again, and decides on the status bar's style.

/// The numbers of the article's demo.
enum NowPlaying {
  static let duration = 0.48
  static let topOffset = 28.0
  static let cornerRadius = 8.0
  static let parentAlpha = 0.8

  /// Shrinks the parent so that its top edge moves down by 20 points.
  static func shrink(_ parent: View) {
    let height = parent.bounds.height
    let scale = height > 0 ? 1 - 40 / height : 1
    parent.transform = Transform3D64(scaleX: scale, y: scale)
    parent.alpha = parentAlpha
    parent.layer.cornerRadius = cornerRadius
  }

  static func restore(_ parent: View) {
    parent.transform = Transform3DIdentity
    parent.alpha = 1
    parent.layer.cornerRadius = 0
  }
}

/// Raises and lowers the card, and shrinks and restores the parent.
final class NowPlayingAnimator: AnimatedTransitioning {
  private let isPresenting: Bool
  private let isInteractive: Bool

  init(isPresenting: Bool, isInteractive: Bool = false) {
    self.isPresenting = isPresenting
    self.isInteractive = isInteractive
  }

  func transitionDuration(using transitionContext: TransitionContext?) -> Double {
    NowPlaying.duration
  }

  func animateTransition(using transitionContext: TransitionContext) {
    let containerView = transitionContext.containerView
    let engine = transitionContext.engine
    let fromVC = transitionContext.viewController(forKey: .from)!
    let toVC = transitionContext.viewController(forKey: .to)!
    let offScreen = containerView.bounds.offsetBy(dx: 0, dy: containerView.bounds.height)

    if isPresenting {
      containerView.addSubview(toVC.view)
      toVC.view.frame = offScreen
      engine.animate(withDuration: NowPlaying.duration) {
        toVC.view.frame = transitionContext.finalFrame(for: toVC)
        NowPlaying.shrink(fromVC.view)
      } completion: { _ in
        if transitionContext.transitionWasCancelled { toVC.view.removeFromSuperview() }
        transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
      }
    } else if isInteractive {
      // The parent stays still during the pull, and is restored with the rest of a finished one.
      toVC.transitionCoordinator?.notifyWhenInteractionChanges { coordinator in
        guard !coordinator.isCancelled else { return }
        let unplayed = (1 - coordinator.percentComplete) * coordinator.transitionDuration
        toVC.engine.animate(withDuration: unplayed / coordinator.completionVelocity) {
          NowPlaying.restore(toVC.view)
        }
      }
      engine.animate(withDuration: NowPlaying.duration, delay: 0, options: .curveLinear) {
        fromVC.view.frame = offScreen
      } completion: { _ in
        transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
      }
    } else {
      engine.animate(withDuration: NowPlaying.duration, delay: 0, options: .curveEaseOut) {
        fromVC.view.frame = offScreen
        NowPlaying.restore(toVC.view)
      } completion: { _ in
        transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
      }
    }
  }
}

/// Places the card, sets the final values and installs the pull.
final class NowPlayingPresentationController: PresentationController {
  private let pull: PullDownInteraction

  init(presented: ViewController, presenting: ViewController?, pull: PullDownInteraction) {
    self.pull = pull
    super.init(presentedViewController: presented, presenting: presenting)
  }

  override var frameOfPresentedViewInContainerView: Rect {
    guard let containerView else { return .zero }
    return containerView.bounds.offsetBy(dx: 0, dy: NowPlaying.topOffset)
  }

  override func presentationTransitionWillBegin() {
    presentedView?.layer.cornerRadius = NowPlaying.cornerRadius
    presentedView?.layer.maskedCorners = [.topLeft, .topRight]
    pull.install(on: presentedViewController)
  }

  override func presentationTransitionDidEnd(_ completed: Bool) {
    if !completed { pull.uninstall() }
    guard let parent = presentingViewController?.view else { return }
    if completed { NowPlaying.shrink(parent) } else { NowPlaying.restore(parent) }
  }

  override func dismissalTransitionDidEnd(_ completed: Bool) {
    if completed { pull.uninstall() }
    guard let parent = presentingViewController?.view else { return }
    if completed { NowPlaying.restore(parent) } else { NowPlaying.shrink(parent) }
  }
}

/// Follows the pull down.
final class PullDownInteraction: PercentDrivenInteractiveTransition {
  private(set) var isInteracting = false
  private var shouldFinish = false
  private weak var card: ViewController?
  private var pan: PanGestureRecognizer?

  func install(on card: ViewController) {
    self.card = card
    let pan = PanGestureRecognizer(target: self, action: PullDownInteraction.handlePan)
    card.view.addGestureRecognizer(pan)
    self.pan = pan
  }

  func uninstall() {
    if let pan { card?.view.removeGestureRecognizer(pan) }
    pan = nil
  }

  private func handlePan(_ pan: PanGestureRecognizer) {
    let containerView = card?.presentationController?.containerView
    let distance = (containerView?.bounds.height ?? 0) - NowPlaying.topOffset
    let percent = pan.translation(in: containerView).y.fraction(of: distance)
    switch pan.state {
    case .began:
      isInteracting = true
      shouldFinish = false
      card?.dismiss(animated: true, completion: nil)
    case .changed:
      shouldFinish = percent > 0.28
      update(percent)
    case .ended, .cancelled:
      isInteracting = false
      if shouldFinish, pan.state == .ended { finish() } else { cancel() }
    default: break
    }
  }
}

/// Supplies all of the above; the card's controller keeps this delegate.
final class NowPlayingTransitioningDelegate: TransitioningDelegate {
  let pull: PullDownInteraction

  init(engine: Engine) {
    pull = PullDownInteraction(engine: engine)
  }

  func presentationController(
    forPresented presented: ViewController, presenting: ViewController?, source: ViewController
  ) -> PresentationController? {
    NowPlayingPresentationController(presented: presented, presenting: presenting, pull: pull)
  }

  func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    NowPlayingAnimator(isPresenting: true)
  }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    NowPlayingAnimator(isPresenting: false, isInteractive: pull.isInteracting)
  }

  func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    pull.isInteracting ? pull : nil
  }
}

/// The card.
final class NowPlayingViewController: ViewController {
  private lazy var cardDelegate = NowPlayingTransitioningDelegate(engine: engine)

  override func viewDidLoad() {
    super.viewDidLoad()
    modalPresentationStyle = .custom
    modalPresentationCapturesStatusBarAppearance = true
    transitioningDelegate = cardDelegate
  }

  override var preferredStatusBarStyle: StatusBarStyle { .lightContent }
}

/// The article's remedy if a failed pull leaves the card in the wrong place: the dismissal uses a
/// property animator.
final class NowPlayingPropertyAnimator: AnimatedTransitioning {
  func transitionDuration(using transitionContext: TransitionContext?) -> Double {
    NowPlaying.duration
  }

  func animateTransition(using transitionContext: TransitionContext) {
    let fromVC = transitionContext.viewController(forKey: .from)!
    let height = transitionContext.containerView.bounds.height
    _ = PropertyAnimator.running(
      engine: transitionContext.engine, duration: NowPlaying.duration, timing: .curve(.linear),
      animations: { fromVC.view.frame.origin.y = height },
      completion: { _ in
        transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
      })
  }
}
