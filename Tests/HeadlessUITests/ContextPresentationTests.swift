import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Styles" and "Rotation" in Rules.md: modals that cover one controller of a container.
@Suite("Presentations in the current context")
struct ContextPresentationTests {
  private final class Fade: AnimatedTransitioning {
    func transitionDuration(using context: TransitionContext?) -> Double { 0.2 }

    func animateTransition(using context: TransitionContext) {
      let view = context.movedView(for: .to)
      context.containerView.addSubview(view)
      view.alpha = 0
      context.engine.animate(duration: 0.2) {
        view.alpha = 1
      } completion: { _ in
        context.complete()
      }
    }
  }

  private final class Fading: TabBarControllerDelegate {
    let fade = Fade()

    func tabBarController(
      _ tabs: TabBarController, animationControllerForTransitionFrom from: ViewController,
      to: ViewController
    ) -> (any AnimatedTransitioning)? { fade }
  }

  static let styles = [ModalPresentationStyle.currentContext, .overCurrentContext]

  @Test(
    "A modal of a tab goes and comes back with its tab, in front of it", arguments: styles,
    [false, true])
  func tabs(style: ModalPresentationStyle, isAnimated: Bool) throws {
    let scene = Scene()
    let (page, other) = (scene.controller("page"), scene.controller("other"))
    let tabs = try TabBarController(
      engine: scene.engine, name: "tabs", viewControllers: [page, other])
    let fading = Fading()
    if isAnimated { tabs.delegate = fading }
    scene.window.rootViewController = tabs
    page.definesPresentationContext = true
    let modal = scene.controller("modal")
    modal.modalPresentationStyle = style
    try page.presentOrThrow(modal, animated: true)
    scene.run(until: 1)
    let covered = style == .currentContext ? ["container"] : ["page", "container"]
    #expect(tabs.contentView.subviews.map(\.name) == covered)
    try tabs.select(1)
    scene.run(until: 2)
    #expect(tabs.contentView.subviews.map(\.name) == ["other"])
    scene.window.rotate(to: Size(width: 667, height: 375))
    scene.run(until: 3)
    try tabs.select(0)
    scene.run(until: 4)
    #expect(tabs.contentView.subviews.map(\.name) == covered)
    #expect(scene.window.hitTest(Point(x: 100, y: 100)) === modal.view)
    #expect(modal.view.frame == Rect(x: 0, y: 0, width: 667, height: 375))
    try modal.dismissOrThrow(animated: true)
    scene.run(until: 5)
    #expect(tabs.contentView.subviews.map(\.name) == ["page"])
    #expect(page.view.frame == Rect(x: 0, y: 0, width: 667, height: 375))
    #expect(scene.engine.diagnostics.isEmpty)
  }

  @Test(
    "A modal that is dismissed while another tab shows leaves that tab alone", arguments: styles)
  func dismissedElsewhere(style: ModalPresentationStyle) throws {
    let scene = Scene()
    let (page, other) = (scene.controller("page"), scene.controller("other"))
    let tabs = try TabBarController(
      engine: scene.engine, name: "tabs", viewControllers: [page, other])
    scene.window.rootViewController = tabs
    page.definesPresentationContext = true
    let modal = scene.controller("modal")
    modal.modalPresentationStyle = style
    try page.presentOrThrow(modal, animated: false)
    try tabs.select(1)
    try modal.dismissOrThrow(animated: false)
    #expect(tabs.contentView.subviews.map(\.name) == ["other"])
    try tabs.select(0)
    #expect(tabs.contentView.subviews.map(\.name) == ["page"])
  }

  @Test(
    "A modal of a page is there again after a push and a pop, also after a canceled one",
    arguments: styles)
  func push(style: ModalPresentationStyle) throws {
    let scene = Scene()
    let (page, next) = (scene.controller("page"), scene.controller("next"))
    let navigation = NavigationController(engine: scene.engine, name: "navigation", root: page)
    scene.window.rootViewController = navigation
    page.definesPresentationContext = true
    let modal = scene.controller("modal")
    modal.modalPresentationStyle = style
    try page.presentOrThrow(modal, animated: true)
    scene.run(until: 1)
    let covered = navigation.contentView.subviews.map(\.name)
    try navigation.pushOrThrow(next, animated: true)
    scene.run(until: 2)
    #expect(navigation.contentView.subviews.map(\.name) == ["next"])
    // A back swipe that returns.
    TouchScript.drag(from: Point(x: 12, y: 300), to: Point(x: 90, y: 300), seconds: 0.2)
      .touches.forEach { touch in
        var later = touch
        later.nanoseconds += scene.engine.nanoseconds + 1
        scene.window.send(later)
      }
    scene.run(until: 3)
    #expect(navigation.contentView.subviews.map(\.name) == ["next"])
    try navigation.popOrThrow(animated: true)
    scene.run(until: 4)
    #expect(navigation.contentView.subviews.map(\.name) == covered)
    #expect(scene.window.hitTest(Point(x: 100, y: 100)) === modal.view)
  }

  @Test("An animator moves both views in the container, where the style removes the presenter's")
  func moveBoth() throws {
    let scene = Scene()
    let page = scene.controller("page")
    scene.window.rootViewController = NavigationController(
      engine: scene.engine, name: "navigation", root: page)
    page.definesPresentationContext = true
    let modal = scene.controller("modal")
    modal.modalPresentationStyle = .currentContext
    let animator = ProbeAnimator(log: scene.log)
    animator.onAnimate = { context in
      if let view = context.view(for: .from) { context.containerView.addSubview(view) }
    }
    let delegate = ProbeDelegate(log: scene.log, animator: animator)
    modal.transitioningDelegate = delegate
    scene.engine.tick(at: 0)
    try page.presentOrThrow(modal, animated: true)
    scene.run(until: 1)
    #expect(modal.view.root === scene.window && page.view.superview == nil)
    #expect(scene.engine.diagnostics.isEmpty)
  }

  @Test("A navigation container defines a context for its pages")
  func navigationContext() throws {
    let scene = Scene()
    let page = scene.controller("page")
    let navigation = NavigationController(engine: scene.engine, name: "navigation", root: page)
    let tabs = try TabBarController(
      engine: scene.engine, name: "tabs", viewControllers: [navigation])
    scene.window.rootViewController = tabs
    let modal = scene.controller("modal")
    modal.modalPresentationStyle = .overCurrentContext
    try page.presentOrThrow(modal, animated: false)
    #expect(modal.presentingViewController === navigation)
    #expect(tabs.contentView.subviews.map(\.name) == ["navigation", "container"])
  }

  @Test("A rotation gives a presenter that is scaled its new size, and keeps its transform")
  func rotatedPresenter() throws {
    let probe = ModalProbe()
    try probe.presentFully()
    probe.presenter.view.transform = .makeScale(x: 0.9, y: 0.9, z: 1)
    probe.presented.view.transform = .makeScale(x: 0.5, y: 0.5, z: 1)
    probe.scene.window.rotate(to: Size(width: 667, height: 375))
    probe.engine.run(until: 2)
    for view in [probe.presenter.view, probe.presented.view] as [View] {
      #expect(view.bounds.size == Size(width: 667, height: 375))
      #expect(view.center == Point(x: 333.5, y: 187.5))
    }
    #expect(probe.presenter.view.transform == .makeScale(x: 0.9, y: 0.9, z: 1))
    probe.presenter.view.transform = .identity
    #expect(probe.presenter.view.frame == Rect(x: 0, y: 0, width: 667, height: 375))
  }

  @Test("A container gives an entry that is scaled its new size")
  func rotatedEntry() {
    let scene = Scene()
    let page = scene.controller("page")
    scene.window.rootViewController = NavigationController(
      engine: scene.engine, name: "navigation", root: page)
    scene.engine.tick(at: 0)
    page.view.transform = .makeScale(x: 0.9, y: 0.9, z: 1)
    scene.window.rotate(to: Size(width: 667, height: 375))
    scene.run(until: 1)
    #expect(page.view.bounds.size == Size(width: 667, height: 375))
  }
}
