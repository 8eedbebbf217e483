import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Presentation controllers and styles" in Rules.md.
@Suite("Presentation")
struct PresentationTests {
  /// Style, raw value, removes the presenter, custom controller, captures the status bar.
  private static let styles: [(ModalPresentationStyle, Int, Bool, Bool, Bool)] = [
    (.fullScreen, 0, true, false, true), (.pageSheet, 1, false, false, false),
    (.formSheet, 2, false, false, false), (.currentContext, 3, true, false, false),
    (.custom, 4, false, true, false), (.overFullScreen, 5, false, false, false),
    (.overCurrentContext, 6, false, false, false), (.popover, 7, false, false, false),
    (.blurOverFullScreen, 8, false, false, false),
  ]

  @Test("Raw values and flags of the styles")
  func styles() {
    for (style, raw, removes, custom, captures) in Self.styles {
      #expect(style.rawValue == raw)
      #expect(style.removesPresentersView == removes)
      #expect(style.allowsCustomPresentationController == custom)
      #expect(style.capturesStatusBarAppearance == captures)
    }
    #expect(ModalPresentationStyle.none.rawValue == -1)
    #expect(ModalPresentationStyle.automatic.rawValue == -2)
    #expect(ModalPresentationStyle.allCases.count == Self.styles.count + 2)
  }

  @Test("Automatic is the default, and the engine's setting resolves it")
  func automatic() throws {
    let scene = Scene()
    #expect(scene.presenter.modalPresentationStyle == .automatic)
    #expect(ModalPresentationStyle.automatic.resolved(.classic) == .fullScreen)
    #expect(ModalPresentationStyle.automatic.resolved(.modern) == .pageSheet)
    for (setting, isRemoved) in [(AutomaticStyle.classic, true), (.modern, false)] {
      let scene = Scene()
      scene.engine.automaticStyle = setting
      try scene.presenter.presentOrThrow(scene.controller("modal"), animated: false)
      #expect((scene.presenter.view.superview == nil) == isRemoved)
    }
  }

  @Test(
    "Only custom asks the delegate for a presentation controller",
    arguments: ModalPresentationStyle.allCases.filter { $0 != .none })
  func whoIsAsked(style: ModalPresentationStyle) throws {
    let probe = ModalProbe(style)
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    #expect(probe.log.take().contains("delegate presentation controller") == (style == .custom))
    #expect(probe.presented.presentationController != nil)
  }

  @Test("The frame is the container's bounds unless overridden, and zero without a container")
  func frame() throws {
    let scene = Scene()
    let modal = scene.controller("modal")
    let controller = PresentationController(
      presentedViewController: modal, presenting: scene.presenter)
    #expect(controller.frameOfPresentedViewInContainerView == .zero)
    #expect(!controller.shouldRemovePresentersView)
    #expect(controller.shouldPresentInFullscreen)
    try scene.presenter.presentOrThrow(modal, animated: false)
    #expect(
      modal.presentationController?.frameOfPresentedViewInContainerView
        == Rect(x: 0, y: 0, width: 375, height: 667))
    try modal.dismissOrThrow(animated: false)
    #expect(modal.presentationController == nil)
  }

  @Test("A custom controller may remove the presenter's view, which returns to its place")
  func removesPresenter() throws {
    let probe = ModalProbe()
    probe.delegate.makeController = {
      let controller = ProbePresentationController(
        log: probe.log, presented: $0, presenting: $1)
      controller.removes = true
      return controller
    }
    let neighbour = View(engine: probe.engine, name: "neighbour")
    probe.scene.window.addSubview(neighbour)
    try probe.presentFully()
    #expect(probe.presenter.view.superview == nil)
    try probe.presented.dismissOrThrow(animated: true)
    probe.engine.run(until: 3)
    #expect(probe.scene.window.subviews.map(\.name) == ["presenter", "neighbour"])
  }

  @Test("A view without size gets its final frame before the animator runs, under any transform")
  func withoutSize() throws {
    let probe = ModalProbe()
    let view: View = probe.presented.view
    view.frame = .zero
    view.transform = .makeScale(x: 0.9, y: 0.9, z: 1)
    var atStart: Rect?
    probe.animator.onAnimate = { _ in atStart = view.placement }
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    #expect(atStart == Rect(x: 0, y: 0, width: 375, height: 667))
  }

  /// Presents a view around the controller's own, and made only when the transition begins.
  private final class ShadowController: PresentationController {
    private(set) var wrapper: View?

    override var presentedView: View? { wrapper }

    override func presentationTransitionWillBegin() {
      let inner: View = presentedViewController.view
      let view = View(
        engine: presentedViewController.engine, name: "shadow",
        frame: frameOfPresentedViewInContainerView)
      inner.frame = view.bounds
      view.addSubview(inner)
      wrapper = view
    }
  }

  @Test(
    "The presented view can be one around the controller's own: it is added, moved and removed",
    arguments: [true, false])
  func presentedView(isAnimated: Bool) throws {
    let probe = ModalProbe()
    probe.delegate.makeController = {
      ShadowController(presentedViewController: $0, presenting: $1)
    }
    probe.delegate.animator = nil
    probe.delegate.dismissalAnimator = nil
    try probe.presenter.presentOrThrow(probe.presented, animated: isAnimated)
    let controller = try #require(probe.presented.presentationController as? ShadowController)
    let wrapper = try #require(controller.wrapper)
    #expect(wrapper.superview === controller.containerView)
    #expect(probe.presented.view.superview === wrapper)
    if isAnimated {
      #expect(probe.presented.transitionCoordinator?.view(for: .to) === wrapper)
      #expect(wrapper.presentationFrame.minY == 667)
      #expect(probe.presented.view.presentationFrame.minY == 0)
    }
    probe.engine.run(until: 1)
    #expect(wrapper.presentationFrame == Rect(x: 0, y: 0, width: 375, height: 667))
    probe.scene.window.rotate(to: Size(width: 667, height: 375))
    #expect(wrapper.frame == Rect(x: 0, y: 0, width: 667, height: 375))
    probe.scene.window.rotate(to: Size(width: 375, height: 667), duration: 0)
    try probe.presented.dismissOrThrow(animated: isAnimated)
    probe.engine.run(until: 2)
    #expect(wrapper.superview == nil)
    #expect(probe.scene.window.subviews.map(\.name) == ["presenter"])
    #expect(probe.engine.diagnostics.isEmpty)
  }

  /// A presentation controller that covers the current context alone.
  private final class ContextController: PresentationController {
    override var shouldPresentInFullscreen: Bool { false }
  }

  @Test("A presentation that is not full screen stays in the current context")
  func notFullscreen() throws {
    let scene = Scene()
    let child = scene.controller("child")
    let navigation = NavigationController(engine: scene.engine, name: "navigation", root: child)
    scene.window.rootViewController = navigation
    child.definesPresentationContext = true
    child.view.frame = Rect(x: 10, y: 20, width: 100, height: 200)
    let modal = scene.controller("modal")
    let delegate = ProbeDelegate(log: scene.log)
    delegate.makeController = { ContextController(presentedViewController: $0, presenting: $1) }
    modal.modalPresentationStyle = .custom
    modal.transitioningDelegate = delegate
    try child.presentOrThrow(modal, animated: false)
    let controller = try #require(modal.presentationController)
    #expect(controller.containerView?.superview === navigation.contentView)
    #expect(controller.containerView?.frame == Rect(x: 10, y: 20, width: 100, height: 200))
    #expect(controller.presentingViewController === child)
    #expect(modal.presentingViewController === child)
    // The context is taken now, although the window is free.
    let other = scene.controller("other")
    other.modalPresentationStyle = .custom
    other.transitioningDelegate = delegate
    #expect(throws: TransitionError.alreadyPresenting(controller: "child", presented: "modal")) {
      try child.presentOrThrow(other, animated: false)
    }
    try modal.dismissOrThrow(animated: false)
    #expect(navigation.contentView.subviews.map(\.name) == ["child"])
  }

  @Test("The engine adds a view that nothing else added, and reports it")
  func notAdded() throws {
    let probe = ModalProbe()
    probe.animator.addsView = false
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    #expect(
      probe.presented.view.superview === probe.presented.presentationController?.containerView)
    #expect(probe.engine.diagnostics == [.presentedViewNotAdded(controller: "presented")])
  }

  @Test("The layout pass runs at the presentation and whenever the container needs layout")
  func layout() throws {
    let probe = ModalProbe()
    probe.delegate.makeController = {
      ProbePresentationController(log: probe.log, presented: $0, presenting: $1)
    }
    try probe.presentFully()
    let container = try #require(probe.presented.presentationController?.containerView)
    probe.presented.view.frame = Rect(x: 1, y: 1, width: 1, height: 1)
    probe.engine.run(until: 2)
    #expect(probe.log.take().isEmpty)
    container.bounds.size.width = 100
    probe.engine.run(until: 3)
    #expect(
      probe.log.take() == ["containerViewWillLayoutSubviews", "containerViewDidLayoutSubviews"])
  }

  @Test(
    "Current-context styles stay within the nearest controller that defines a context",
    arguments: [ModalPresentationStyle.currentContext, .overCurrentContext])
  func currentContext(style: ModalPresentationStyle) throws {
    let scene = Scene()
    let child = scene.controller("child")
    let navigation = NavigationController(engine: scene.engine, name: "navigation", root: child)
    scene.window.rootViewController = navigation
    child.definesPresentationContext = true
    child.view.frame = Rect(x: 10, y: 20, width: 100, height: 200)
    let modal = scene.controller("modal")
    modal.modalPresentationStyle = style
    try child.presentOrThrow(modal, animated: false)
    let container = try #require(modal.presentationController?.containerView)
    #expect(container.superview === navigation.contentView)
    #expect(container.frame == Rect(x: 10, y: 20, width: 100, height: 200))
    #expect((child.view.superview == nil) == (style == .currentContext))
    try modal.dismissOrThrow(animated: false)
    #expect(navigation.contentView.subviews.map(\.name) == ["child"])
  }

  @Test("A nested controller presents window styles from the outermost controller")
  func outermost() throws {
    let scene = Scene()
    let child = scene.controller("child")
    let navigation = NavigationController(engine: scene.engine, name: "navigation", root: child)
    scene.window.rootViewController = navigation
    let modal = scene.controller("modal")
    modal.modalPresentationStyle = .custom
    try child.presentOrThrow(modal, animated: false)
    #expect(modal.presentingViewController === navigation)
    #expect(child.presentedViewController === modal)
    try child.dismissOrThrow(animated: false)
    #expect(child.presentedViewController == nil)
  }

  @Test("Dismissing a controller dismisses what it presents first")
  func chain() throws {
    let scene = Scene()
    let first = scene.controller("first")
    let second = scene.controller("second")
    scene.engine.tick(at: 0)
    try scene.presenter.presentOrThrow(first, animated: false)
    try first.presentOrThrow(second, animated: false)
    try scene.presenter.dismissOrThrow(animated: true)
    #expect(first.presentedViewController == nil)
    scene.run(until: 1)
    #expect(scene.window.subviews.map(\.name) == ["presenter"])
    #expect(second.view.superview == nil)
  }

  /// Fades the presented view in where it is, and sets no frame.
  private final class Fade: AnimatedTransitioning {
    func transitionDuration(using context: TransitionContext?) -> Double { 0.3 }

    func animateTransition(using context: TransitionContext) {
      let view = context.movedView(for: .to)
      view.alpha = 0
      context.containerView.addSubview(view)
      context.engine.animate(duration: 0.3) {
        view.alpha = 1
      } completion: { _ in
        context.complete()
      }
    }
  }

  @Test(
    "A presented view without a size has its final frame before the hooks and the animator run",
    arguments: [ModalPresentationStyle.fullScreen, .custom, .overFullScreen, .pageSheet])
  func sizeless(style: ModalPresentationStyle) throws {
    let probe = ModalProbe(style)
    let final = Rect(x: 5, y: 10, width: 300, height: 400)
    var seen: [Rect] = []
    probe.delegate.makeController = { presented, presenting in
      let controller = ProbePresentationController(
        log: probe.log, presented: presented, presenting: presenting)
      controller.frame = final
      controller.onBegin = { seen.append(presented.view.frame) }
      return controller
    }
    probe.delegate.animator = Fade()
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    let expected = style == .custom ? final : Rect(x: 0, y: 0, width: 375, height: 667)
    #expect(probe.presented.view.frame == expected)
    if style == .custom { #expect(seen == [final]) }
    probe.engine.run(until: 1)
    #expect(probe.scene.window.hitTest(Point(x: 50, y: 50)) === probe.presented.view)
    #expect(probe.engine.diagnostics.isEmpty)
  }

  @Test("A size that the view has stays, also on the second presentation")
  func sized() throws {
    let probe = ModalProbe()
    probe.delegate.animator = Fade()
    probe.presented.view.frame = Rect(x: 1, y: 2, width: 3, height: 4)
    for _ in 0..<2 {
      try probe.presenter.presentOrThrow(probe.presented, animated: true)
      probe.engine.run(until: probe.engine.now + 1)
      #expect(probe.presented.view.frame == Rect(x: 1, y: 2, width: 3, height: 4))
      try probe.presented.dismissOrThrow(animated: false)
    }
  }
}
