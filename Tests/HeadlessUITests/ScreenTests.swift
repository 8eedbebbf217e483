import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// What controllers and the engine's own transitions take from the screen and its user.
@Suite("Screen and settings")
struct ScreenTests {
  /// Notes the size that its view has when it is loaded.
  private final class Loading: ViewController {
    var loaded: Rect?
    override func viewDidLoad() { loaded = view.frame }
  }

  private static let screen = Rect(x: 0, y: 0, width: 375, height: 667)

  @Test("A view is as large as the screen when it is loaded, however its controller gets there")
  func loading() throws {
    let scene = Scene()
    let engine = scene.engine
    let made = (0..<5).map { Loading(engine: engine, name: "\($0)") }
    let navigation = NavigationController(engine: engine, name: "navigation", root: made[0])
    let tabs = try TabBarController(
      engine: engine, name: "tabs", viewControllers: [navigation, made[1]])
    scene.window.rootViewController = tabs
    try navigation.pushOrThrow(made[2], animated: true)
    scene.run(until: 1)
    try tabs.select(1)
    made[1].addChild(made[3])
    made[1].view.addSubview(made[3].view)
    try made[1].presentOrThrow(made[4], animated: true)
    for controller in made { #expect(controller.loaded == Self.screen, "\(controller.name)") }
    // Containers, too.
    let inner = NavigationController(engine: engine, name: "inner", root: scene.controller("a"))
    #expect(inner.view.frame == Self.screen && tabs.view.frame == Self.screen)
    scene.run(until: 2)
    scene.window.rotate(to: Size(width: 667, height: 375), duration: 0)
    let turned = Loading(engine: engine, name: "turned")
    #expect(turned.view.frame == Rect(x: 0, y: 0, width: 667, height: 375))
    // Without a window there is no screen.
    #expect(Loading(engine: Engine(), name: "alone").view.frame == .zero)
  }

  /// Presents in a smaller frame, and notes the size that the view has before the animator runs.
  private final class Inset: PresentationController {
    var begun: Size?
    override func presentationTransitionWillBegin() { begun = presentedView?.bounds.size }
    override var frameOfPresentedViewInContainerView: Rect {
      containerView?.bounds.inset(x: 50, y: 100) ?? .zero
    }
  }

  @Test("A view of the screen's size is presented in its final frame; another size stays")
  func finalFrame() throws {
    for own in [nil, Rect(x: 0, y: 0, width: 100, height: 100)] {
      let scene = Scene()
      let modal = scene.controller("modal")
      let delegate = ProbeDelegate(log: scene.log)
      delegate.makeController = { Inset(presentedViewController: $0, presenting: $1) }
      modal.modalPresentationStyle = .custom
      modal.transitioningDelegate = delegate
      if let own { modal.view.frame = own }
      try scene.presenter.presentOrThrow(modal, animated: true)
      let inset = try #require(modal.presentationController as? Inset)
      #expect(inset.begun == own?.size ?? Size(width: 275, height: 467))
    }
  }

  @Test("Who prefers cross-fades gets them from the engine's own transitions", arguments: [0.3, 1])
  func crossFade(alpha: Double) throws {
    let scene = Scene()
    let engine = scene.engine
    engine.prefersCrossFadeTransitions = true
    let (root, page, modal) = (
      scene.controller("root"), scene.controller("page"), scene.controller("modal")
    )
    let navigation = NavigationController(engine: engine, name: "navigation", root: root)
    scene.window.rootViewController = navigation
    for controller in [page, modal] { controller.view.alpha = alpha }
    engine.tick(at: 0)
    func expectFade(of view: View, in range: ClosedRange<Double>, _ end: Double) {
      let shown = view.presentation.alpha
      #expect(range.contains(shown), "\(shown)")
      for view in [root.view, page.view, modal.view] as [View] where view.root is Window {
        #expect(view.presentationFrame == Self.screen)
      }
      scene.run(until: engine.now + 1)
      #expect(view.alpha == end && !engine.hasTransitions)
    }
    let halfway = 0.01...(0.99 * alpha)
    try navigation.pushOrThrow(page, animated: true)
    #expect(page.view.presentation.alpha == 0)
    engine.tick(seconds: engine.now + 0.1)
    expectFade(of: page.view, in: halfway, alpha)
    try navigation.presentOrThrow(modal, animated: true)
    engine.tick(seconds: engine.now + 0.1)
    expectFade(of: modal.view, in: halfway, alpha)
    try modal.dismissOrThrow(animated: true)
    engine.tick(seconds: engine.now + 0.1)
    expectFade(of: modal.view, in: halfway, alpha)
    #expect(modal.view.superview == nil)
    try navigation.popOrThrow(animated: true)
    engine.tick(seconds: engine.now + 0.1)
    expectFade(of: page.view, in: halfway, alpha)
    #expect(page.view.superview == nil && root.view.frame == Self.screen)
    #expect(engine.diagnostics.isEmpty)
  }

  @Test("A back swipe scrubs the cross-fade, and restores it when it is canceled")
  func crossFadeSwipe() throws {
    let scene = Scene()
    scene.engine.prefersCrossFadeTransitions = true
    let page = scene.controller("page")
    let navigation = NavigationController(
      engine: scene.engine, name: "navigation", root: scene.controller("root"))
    scene.window.rootViewController = navigation
    try navigation.pushOrThrow(page, animated: false)
    scene.engine.tick(at: 0)
    for (index, x) in [5.0, 16, 91].enumerated() {
      scene.window.send(
        Touch(
          index == 0 ? .began : .moved, at: Point(x: x, y: 300), nanoseconds: Int64(index + 1)))
    }
    scene.engine.tick(at: 10)
    expectClose(page.view.presentation.alpha, 0.8)
    scene.window.send(Touch(.ended, at: Point(x: 91, y: 300), nanoseconds: 11))
    scene.run(until: 2)
    #expect(page.view.alpha == 1 && navigation.topViewController === page)
    #expect(scene.engine.diagnostics.isEmpty)
  }
}
