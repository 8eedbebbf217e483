import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Coordinators", "Appearance flags" and "Children" in Rules.md: what controllers are told around
/// a transition.
@Suite("Around a transition")
struct AroundTransitionTests {
  private final class Observer: NavigationControllerDelegate {
    var willShow: (NavigationController) -> Void = { _ in }

    func navigationController(
      _ navigation: NavigationController, willShow controller: ViewController, animated: Bool
    ) { willShow(navigation) }
  }

  private func stack(_ scene: Scene) -> (NavigationController, [RecordingController]) {
    let pages = [scene.controller("page"), scene.controller("detail")]
    let navigation = NavigationController(engine: scene.engine, name: "navigation", root: pages[0])
    scene.window.rootViewController = navigation
    scene.engine.tick(at: 0)
    return (navigation, pages)
  }

  @Test("A container has the coordinator of its content's transition, from the call to the end")
  func containerCoordinator() throws {
    let scene = Scene()
    let (navigation, pages) = stack(scene)
    var ended = 0
    try navigation.pushOrThrow(pages[1], animated: true)
    let coordinator = try #require(navigation.transitionCoordinator)
    #expect(coordinator === pages[0].transitionCoordinator)
    #expect(coordinator === pages[1].transitionCoordinator)
    coordinator.animate { _ in
    } completion: { _ in
      #expect(navigation.transitionCoordinator === coordinator)
      ended += 1
    }
    #expect(ended == 0)
    scene.run(until: 1)
    #expect(ended == 1)
    #expect(navigation.transitionCoordinator == nil)
  }

  @Test("A tab container has the coordinator of a switch, and hands out that around it")
  func tabCoordinator() throws {
    let scene = Scene()
    let (navigation, pages) = stack(scene)
    let tabs = try TabBarController(
      engine: scene.engine, name: "tabs", viewControllers: [navigation, scene.controller("other")])
    scene.window.rootViewController = tabs
    try navigation.pushOrThrow(pages[1], animated: true)
    #expect(tabs.transitionCoordinator === pages[1].transitionCoordinator)
    #expect(tabs.transitionCoordinator != nil)
  }

  @Test("The coordinator exists in 'willShow', and tells of a canceled back swipe")
  func willShow() throws {
    let scene = Scene()
    let (navigation, pages) = stack(scene)
    try navigation.pushOrThrow(pages[1], animated: false)
    let observer = Observer()
    navigation.delegate = observer
    var events: [String] = []
    observer.willShow = { navigation in
      guard let coordinator = navigation.transitionCoordinator else { return }
      events.append("interactive \(coordinator.initiallyInteractive) \(coordinator.isInteractive)")
      #expect(pages[0].transitionCoordinator === coordinator)
      coordinator.notifyWhenInteractionChanges { events.append("canceled \($0.isCancelled)") }
      coordinator.animate { _ in
      } completion: {
        #expect(navigation.transitionCoordinator === $0)
        events.append("ended \($0.isCancelled)")
      }
    }
    TouchScript.drag(from: Point(x: 12, y: 300), to: Point(x: 90, y: 300), seconds: 0.2)
      .send(to: scene.window)
    scene.run(until: 2)
    #expect(events == ["interactive true true", "canceled true", "ended true"])
    #expect(navigation.topViewController === pages[1])
    #expect(navigation.transitionCoordinator == nil)
  }

  private final class Flags: ViewController {
    var log: [String] = []
    private func note(_ call: String) {
      var flags: [String] = []
      if isBeingPresented { flags.append("presented") }
      if isBeingDismissed { flags.append("dismissed") }
      if isMovingToParent { flags.append("to") }
      if isMovingFromParent { flags.append("from") }
      log.append("\(call): \(flags.joined(separator: " "))")
    }
    override func viewWillAppear(_ animated: Bool) { note("will appear") }
    override func viewDidAppear(_ animated: Bool) { note("did appear") }
    override func viewWillDisappear(_ animated: Bool) { note("will disappear") }
    override func viewDidDisappear(_ animated: Bool) { note("did disappear") }
  }

  @Test("The flags of a modal hold in all of its appearance calls", arguments: [false, true])
  func modalFlags(isAnimated: Bool) throws {
    let scene = Scene()
    scene.engine.tick(at: 0)
    let modal = Flags(engine: scene.engine, name: "modal")
    modal.modalPresentationStyle = .fullScreen
    try scene.presenter.presentOrThrow(modal, animated: isAnimated)
    scene.run(until: 1)
    #expect(!modal.isBeingPresented)
    try modal.dismissOrThrow(animated: isAnimated)
    scene.run(until: 2)
    #expect(!modal.isBeingDismissed)
    #expect(
      modal.log == [
        "will appear: presented", "did appear: presented", "will disappear: dismissed",
        "did disappear: dismissed",
      ])
  }

  @Test("The flags of a page hold while it is pushed and popped, not while another one is")
  func pageFlags() throws {
    let scene = Scene()
    let page = Flags(engine: scene.engine, name: "page")
    let (navigation, pages) = stack(scene)
    try navigation.pushOrThrow(page, animated: true)
    scene.run(until: 1)
    try navigation.pushOrThrow(pages[1], animated: true)
    scene.run(until: 2)
    try navigation.popOrThrow(animated: true)
    scene.run(until: 3)
    try navigation.popOrThrow(animated: true)
    scene.run(until: 4)
    #expect(
      page.log == [
        "will appear: to", "did appear: to", "will disappear: ", "did disappear: ",
        "will appear: ", "did appear: ", "will disappear: from", "did disappear: from",
      ])
    #expect(!page.isMovingFromParent && !page.isMovingToParent)
  }

  @Test("A canceled pop leaves no flag")
  func canceledPop() throws {
    let scene = Scene()
    let page = Flags(engine: scene.engine, name: "page")
    let (navigation, _) = stack(scene)
    try navigation.pushOrThrow(page, animated: false)
    page.log = []
    TouchScript.drag(from: Point(x: 12, y: 300), to: Point(x: 90, y: 300), seconds: 0.2)
      .send(to: scene.window)
    scene.run(until: 2)
    #expect(page.log == ["will disappear: from", "will appear: ", "did appear: "])
  }

  @Test("The flags of a child hold between the two 'move' calls")
  func childFlags() {
    let scene = Scene()
    let child = Flags(engine: scene.engine, name: "child")
    scene.presenter.addChild(child)
    #expect(child.isMovingToParent)
    child.didMove(toParent: scene.presenter)
    #expect(!child.isMovingToParent)
    child.willMove(toParent: nil)
    #expect(child.isMovingFromParent)
    child.removeFromParent()
    #expect(!child.isMovingFromParent)
  }

  @Test("A child is refused that is presented, contains its container, or is in another one")
  func takenChild() {
    let scene = Scene()
    let entry = scene.controller("entry")
    let navigation = NavigationController(engine: scene.engine, name: "n", root: entry)
    for (container, child) in [(entry, navigation), (scene.presenter, entry)] {
      container.addChild(child)
      #expect(
        scene.engine.diagnostics.last?.description == """
          '\(container.name)' cannot add '\(child.name)', which is presented, contains \
          '\(container.name)', or is in another container. Remove it there first.
          """)
    }
  }

  @Test("An exchange of children in no window announces nothing")
  func exchangeOffScreen() {
    let scene = Scene()
    let pages = ["a", "b"].map(scene.controller)
    let container = ViewController(engine: scene.engine, name: "container")
    for page in pages { container.addChild(page) }
    container.view.addSubview(pages[0].view)
    scene.engine.tick(at: 0)
    _ = pages[1].view
    _ = scene.log.take()
    container.transition(from: pages[0], to: pages[1], duration: 0.2)
    scene.run(until: 1)
    #expect(container.view.subviews.map(\.name) == ["b"])
    #expect(scene.log.take().isEmpty)
  }

  @Test("An exchange of children refuses what is no child, or is not shown")
  func strangers() {
    let scene = Scene()
    let (child, other) = (scene.controller("child"), scene.controller("other"))
    let container = scene.presenter
    container.addChild(child)
    container.view.addSubview(child.view)
    _ = scene.log.take()
    container.transition(from: child, to: other, duration: 0.2)
    #expect(
      scene.engine.diagnostics == [.refused(.notChild(controller: "presenter", child: "other"))])
    #expect(other.view.superview == nil)
    container.addChild(other)
    child.view.removeFromSuperview()
    _ = scene.log.take()
    container.transition(from: child, to: other, duration: 0.2)
    #expect(
      scene.engine.diagnostics.last
        == .refused(.childNotShown(controller: "presenter", child: "child")))
    #expect(scene.log.take().isEmpty)
  }

  @Test("A dismissal knows where the leaving controller stands")
  func finalFrameOfLeaving() throws {
    let probe = ModalProbe()
    let card = Rect(x: 10, y: 300, width: 355, height: 367)
    probe.delegate.makeController = {
      let controller = ProbePresentationController(log: probe.log, presented: $0, presenting: $1)
      controller.frame = card
      return controller
    }
    var frames: [Rect] = []
    probe.animator.onAnimate = { frames.append($0.finalFrame(for: $0.fromController)) }
    try probe.presentFully()
    try probe.presented.dismissOrThrow(animated: true)
    #expect(frames == [.zero, card])
  }
}
