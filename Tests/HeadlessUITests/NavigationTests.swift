import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Switching content" in Rules.md, for the navigation container.
@Suite("Navigation container")
struct NavigationTests {
  private final class Delegate: NavigationControllerDelegate {
    let log: EventLog
    var animator: (any AnimatedTransitioning)?
    var interactor: (any InteractiveTransitioning)?

    init(_ log: EventLog) { self.log = log }

    func navigationController(
      _ navigation: NavigationController, animationControllerFor operation: NavigationOperation,
      from: ViewController, to: ViewController
    ) -> (any AnimatedTransitioning)? {
      log.add("animator for \(operation) from \(from.name) to \(to.name)")
      return animator
    }

    func navigationController(
      _ navigation: NavigationController,
      interactionControllerFor animator: any AnimatedTransitioning
    ) -> (any InteractiveTransitioning)? {
      log.add("interactor")
      return interactor
    }

    func navigationController(
      _ navigation: NavigationController, willShow controller: ViewController, animated: Bool
    ) {
      log.add("willShow \(controller.name)")
    }

    func navigationController(
      _ navigation: NavigationController, didShow controller: ViewController, animated: Bool
    ) {
      log.add("didShow \(controller.name)")
    }
  }

  private struct Stack {
    let scene = Scene()
    let root: RecordingController
    let page: RecordingController
    let navigation: NavigationController
    let delegate: Delegate
    var log: EventLog { scene.log }

    init() {
      root = scene.controller("root")
      page = scene.controller("page")
      navigation = NavigationController(engine: scene.engine, name: "navigation", root: root)
      delegate = Delegate(scene.log)
      delegate.animator = ProbeAnimator(log: scene.log)
      navigation.delegate = delegate
      scene.window.rootViewController = navigation
      scene.engine.tick(at: 0)
      _ = page.view
      _ = scene.log.take()
    }
  }

  @Test("A push before the container is on screen is immediate, and announces nothing")
  func offScreen() throws {
    for isAnimated in [true, false] {
      let scene = Scene()
      let root = scene.controller("root")
      let page = scene.controller("page")
      let navigation = NavigationController(engine: scene.engine, name: "navigation", root: root)
      let delegate = Delegate(scene.log)
      navigation.delegate = delegate
      scene.engine.tick(at: 0)
      _ = scene.log.take()
      navigation.pushViewController(page, animated: isAnimated)
      #expect(
        scene.log.take() == [
          "root viewDidLoad", "page viewDidLoad", "willShow page", "didShow page",
        ])
      #expect(navigation.contentView.subviews.map(\.name) == ["page"])
      try scene.presenter.presentOrThrow(navigation, animated: true)
      scene.run(until: 1)
      #expect(scene.log.take() == ["page viewWillAppear", "page viewDidAppear"])
      #expect(scene.presenter.presentedViewController === navigation)
      #expect(scene.engine.diagnostics.isEmpty)
    }
  }

  @Test("Operations have the platform's raw values")
  func operations() {
    #expect(NavigationOperation.none.rawValue == 0)
    #expect(NavigationOperation.push.rawValue == 1)
    #expect(NavigationOperation.pop.rawValue == 2)
  }

  @Test("The calls of a push and a pop")
  func callOrder() throws {
    let stack = Stack()
    try stack.navigation.pushOrThrow(stack.page, animated: true)
    #expect(stack.page.parent === stack.navigation)
    #expect(
      stack.log.take() == [
        "animator for push from root to page", "interactor", "willShow page",
        "root viewWillDisappear", "page viewWillAppear", "animator transitionDuration",
        "animator animateTransition",
      ])
    stack.scene.run(until: 1)
    #expect(
      stack.log.take() == [
        "root viewDidDisappear", "page viewDidAppear", "didShow page",
        "animator animationEnded(true)",
      ])
    #expect(stack.navigation.contentView.subviews.map(\.name) == ["page"])
    try stack.navigation.popOrThrow(animated: true)
    #expect(
      stack.log.take() == [
        "animator for pop from page to root", "interactor", "willShow root",
        "page viewWillDisappear", "root viewWillAppear", "animator transitionDuration",
        "animator animateTransition",
      ])
    stack.scene.run(until: 2)
    #expect(
      stack.log.take() == [
        "page viewDidDisappear", "root viewDidAppear", "didShow root",
        "animator animationEnded(true)",
      ])
    #expect(stack.page.parent == nil)
    #expect(stack.navigation.viewControllers.count == 1)
  }

  @Test("A canceled push and a canceled pop restore the stack", arguments: [true, false])
  func cancelled(isPush: Bool) throws {
    let stack = Stack()
    let interaction = PercentDrivenInteractiveTransition(engine: stack.scene.engine)
    if !isPush { try stack.navigation.pushOrThrow(stack.page, animated: false) }
    stack.delegate.interactor = interaction
    _ = stack.log.take()
    if isPush {
      try stack.navigation.pushOrThrow(stack.page, animated: true)
    } else {
      try stack.navigation.popOrThrow(animated: true)
    }
    let (from, to) = isPush ? ("root", "page") : ("page", "root")
    _ = stack.log.take()
    interaction.update(0.5)
    interaction.cancel()
    #expect(stack.log.take() == ["\(to) viewWillDisappear"])
    stack.scene.run(until: 2)
    #expect(
      stack.log.take() == [
        "\(to) viewDidDisappear", "\(from) viewWillAppear", "\(from) viewDidAppear",
        "animator animationEnded(false)",
      ])
    #expect(stack.navigation.topViewController.name == from)
    #expect(stack.navigation.contentView.subviews.map(\.name) == [from])
    #expect((stack.page.parent == nil) == isPush)
  }

  @Test("Without an animator the default push runs, and no interaction controller is asked for")
  func defaultPush() throws {
    let stack = Stack()
    stack.delegate.animator = nil
    try stack.navigation.pushOrThrow(stack.page, animated: true)
    #expect(
      stack.log.take() == [
        "animator for push from root to page", "willShow page", "root viewWillDisappear",
        "page viewWillAppear",
      ])
    #expect(stack.page.view.presentationFrame.minX == 375)
    stack.scene.run(until: 1)
    #expect(stack.page.view.presentationFrame == Rect(x: 0, y: 0, width: 375, height: 667))
    try stack.navigation.popOrThrow(animated: true)
    stack.scene.run(until: 2)
    #expect(stack.root.view.presentationFrame == Rect(x: 0, y: 0, width: 375, height: 667))
    #expect(stack.navigation.contentView.subviews.map(\.name) == ["root"])
  }

  @Test("Popping to an entry, to the root, and replacing the stack")
  func stackOperations() throws {
    let stack = Stack()
    let navigation = stack.navigation
    let others = (1...3).map { stack.scene.controller("\($0)") }
    for other in others { try navigation.pushOrThrow(other, animated: false) }
    try navigation.popToOrThrow(others[0], animated: false)
    #expect(navigation.viewControllers.map(\.name) == ["root", "1"])
    #expect(others[2].parent == nil)
    try navigation.setViewControllersOrThrow([stack.root, others[2], others[0]], animated: true)
    #expect(!stack.scene.engine.hasTransitions)
    #expect(others[2].parent === navigation)
    try navigation.popToRootOrThrow(animated: true)
    #expect(stack.log.take().contains("animator for pop from 1 to root"))
    stack.scene.run(until: 1)
    #expect(navigation.viewControllers.map(\.name) == ["root"])
    try navigation.popToRootOrThrow(animated: true)
    #expect(!stack.scene.engine.hasTransitions)
  }

  @Test("Only the top entry's view is in the hierarchy, and fills the content")
  func hierarchy() throws {
    let stack = Stack()
    try stack.navigation.pushOrThrow(stack.page, animated: false)
    #expect(stack.root.view.superview == nil)
    #expect(stack.page.view.frame == Rect(x: 0, y: 0, width: 375, height: 667))
  }

  @Test("What contains the container, is elsewhere or is there twice is refused")
  func takenEntries() throws {
    let stack = Stack()
    let navigation = stack.navigation
    let around = stack.scene.controller("around")
    let child = stack.scene.controller("child")
    let parent = stack.scene.controller("parent")
    parent.addChild(child)
    let inner = NavigationController(
      engine: stack.scene.engine, name: "inner", root: stack.scene.controller("innermost"))
    around.addChild(inner)

    #expect(throws: TransitionError.cannotAdd(controller: "inner", child: "around")) {
      try inner.pushOrThrow(around, animated: false)
    }
    #expect(throws: TransitionError.cannotAdd(controller: "navigation", child: "child")) {
      try navigation.setViewControllersOrThrow([stack.root, child], animated: false)
    }
    #expect(throws: TransitionError.twiceInStack(controller: "navigation", entry: "page")) {
      try navigation.setViewControllersOrThrow(
        [stack.root, stack.page, stack.page], animated: false)
    }
    #expect(navigation.viewControllers.map(\.name) == ["root"])
    #expect(parent.children.map(\.name) == ["child"])
  }

  @Test("Refusals name the container")
  func refusals() throws {
    let stack = Stack()
    let navigation = stack.navigation
    #expect(throws: TransitionError.cannotPopRoot(controller: "navigation")) {
      try navigation.popOrThrow(animated: true)
    }
    #expect(throws: TransitionError.notInStack(controller: "navigation", entry: "page")) {
      try navigation.popToOrThrow(stack.page, animated: true)
    }
    #expect(throws: TransitionError.twiceInStack(controller: "navigation", entry: "root")) {
      try navigation.pushOrThrow(stack.root, animated: true)
    }
    #expect(throws: TransitionError.emptyContainer(controller: "navigation")) {
      try navigation.setViewControllersOrThrow([], animated: true)
    }
    try navigation.pushOrThrow(stack.page, animated: true)
    #expect(throws: TransitionError.transitionInProgress(controller: "navigation")) {
      try navigation.popOrThrow(animated: true)
    }
    #expect(stack.scene.engine.diagnostics.count == 5)
    _ = NavigationController(engine: stack.scene.engine, name: "second", root: stack.root)
    #expect(
      stack.scene.engine.diagnostics.last
        == .refused(.cannotAdd(controller: "second", child: "root")))
  }
}
