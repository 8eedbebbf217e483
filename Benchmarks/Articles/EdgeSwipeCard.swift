// swift-format-ignore-file: NeverForceUnwrap

import HeadlessUI

// Article 003, the edge-swipe card: a card that springs in from the right, over a page that shrinks
// a little; a swipe from the left edge takes it out again. Three mistakes of the article are
// corrected: it completes a transition only if its animation has finished, completes a canceled one
// with true, and leaves the page bright after a canceled swipe.

/// Presents and dismisses the card.
final class CardAnimator: AnimatedTransitioning {
  enum Direction {
    case present, dismiss
  }

  private let direction: Direction
  private let isInteractive: Bool

  init(_ direction: Direction, isInteractive: Bool = false) {
    self.direction = direction
    self.isInteractive = isInteractive
  }

  func transitionDuration(using transitionContext: TransitionContext?) -> Double { 0.7 }

  func animateTransition(using transitionContext: TransitionContext) {
    switch direction {
    case .present: present(transitionContext)
    case .dismiss: dismiss(transitionContext)
    }
  }

  private func present(_ transitionContext: TransitionContext) {
    let fromView = transitionContext.view(forKey: .from)!
    let toView = transitionContext.view(forKey: .to)!
    let toVC = transitionContext.viewController(forKey: .to)!
    let containerView = transitionContext.containerView
    let finalFrame = transitionContext.finalFrame(for: toVC)

    toView.frame = finalFrame.offsetBy(dx: containerView.bounds.width, dy: 0)
    containerView.addSubview(toView)

    animate(transitionContext) {
      toView.frame = finalFrame
      fromView.alpha = 0.5
      fromView.transform = Transform3D64(scaleX: 0.96, y: 0.96)
    } completion: { _ in
      if transitionContext.transitionWasCancelled {
        toView.removeFromSuperview()
      } else {
        fromView.transform = Transform3DIdentity
      }
      transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
    }
  }

  private func dismiss(_ transitionContext: TransitionContext) {
    let fromView = transitionContext.view(forKey: .from)!
    let toView = transitionContext.view(forKey: .to)!
    let toVC = transitionContext.viewController(forKey: .to)!
    let containerView = transitionContext.containerView

    // Set the frame before the transform: under a scale, the frame would need larger bounds.
    toView.frame = transitionContext.finalFrame(for: toVC)
    toView.alpha = 0.5
    toView.transform = Transform3D64(scaleX: 0.96, y: 0.96)
    containerView.addSubview(toView)
    containerView.sendSubviewToBack(toView)

    animate(transitionContext) {
      fromView.frame = fromView.frame.offsetBy(dx: containerView.bounds.width, dy: 0)
      toView.alpha = 1
      toView.transform = Transform3DIdentity
    } completion: { _ in
      toView.transform = Transform3DIdentity
      if transitionContext.transitionWasCancelled {
        toView.alpha = 0.5
        toView.removeFromSuperview()
      } else {
        fromView.removeFromSuperview()
      }
      transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
    }
  }

  private func animate(
    _ transitionContext: TransitionContext, animations: () -> Void,
    completion: @escaping (Bool) -> Void
  ) {
    // A spring would not stay under the finger.
    if isInteractive {
      transitionContext.engine.animate(
        withDuration: transitionDuration(using: transitionContext), delay: 0, options: .curveLinear,
        animations: animations, completion: completion)
    } else {
      transitionContext.engine.animate(
        withDuration: transitionDuration(using: transitionContext), delay: 0,
        usingSpringWithDamping: 1, initialSpringVelocity: 0, options: [], animations: animations,
        completion: completion)
    }
  }
}

/// Follows the swipe from the left edge.
final class SwipeInteractionController: PercentDrivenInteractiveTransition {
  var interactionInProgress = false
  private var shouldCompleteTransition = false
  private weak var viewController: ViewController?

  init(viewController: ViewController) {
    self.viewController = viewController
    super.init(engine: viewController.engine)
    prepareGestureRecognizer(in: viewController.view)
  }

  private func prepareGestureRecognizer(in view: View) {
    let gesture = ScreenEdgePanGestureRecognizer(
      target: self, action: SwipeInteractionController.handleGesture)
    gesture.edges = .left
    view.addGestureRecognizer(gesture)
  }

  private func handleGesture(_ gesture: PanGestureRecognizer) {
    let containerView = viewController?.presentationController?.containerView
    let width = containerView?.bounds.width ?? 0
    let progress = gesture.translation(in: containerView).x.fraction(of: width)
    switch gesture.state {
    case .began:
      interactionInProgress = true
      shouldCompleteTransition = false
      viewController?.dismiss(animated: true, completion: nil)
    case .changed:
      shouldCompleteTransition = progress > 0.3
      update(progress)
    case .cancelled:
      interactionInProgress = false
      cancel()
    case .ended:
      interactionInProgress = false
      if shouldCompleteTransition {
        finish()
      } else {
        cancel()
      }
    default: break
    }
  }
}

/// Supplies the animator and the interaction; the card's controller keeps this delegate.
final class CardTransitioningDelegate: TransitioningDelegate {
  let swipe: SwipeInteractionController

  init(_ viewController: ViewController) {
    swipe = SwipeInteractionController(viewController: viewController)
  }

  func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    CardAnimator(.present, isInteractive: swipe.interactionInProgress)
  }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    CardAnimator(.dismiss, isInteractive: swipe.interactionInProgress)
  }

  func interactionControllerForPresentation(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    swipe.interactionInProgress ? swipe : nil
  }

  func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    swipe.interactionInProgress ? swipe : nil
  }
}

/// The card.
final class CardViewController: ViewController {
  private(set) lazy var cardDelegate = CardTransitioningDelegate(self)

  override func viewDidLoad() {
    super.viewDidLoad()
    modalPresentationStyle = .fullScreen
    transitioningDelegate = cardDelegate
  }
}
