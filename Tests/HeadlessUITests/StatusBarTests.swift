import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Status bar" in Rules.md.
@Suite("Status bar")
struct StatusBarTests {
  @Test("The app's setting comes first")
  func appFlag() {
    let scene = Scene()
    scene.presenter.style = .lightContent
    #expect(scene.window.statusBarStyle == .lightContent)
    scene.engine.statusBar.isViewControllerBased = false
    #expect(scene.window.statusBarStyle == .default)
    scene.engine.statusBar.style = .lightContent
    scene.presenter.style = .default
    #expect(scene.window.statusBarStyle == .lightContent)
  }

  @Test("The last of a chain of children decides")
  func children() {
    let scene = Scene()
    let a = scene.controller("a")
    let b = scene.controller("b")
    scene.presenter.styleChild = a
    a.styleChild = b
    b.style = .lightContent
    #expect(scene.window.statusBarStyle == .lightContent)
  }

  @Test("A navigation container decides by its bar, unless the bar is hidden")
  func navigation() throws {
    let scene = Scene()
    let content = scene.controller("content")
    content.style = .lightContent
    let navigation = NavigationController(engine: scene.engine, name: "n", root: content)
    scene.window.rootViewController = navigation
    #expect(scene.window.statusBarStyle == .default)
    navigation.barStyle = .black
    content.style = .default
    #expect(scene.window.statusBarStyle == .lightContent)
    navigation.isNavigationBarHidden = true
    #expect(scene.window.statusBarStyle == .default)
    content.style = .lightContent
    #expect(scene.window.statusBarStyle == .lightContent)
    let tabs = try TabBarController(
      engine: scene.engine, name: "t", viewControllers: [scene.controller("x")])
    scene.window.rootViewController = tabs
    (tabs.selectedViewController as? RecordingController)?.style = .lightContent
    #expect(scene.window.statusBarStyle == .lightContent)
  }

  private final class Page: ViewController {
    override var prefersStatusBarHidden: Bool { true }
  }

  @Test("The bar is hidden as the shown entry prefers, or what covers it and captures the bar")
  func hidden() throws {
    let scene = Scene()
    let page = Page(engine: scene.engine, name: "page")
    scene.window.rootViewController = NavigationController(rootViewController: page)
    #expect(scene.window.isStatusBarHidden && Application.shared.isStatusBarHidden)
    let modal = scene.controller("modal")
    modal.modalPresentationStyle = .overFullScreen
    try page.presentOrThrow(modal, animated: false)
    #expect(scene.window.isStatusBarHidden)
    modal.modalPresentationCapturesStatusBarAppearance = true
    #expect(!scene.window.isStatusBarHidden)
    modal.dismiss(animated: false)
    #expect(scene.window.isStatusBarHidden)
    scene.engine.statusBar.isViewControllerBased = false
    #expect(!scene.window.isStatusBarHidden)
  }

  @Test(
    "A presented controller decides when its style or its flag says so",
    arguments: ModalPresentationStyle.allCases.filter { $0 != .none })
  func presented(style: ModalPresentationStyle) throws {
    let scene = Scene()
    let modal = scene.controller("modal")
    modal.style = .lightContent
    modal.modalPresentationStyle = style
    try scene.presenter.presentOrThrow(modal, animated: false)
    let captures = style == .fullScreen || style == .currentContext
    #expect((scene.window.statusBarStyle == .lightContent) == captures)
    modal.modalPresentationCapturesStatusBarAppearance = true
    #expect(scene.window.statusBarStyle == .lightContent)
  }

  /// Leaves as soon as it has appeared.
  private final class Passing: ViewController {
    override var preferredStatusBarStyle: StatusBarStyle { .lightContent }
    override func viewDidAppear(_ animated: Bool) { dismiss(animated: true) }
  }

  @Test("A controller that is dismissed when it has appeared no longer decides")
  func dismissedAtOnce() throws {
    let scene = Scene()
    let modal = Passing(engine: scene.engine, name: "modal")
    modal.modalPresentationStyle = .fullScreen
    scene.engine.tick(at: 0)
    try scene.presenter.presentOrThrow(modal, animated: true)
    #expect(scene.window.statusBarStyle == .lightContent)
    scene.run(until: 0.6)
    #expect(modal.isBeingDismissed)
    #expect(scene.window.statusBarStyle == .default)
    scene.run(until: 2)
    #expect(scene.presenter.presentedViewController == nil)
    #expect(scene.window.statusBarStyle == .default)
    #expect(scene.engine.diagnostics.isEmpty)
  }

  @Test(
    "The style changes when a presentation or dismissal starts, and back when it is canceled")
  func timing() throws {
    let probe = ModalProbe(.fullScreen)
    probe.presented.style = .lightContent
    let window = probe.scene.window
    probe.delegate.interactor = probe.interaction
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    #expect(window.statusBarStyle == .lightContent)
    probe.interaction.cancel()
    #expect(window.statusBarStyle == .default)
    probe.engine.run(until: 1)
    #expect(window.statusBarStyle == .default)
    probe.delegate.interactor = nil
    try probe.presentFully()
    probe.delegate.interactor = probe.interaction
    try probe.presented.dismissOrThrow(animated: true)
    #expect(window.statusBarStyle == .default)
    probe.interaction.cancel()
    #expect(window.statusBarStyle == .lightContent)
    probe.engine.run(until: 4)
    #expect(window.statusBarStyle == .lightContent)
    probe.delegate.interactor = nil
    try probe.presented.dismissOrThrow(animated: true)
    probe.engine.run(until: 6)
    #expect(window.statusBarStyle == .default)
  }
}
