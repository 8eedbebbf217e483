import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Switching content" in Rules.md, for the tab container.
@Suite("Tab container")
struct TabTests {
  private final class Delegate: TabBarControllerDelegate {
    let log: EventLog
    var animator: (any AnimatedTransitioning)?
    var interactor: (any InteractiveTransitioning)?
    var allows = true

    init(_ log: EventLog) { self.log = log }

    func tabBarController(
      _ tabs: TabBarController, shouldSelect controller: ViewController
    ) -> Bool {
      log.add("shouldSelect \(controller.name)")
      return allows
    }

    func tabBarController(
      _ tabs: TabBarController, animationControllerForTransitionFrom from: ViewController,
      to: ViewController
    ) -> (any AnimatedTransitioning)? {
      log.add("animator from \(from.name) to \(to.name)")
      return animator
    }

    func tabBarController(
      _ tabs: TabBarController, interactionControllerFor animator: any AnimatedTransitioning
    ) -> (any InteractiveTransitioning)? {
      log.add("interactor")
      return interactor
    }

    func tabBarController(_ tabs: TabBarController, didSelect controller: ViewController) {
      log.add("didSelect \(controller.name)")
    }
  }

  private struct Tabs {
    let scene = Scene()
    let tabs: TabBarController
    let delegate: Delegate
    var log: EventLog { scene.log }

    init() throws {
      let pages = ["a", "b", "c"].map(scene.controller)
      tabs = try TabBarController(engine: scene.engine, name: "tabs", viewControllers: pages)
      delegate = Delegate(scene.log)
      delegate.animator = ProbeAnimator(log: scene.log)
      tabs.delegate = delegate
      scene.window.rootViewController = tabs
      scene.engine.tick(at: 0)
      for page in pages { _ = page.view }
      _ = scene.log.take()
    }
  }

  @Test("The calls of a switch")
  func callOrder() throws {
    let tabs = try Tabs()
    try tabs.tabs.select(1)
    #expect(
      tabs.log.take() == [
        "shouldSelect b", "animator from a to b", "interactor", "a viewWillDisappear",
        "b viewWillAppear", "animator transitionDuration", "animator animateTransition",
      ])
    tabs.scene.run(until: 1)
    #expect(
      tabs.log.take() == [
        "a viewDidDisappear", "b viewDidAppear", "didSelect b", "animator animationEnded(true)",
      ])
    #expect(tabs.tabs.selectedIndex == 1)
    #expect(tabs.tabs.contentView.subviews.map(\.name) == ["b"])
  }

  @Test("A canceled switch keeps the old index")
  func cancelled() throws {
    let tabs = try Tabs()
    let interaction = PercentDrivenInteractiveTransition(engine: tabs.scene.engine)
    tabs.delegate.interactor = interaction
    try tabs.tabs.select(2)
    interaction.update(0.5)
    interaction.cancel()
    tabs.scene.run(until: 1)
    #expect(tabs.tabs.selectedIndex == 0)
    #expect(tabs.tabs.contentView.subviews.map(\.name) == ["a"])
    #expect(!tabs.log.take().contains("didSelect c"))
  }

  @Test("Without an animator the switch is immediate")
  func immediate() throws {
    let tabs = try Tabs()
    tabs.delegate.animator = nil
    try tabs.tabs.select(2)
    #expect(
      tabs.log.take() == [
        "shouldSelect c", "animator from a to c", "a viewWillDisappear", "c viewWillAppear",
        "a viewDidDisappear", "c viewDidAppear", "didSelect c",
      ])
    #expect(tabs.tabs.selectedIndex == 2)
    #expect(!tabs.scene.engine.hasTransitions)
  }

  @Test("A switch in no window is immediate, and announces nothing; so is a push in a hidden tab")
  func offScreen() throws {
    let scene = Scene()
    let pages = ["a", "b", "c"].map(scene.controller)
    let navigation = NavigationController(engine: scene.engine, name: "n", root: pages[2])
    let tabs = try TabBarController(
      engine: scene.engine, name: "tabs", viewControllers: [pages[0], pages[1], navigation])
    let delegate = Delegate(scene.log)
    delegate.animator = ProbeAnimator(log: scene.log)
    tabs.delegate = delegate
    scene.engine.tick(at: 0)
    for page in pages { _ = page.view }
    _ = navigation.view
    _ = scene.log.take()
    try tabs.select(1)
    #expect(scene.log.take() == ["shouldSelect b", "didSelect b"])
    #expect(!scene.engine.hasTransitions)
    scene.window.rootViewController = tabs
    #expect(
      scene.log.take() == [
        "presenter viewWillDisappear", "b viewWillAppear", "presenter viewDidDisappear",
        "b viewDidAppear",
      ])
    let page = scene.controller("page")
    try navigation.pushOrThrow(page, animated: true)
    #expect(scene.log.take() == ["page viewDidLoad"])
    try tabs.select(2)
    #expect(
      scene.log.take().filter { $0.contains(" view") } == [
        "b viewWillDisappear", "page viewWillAppear",
      ])
  }

  @Test("The delegate may object, the same tab does nothing, a missing tab is an error")
  func refusals() throws {
    let tabs = try Tabs()
    tabs.delegate.allows = false
    try tabs.tabs.select(1)
    #expect(tabs.tabs.selectedIndex == 0)
    try tabs.tabs.select(0)
    for index in [-1, 3, Int.max] {
      #expect(throws: TransitionError.noSuchTab(controller: "tabs", index: index, count: 3)) {
        try tabs.tabs.select(index)
      }
    }
    tabs.delegate.allows = true
    try tabs.tabs.select(1)
    #expect(throws: TransitionError.transitionInProgress(controller: "tabs")) {
      try tabs.tabs.select(2)
    }
    #expect(throws: TransitionError.emptyContainer(controller: "none")) {
      _ = try TabBarController(engine: tabs.scene.engine, name: "none", viewControllers: [])
    }
    let taken: ViewController = tabs.tabs.viewControllers[0]
    #expect(throws: TransitionError.cannotAdd(controller: "second", child: taken.name)) {
      _ = try TabBarController(engine: tabs.scene.engine, name: "second", viewControllers: [taken])
    }
    let new = tabs.scene.controller("new")
    #expect(throws: TransitionError.twiceInStack(controller: "third", entry: "new")) {
      _ = try TabBarController(
        engine: tabs.scene.engine, name: "third", viewControllers: [new, new])
    }
    #expect(taken.parent === tabs.tabs && new.parent == nil)
  }

  @Test("Views fill the container, without a transform, before and after a switch")
  func frames() throws {
    let tabs = try Tabs()
    let full = Rect(x: 0, y: 0, width: 375, height: 667)
    let a: View = tabs.tabs.viewControllers[0].view
    let b: View = tabs.tabs.viewControllers[1].view
    b.transform = .makeScale(x: 2, y: 2, z: 1)
    b.bounds.size = .zero
    var atStart = Rect.zero
    (tabs.delegate.animator as? ProbeAnimator)?.onAnimate = { _ in
      atStart = b.frame
      a.transform = .makeRotation(angle: 1, x: 0, y: 0, z: 1)
    }
    try tabs.tabs.select(1)
    #expect(atStart == full)
    #expect(b.transform == .identity)
    tabs.scene.run(until: 1)
    #expect(a.transform == .identity)
    #expect(a.frame == full)
  }
}
