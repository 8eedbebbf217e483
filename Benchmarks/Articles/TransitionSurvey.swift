// swift-format-ignore-file: NeverForceUnwrap

import HeadlessUI

// Article 001, the survey of transitions: a modal that drops in, an inset presentation, a modal
// that slides in from the side and is swiped out, a push from the corner, and tabs that shrink
// away.

/// A full-screen modal that drops in from above, and leaves at the top.
final class DropTransition: AnimatedTransitioning, TransitioningDelegate {
  private enum Direction {
    case present, dismiss
  }

  private let direction: Direction

  convenience init() { self.init(.present) }

  private init(_ direction: Direction) {
    self.direction = direction
  }

  func transitionDuration(using transitionContext: TransitionContext?) -> Double { 0.5 }

  func animateTransition(using transitionContext: TransitionContext) {
    let containerView = transitionContext.containerView
    let fromView = transitionContext.view(forKey: .from)!
    let toView = transitionContext.view(forKey: .to)!
    let height = containerView.bounds.height
    switch direction {
    case .present:
      containerView.addSubview(toView)
      toView.frame.origin.y = -height
      transitionContext.engine.animate(withDuration: 0.5) {
        toView.frame.origin.y = 0
      } completion: { _ in
        if transitionContext.transitionWasCancelled { toView.removeFromSuperview() }
        transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
      }
    case .dismiss:
      let toVC = transitionContext.viewController(forKey: .to)!
      toView.frame = transitionContext.finalFrame(for: toVC)
      containerView.insertSubview(toView, belowSubview: fromView)
      transitionContext.engine.animate(withDuration: 0.5) {
        fromView.frame.origin.y = -height
      } completion: { _ in
        let isCancelled = transitionContext.transitionWasCancelled
        (isCancelled ? toView : fromView).removeFromSuperview()
        transitionContext.completeTransition(!isCancelled)
      }
    }
  }

  func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    DropTransition(.present)
  }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    DropTransition(.dismiss)
  }
}

/// Insets the modal by 50 points at the sides, and by 100 at the top and bottom.
final class InsetPresentationController: PresentationController {
  override var frameOfPresentedViewInContainerView: Rect {
    guard let containerView else { return .zero }
    return containerView.bounds.insetBy(dx: 50, dy: 100)
  }

  override func presentationTransitionWillBegin() {
    guard let containerView, let presentedView else { return }
    presentedView.frame = containerView.bounds
    containerView.addSubview(presentedView)
  }

  override func presentationTransitionDidEnd(_ completed: Bool) {
    if !completed { presentedView?.removeFromSuperview() }
  }

  override func dismissalTransitionWillBegin() {
    presentedViewController.transitionCoordinator?.animate(alongside: { _ in
      self.presentedView?.alpha = 0
    })
  }

  override func dismissalTransitionDidEnd(_ completed: Bool) {
    if completed { presentedView?.removeFromSuperview() }
  }

  override func containerViewDidLayoutSubviews() {
    presentedView?.frame = frameOfPresentedViewInContainerView
  }
}

/// Moves the inset modal; the presentation controller adds and removes its view.
final class InsetTransition: AnimatedTransitioning, TransitioningDelegate {
  private let isPresenting: Bool

  init(isPresenting: Bool = true) {
    self.isPresenting = isPresenting
  }

  func transitionDuration(using transitionContext: TransitionContext?) -> Double { 0.5 }

  func animateTransition(using transitionContext: TransitionContext) {
    let moving = transitionContext.view(forKey: isPresenting ? .to : .from)!
    let height = moving.frame.height
    if isPresenting { moving.frame.origin.y = -height }
    transitionContext.engine.animate(withDuration: 0.5) {
      moving.frame.origin.y = isPresenting ? 0 : -height
    } completion: { _ in
      transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
    }
  }

  func presentationController(
    forPresented presented: ViewController, presenting: ViewController?, source: ViewController
  ) -> PresentationController? {
    InsetPresentationController(presentedViewController: presented, presenting: presenting)
  }

  func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    InsetTransition(isPresenting: true)
  }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    InsetTransition(isPresenting: false)
  }
}

/// A full-screen modal that slides in from the right.
final class SlideTransition: AnimatedTransitioning {
  private let isPresenting: Bool

  init(isPresenting: Bool) {
    self.isPresenting = isPresenting
  }

  func transitionDuration(using transitionContext: TransitionContext?) -> Double { 0.5 }

  func animateTransition(using transitionContext: TransitionContext) {
    let containerView = transitionContext.containerView
    let fromView = transitionContext.view(forKey: .from)!
    let toView = transitionContext.view(forKey: .to)!
    let width = containerView.bounds.width
    if isPresenting {
      containerView.addSubview(toView)
      toView.frame.origin.x = width
    } else {
      let toVC = transitionContext.viewController(forKey: .to)!
      toView.frame = transitionContext.finalFrame(for: toVC)
      containerView.insertSubview(toView, belowSubview: fromView)
    }
    transitionContext.engine.animate(withDuration: 0.5) {
      if isPresenting { toView.frame.origin.x = 0 } else { fromView.frame.origin.x = width }
    } completion: { _ in
      let isCancelled = transitionContext.transitionWasCancelled
      if isCancelled { toView.removeFromSuperview() }
      if !isCancelled, !self.isPresenting { fromView.removeFromSuperview() }
      transitionContext.completeTransition(!isCancelled)
    }
  }
}

/// Swipes the modal out, without a percent-driven controller.
final class SlideInteraction: InteractiveTransitioning, TransitioningDelegate {
  private(set) var isInteracting = false
  private var context: TransitionContext?
  private var percent = 0.0
  private weak var viewController: ViewController?

  init(_ viewController: ViewController) {
    self.viewController = viewController
    let pan = PanGestureRecognizer(target: self, action: SlideInteraction.handlePan)
    viewController.view.addGestureRecognizer(pan)
  }

  func startInteractiveTransition(_ transitionContext: TransitionContext) {
    context = transitionContext
    let toView = transitionContext.view(forKey: .to)!
    let toVC = transitionContext.viewController(forKey: .to)!
    toView.frame = transitionContext.finalFrame(for: toVC)
    transitionContext.containerView.insertSubview(
      toView, belowSubview: transitionContext.view(forKey: .from)!)
  }

  private func handlePan(_ pan: PanGestureRecognizer) {
    switch pan.state {
    case .began:
      isInteracting = true
      percent = 0
      viewController?.dismiss(animated: true, completion: nil)
    case .changed:
      guard let context else { return }
      let width = context.containerView.bounds.width
      percent = pan.translation(in: pan.view).x.fraction(of: width)
      context.view(forKey: .from)!.frame.origin.x = width * percent
      context.updateInteractiveTransition(percent)
    case .ended, .cancelled:
      isInteracting = false
      release(isFinishing: pan.state == .ended && percent > 0.5)
    default: break
    }
  }

  private func release(isFinishing: Bool) {
    guard let context else { return }
    self.context = nil
    let fromView = context.view(forKey: .from)!
    if isFinishing {
      context.finishInteractiveTransition()
    } else {
      context.cancelInteractiveTransition()
    }
    context.engine.animate(withDuration: 0.2) {
      fromView.frame.origin.x = isFinishing ? context.containerView.bounds.width : 0
    } completion: { _ in
      let isCancelled = context.transitionWasCancelled
      context.view(forKey: isCancelled ? .to : .from)!.removeFromSuperview()
      context.completeTransition(!isCancelled)
    }
  }

  func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    SlideTransition(isPresenting: true)
  }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    SlideTransition(isPresenting: false)
  }

  func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    isInteracting ? self : nil
  }
}

/// A page that comes from the top right corner, and goes back there.
final class CornerTransition: AnimatedTransitioning, NavigationControllerDelegate {
  private var operation = NavigationOperation.none

  func transitionDuration(using transitionContext: TransitionContext?) -> Double { 0.5 }

  func animateTransition(using transitionContext: TransitionContext) {
    let containerView = transitionContext.containerView
    let fromView = transitionContext.view(forKey: .from)!
    let toView = transitionContext.view(forKey: .to)!
    let bounds = containerView.bounds
    let corner = bounds.offsetBy(dx: bounds.width, dy: -bounds.height)
    let isPush = operation == .push
    toView.frame = isPush ? corner : bounds
    if isPush {
      containerView.addSubview(toView)
    } else {
      containerView.insertSubview(toView, belowSubview: fromView)
    }
    // With a curve, the page would not stay under the finger.
    let options: View.AnimationOptions = transitionContext.isInteractive ? .curveLinear : []
    transitionContext.engine.animate(withDuration: 0.5, delay: 0, options: options) {
      if isPush { toView.frame = bounds } else { fromView.frame = corner }
    } completion: { _ in
      let isCancelled = transitionContext.transitionWasCancelled
      if isCancelled { toView.removeFromSuperview() }
      if !isCancelled, !isPush { fromView.removeFromSuperview() }
      transitionContext.completeTransition(!isCancelled)
    }
  }

  func navigationController(
    _ navigationController: NavigationController,
    animationControllerFor operation: NavigationOperation, from fromVC: ViewController,
    to toVC: ViewController
  ) -> (any AnimatedTransitioning)? {
    let transition = CornerTransition()
    transition.operation = operation
    return transition
  }
}

/// A tab that shrinks to the center.
final class ShrinkTransition: AnimatedTransitioning, TabBarControllerDelegate {
  func transitionDuration(using transitionContext: TransitionContext?) -> Double { 0.5 }

  func animateTransition(using transitionContext: TransitionContext) {
    let containerView = transitionContext.containerView
    let fromView = transitionContext.view(forKey: .from)!
    let toView = transitionContext.view(forKey: .to)!
    let bounds = containerView.bounds
    toView.frame = bounds
    containerView.insertSubview(toView, at: 0)
    transitionContext.engine.animate(withDuration: 0.5) {
      fromView.frame = bounds.insetBy(dx: bounds.width / 2, dy: bounds.height / 2)
    } completion: { _ in
      let isCancelled = transitionContext.transitionWasCancelled
      (isCancelled ? toView : fromView).removeFromSuperview()
      transitionContext.completeTransition(!isCancelled)
    }
  }

  func tabBarController(
    _ tabBarController: TabBarController,
    animationControllerForTransitionFrom fromVC: ViewController, to toVC: ViewController
  ) -> (any AnimatedTransitioning)? {
    ShrinkTransition()
  }
}
