import HeadlessUI

/// A tab that shrinks to the center and reveals the next one.
final class ShrinkTabAnimator: AnimatedTransitioning {
  /// Seconds, eased in and out; the same in both directions.
  static let duration = 0.5

  func transitionDuration(using context: TransitionContext?) -> Double { Self.duration }

  func animateTransition(using context: TransitionContext) {
    let from: View = context.fromController.view
    let to: View = context.toController.view
    let bounds = context.containerView.bounds
    to.frame = bounds
    context.containerView.insertSubview(to, at: 0)
    context.engine.animate(duration: Self.duration) {
      from.frame = bounds.inset(x: bounds.width / 2, y: bounds.height / 2)
    } completion: { _ in
      if context.transitionWasCancelled {
        to.removeFromSuperview()
      } else {
        // The container gives it its frame back.
        from.removeFromSuperview()
      }
      context.complete()
    }
  }
}

/// Supplies the shrinking switch to a tab container; keep it, because the container does not.
final class ShrinkTabDelegate: TabBarControllerDelegate {
  /// Drives the next switch; set it only while a gesture is in progress.
  var interaction: PercentDrivenInteractiveTransition?

  func tabBarController(
    _ tabs: TabBarController, animationControllerForTransitionFrom from: ViewController,
    to: ViewController
  ) -> (any AnimatedTransitioning)? {
    ShrinkTabAnimator()
  }

  func tabBarController(
    _ tabs: TabBarController, interactionControllerFor animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    interaction
  }
}

extension GalleryTransition {
  static let shrinkTab = [
    GalleryTransition("shrinkTab.switch", duration: ShrinkTabAnimator.duration) { screen in
      let engine = Engine()
      let window = Window(engine: engine, size: screen)
      let pages = ["first", "second"].map { ViewController(engine: engine, name: $0) }
      let delegate = ShrinkTabDelegate()
      let tabs: TabBarController
      do {
        tabs = try TabBarController(engine: engine, name: "tabs", viewControllers: pages)
      } catch {
        preconditionFailure("The scene cannot be built: \(error)")
      }
      tabs.delegate = delegate
      window.rootViewController = tabs
      return TransitionScene(
        window: window, from: pages[0], to: pages[1], owners: [delegate, tabs],
        begin: { try tabs.select(1) })
    }
  ]
}
