// swift-format-ignore-file: NeverForceUnwrap

import HeadlessUI

// Article 000, the cart-fold: the shop's page folds back in two steps while a product's sheet
// rises. A pan down on the sheet unfolds the page again, and dismisses.

/// Folds the page and raises the sheet, or does the reverse.
final class CustomTransitioningAnimator: AnimatedTransitioning {
  let isPresenting: Bool
  private static let stage = 0.25

  init(isPresenting: Bool) {
    self.isPresenting = isPresenting
  }

  func transitionDuration(using transitionContext: TransitionContext?) -> Double {
    2 * Self.stage
  }

  func animateTransition(using transitionContext: TransitionContext) {
    if isPresenting {
      present(transitionContext)
    } else {
      dismiss(transitionContext)
    }
  }

  private func present(_ transitionContext: TransitionContext) {
    let fromVC = transitionContext.viewController(forKey: .from)!
    let toVC = transitionContext.viewController(forKey: .to)!
    let containerView = transitionContext.containerView
    let engine = transitionContext.engine

    containerView.addSubview(toVC.view)
    toVC.view.frame = containerView.bounds.offsetBy(dx: 0, dy: containerView.bounds.height)

    var fold = Transform3DIdentity
    fold.m24 = -1 / 2000

    engine.animate(withDuration: Self.stage, delay: 0, options: .curveEaseOut) {
      toVC.view.frame = transitionContext.finalFrame(for: toVC)
      fromVC.view.layer.transform = fold
      fromVC.view.alpha = 0.5
    } completion: { _ in
      engine.animate(withDuration: Self.stage, delay: 0, options: .curveEaseOut) {
        let translated = Transform3DTranslate(Transform3DIdentity, 0, -15, 0)
        fromVC.view.layer.transform = Transform3DScale(translated, 0.8, 0.9, 1)
      } completion: { _ in
        if transitionContext.transitionWasCancelled {
          transitionContext.view(forKey: .to)!.removeFromSuperview()
        }
        transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
      }
    }
  }

  private func dismiss(_ transitionContext: TransitionContext) {
    let fromVC = transitionContext.viewController(forKey: .from)!
    let toVC = transitionContext.viewController(forKey: .to)!
    let containerView = transitionContext.containerView
    let engine = transitionContext.engine

    engine.animate(withDuration: Self.stage, delay: 0, options: .curveEaseIn) {
      fromVC.view.frame = containerView.bounds.offsetBy(dx: 0, dy: containerView.bounds.height)
      var unfold = Transform3DIdentity
      unfold.m24 = -1 / 5000
      toVC.view.layer.transform = Transform3DScale(unfold, 0.95, 0.95, 1)
      toVC.view.alpha = 1
    } completion: { _ in
      engine.animate(withDuration: Self.stage, delay: 0, options: .curveEaseIn) {
        toVC.view.layer.transform = Transform3DIdentity
      } completion: { _ in
        transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
      }
    }
  }
}

/// Moves the page under the finger, and both views after the release.
///
/// Based on the percent-driven controller, but runs no animator: only its first stage would follow
/// the finger.
final class CustomInteractiveTransition: PercentDrivenInteractiveTransition {
  var interacting = false
  private var shouldComplete = false
  private weak var presentedVC: ViewController?
  private weak var context: TransitionContext?
  private var toVC: ViewController? { context?.viewController(forKey: .to) }

  init(_ presentedVC: ViewController) {
    self.presentedVC = presentedVC
    super.init(engine: presentedVC.engine)
    let pan = PanGestureRecognizer(target: self, action: CustomInteractiveTransition.handlePan)
    presentedVC.view.addGestureRecognizer(pan)
  }

  private func handlePan(_ gesture: PanGestureRecognizer) {
    let translation = gesture.translation(in: gesture.view)
    switch gesture.state {
    case .began:
      interacting = true
      shouldComplete = false
      presentedVC?.dismiss(animated: true, completion: nil)
    case .changed:
      let fraction = translation.y.fraction(of: 200)
      shouldComplete = fraction > 0.5
      update(fraction)
    case .ended, .cancelled:
      interacting = false
      let isUpward = gesture.velocity(in: gesture.view).y < 0
      if !shouldComplete || isUpward || gesture.state == .cancelled {
        cancel()
      } else {
        finish()
      }
    default: break
    }
  }

  override func startInteractiveTransition(_ transitionContext: TransitionContext) {
    prepareInteraction(transitionContext)
    context = transitionContext
    engine.animate(withDuration: 0.25) {
      var start = Transform3DTranslate(Transform3DIdentity, 0, 15, 0)
      start.m24 = -1 / 5000
      toVC?.view.layer.transform = Transform3DScale(start, 0.85, 1, 1)
    }
  }

  override func update(_ percentComplete: Double) {
    super.update(percentComplete)
    guard let context, context.isInteractive else { return }
    var pose = Transform3DIdentity
    pose.m24 = (percentComplete - 1) / 3500
    toVC?.view.layer.transform =
      Transform3DScale(pose, 0.85 + 0.15 * percentComplete, 0.9 + 0.1 * percentComplete, 1)
    toVC?.view.alpha = 0.5 + 0.5 * percentComplete
  }

  override func finish() {
    guard let context, context.isInteractive else { return super.finish() }
    super.finish()
    engine.animate(withDuration: 0.5) {
      presentedVC?.view.frame.origin.y = context.containerView.bounds.height
      toVC?.view.layer.transform = Transform3DIdentity
      toVC?.view.alpha = 1
    } completion: { _ in
      self.context?.completeTransition(true)
      self.context = nil
    }
  }

  override func cancel() {
    guard let context, context.isInteractive else { return super.cancel() }
    super.cancel()
    presentedVC?.view.isUserInteractionEnabled = false
    engine.animate(withDuration: 0.25, delay: 0, options: .curveEaseOut) {
      presentedVC?.view.frame = context.containerView.bounds
    } completion: { _ in
      self.engine.animate(withDuration: 0.25, delay: 0, options: .curveEaseOut) {
        let translated = Transform3DTranslate(Transform3DIdentity, 0, -15, 0)
        self.toVC?.view.layer.transform = Transform3DScale(translated, 0.8, 0.9, 1)
        self.toVC?.view.alpha = 0.5
      } completion: { _ in
        self.presentedVC?.view.isUserInteractionEnabled = true
        self.context?.completeTransition(false)
        self.context = nil
      }
    }
  }
}

/// Supplies the animator and the interaction; the product's controller keeps this delegate.
final class CustomTransitioningDelegate: TransitioningDelegate {
  let interaction: CustomInteractiveTransition

  init(_ presentedVC: ViewController) {
    interaction = CustomInteractiveTransition(presentedVC)
  }

  func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    CustomTransitioningAnimator(isPresenting: true)
  }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    CustomTransitioningAnimator(isPresenting: false)
  }

  func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    interaction.interacting ? interaction : nil
  }
}

/// The product's sheet.
final class ProductViewController: ViewController {
  private(set) lazy var customDelegate = CustomTransitioningDelegate(self)

  override func viewDidLoad() {
    super.viewDidLoad()
    modalPresentationStyle = .custom
    transitioningDelegate = customDelegate
  }
}

/// The shop's page.
final class ShopViewController: ViewController {
  func addToCart() throws {
    let product = ProductViewController(engine: engine, name: "product")
    _ = product.view
    present(product, animated: true, completion: nil)
  }
}
