import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Delegates" and "Interruptible animators" in Rules.md: which methods of a delegate and of an
/// animator are called.
@Suite("Delegates and their methods")
struct DelegateTests {
  private final class Animator: AnimatedTransitioning {
    var didAnimate = false

    func transitionDuration(using context: TransitionContext?) -> Double { 0.4 }

    func animateTransition(using context: TransitionContext) { didAnimate = true }

    // As the platform declares it.
    func interruptibleAnimator(using context: TransitionContext) -> PropertyAnimator {
      let view: View = context.viewController(for: .to).view
      context.containerView.addSubview(view)
      view.alpha = 0
      let animator = PropertyAnimator(engine: context.engine, duration: 0.4, curve: .linear) {
        view.alpha = 1
      }
      animator.addCompletion { _ in context.complete() }
      return animator
    }
  }

  @Test("An interruptible animator that is not optional is the one that runs")
  func notOptional() throws {
    let probe = ModalProbe()
    let animator = Animator()
    probe.delegate.animator = animator
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    probe.engine.tick(seconds: 0.1)
    #expect(!animator.didAnimate)
    expectClose(probe.presented.view.presentation.alpha, 0.25)
    probe.engine.run(until: 1)
    #expect(probe.presenter.presentedViewController === probe.presented)
    #expect(probe.engine.diagnostics.isEmpty)
  }

  /// Returns an animator instead of an optional, so neither method is the protocol's.
  private final class NearlyDelegate: TransitioningDelegate {
    func animationController(
      forPresented presented: ViewController, presenting: ViewController, source: ViewController
    ) -> Animator? { Animator() }

    func animationController(forDismissed: ViewController, animated: Bool) -> Animator? { nil }
  }

  private final class HalfDelegate: TransitioningDelegate {
    func animationController(
      forDismissed dismissed: ViewController
    ) -> (any AnimatedTransitioning)? { nil }
  }

  @Test("A delegate whose methods differ from the protocol's is reported, one that has some is not")
  func nearly() throws {
    for (delegate, isReported) in [
      (NearlyDelegate() as any TransitioningDelegate, true), (HalfDelegate(), false),
    ] {
      let scene = Scene()
      let modal = scene.controller("modal")
      scene.engine.tick(at: 0)
      modal.transitioningDelegate = delegate
      for _ in 0..<2 {
        try scene.presenter.presentOrThrow(modal, animated: true)
        scene.run(until: scene.engine.now + 1)
        try modal.dismissOrThrow(animated: true)
        scene.run(until: scene.engine.now + 1)
      }
      #expect(
        scene.engine.diagnostics
          == (isReported
            ? [.delegateWithoutEffect(controller: "modal", delegate: "NearlyDelegate")] : []))
    }
  }

  private final class NearlyStack: NavigationControllerDelegate, TabBarControllerDelegate {
    func navigationController(
      _ navigation: NavigationController, animationControllerFor operation: NavigationOperation,
      from: ViewController?, to: ViewController?
    ) -> (any AnimatedTransitioning)? { nil }

    func tabBarController(_ tabs: TabBarController, didSelect controller: ViewController?) {}
  }

  @Test("So are delegates of containers")
  func containers() throws {
    let scene = Scene()
    let pages = ["a", "b", "c"].map(scene.controller)
    let navigation = NavigationController(engine: scene.engine, name: "stack", root: pages[0])
    let tabs = try TabBarController(
      engine: scene.engine, name: "tabs", viewControllers: [navigation, pages[1]])
    scene.window.rootViewController = tabs
    scene.engine.tick(at: 0)
    let delegate = NearlyStack()
    navigation.delegate = delegate
    tabs.delegate = delegate
    try navigation.pushOrThrow(pages[2], animated: true)
    scene.run(until: 1)
    try tabs.select(1)
    #expect(
      scene.engine.diagnostics == [
        .delegateWithoutEffect(controller: "stack", delegate: "NearlyStack"),
        .delegateWithoutEffect(controller: "tabs", delegate: "NearlyStack"),
      ])
  }

  @Test("'finishInteractiveTransition' in a transition that nothing drives does nothing")
  func finishWithoutInteraction() throws {
    let probe = ModalProbe()
    probe.animator.onAnimate = { $0.finishInteractiveTransition() }
    try probe.presentFully()
    #expect(probe.presenter.presentedViewController === probe.presented)
    #expect(probe.engine.diagnostics.isEmpty)
  }
}
