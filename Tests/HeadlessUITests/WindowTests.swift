import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// What a window tells its root controllers.
@Suite("Window")
struct WindowTests {
  @Test("Exchanging the root sends appearance calls to both, once the new view is loaded")
  func rootViewController() {
    let engine = Engine()
    let log = EventLog()
    let window = Window(engine: engine, size: Size(width: 375, height: 667))
    let first = RecordingController(engine: engine, name: "first", log: log)
    let second = RecordingController(engine: engine, name: "second", log: log)
    window.rootViewController = first
    #expect(log.take() == ["first viewDidLoad", "first viewWillAppear", "first viewDidAppear"])
    window.rootViewController = first
    #expect(log.take().isEmpty)
    window.rootViewController = second
    #expect(
      log.take() == [
        "second viewDidLoad", "first viewWillDisappear", "second viewWillAppear",
        "first viewDidDisappear", "second viewDidAppear",
      ])
    #expect(window.subviews.map(\.name) == ["second"])
    #expect(throws: TransitionError.notInWindow(controller: "first")) {
      try first.presentOrThrow(
        RecordingController(engine: engine, name: "modal", log: log), animated: true)
    }
    window.rootViewController = nil
    #expect(log.take().suffix(2) == ["second viewWillDisappear", "second viewDidDisappear"])
    #expect(window.subviews.isEmpty)
  }

  @Test("A container passes the calls on to the entry that shows")
  func container() {
    let scene = Scene()
    let page = scene.controller("page")
    _ = scene.log.take()
    scene.window.rootViewController = NavigationController(
      engine: scene.engine, name: "navigation", root: page)
    #expect(scene.log.take().suffix(1) == ["page viewDidAppear"])
  }

  @Test(
    "A rotation turns a modal in the current context, its presenter, and both after its dismissal",
    arguments: [ModalPresentationStyle.currentContext, .overCurrentContext],
    [RotationLayout.once, .everyFrame])
  func rotatedContext(style: ModalPresentationStyle, layout: RotationLayout) throws {
    let scene = Scene()
    let page = scene.controller("page")
    let navigation = NavigationController(engine: scene.engine, name: "navigation", root: page)
    let tabs = try TabBarController(
      engine: scene.engine, name: "tabs", viewControllers: [navigation])
    scene.window.rootViewController = tabs
    scene.engine.tick(at: 0)
    page.definesPresentationContext = true
    let sheet = scene.controller("sheet")
    sheet.modalPresentationStyle = style
    try page.presentOrThrow(sheet, animated: false)
    scene.window.rotate(to: Size(width: 667, height: 375), layout: layout)
    scene.run(until: 1)
    let turned = Rect(x: 0, y: 0, width: 667, height: 375)
    #expect(sheet.presentationController?.containerView?.frame == turned)
    #expect(sheet.view.frame == turned)
    try sheet.dismissOrThrow(animated: true)
    scene.run(until: 3)
    #expect(page.view.frame == turned)
    #expect(page.view.superview === navigation.contentView)
    #expect(scene.engine.diagnostics.isEmpty)
  }

  @Test("New bounds resize the root and what it presents, at the next layout")
  func bounds() throws {
    let probe = ModalProbe()
    try probe.presentFully()
    probe.scene.window.bounds.size = Size(width: 500, height: 300)
    probe.engine.run(until: probe.engine.now + 0.1)
    let turned = Rect(x: 0, y: 0, width: 500, height: 300)
    #expect(probe.presenter.view.frame == turned)
    #expect(probe.presented.presentationController?.containerView?.frame == turned)
    #expect(probe.presented.view.frame == turned)
    #expect(probe.engine.runningAnimationCount == 0)
  }

  @Test("New bounds during a transition wait for its end")
  func boundsInTransition() throws {
    let probe = ModalProbe()
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    probe.scene.window.bounds.size = Size(width: 500, height: 300)
    probe.engine.run(until: 0.2)
    #expect(probe.presenter.view.frame.size == Size(width: 375, height: 667))
    probe.engine.run(until: 1)
    #expect(probe.presenter.view.frame.size == Size(width: 500, height: 300))
    #expect(probe.presented.view.frame.size == Size(width: 500, height: 300))
  }

  @Test("A root that a container takes over, which becomes the root, stays on screen")
  func wrappedRoot() throws {
    let scene = Scene()
    let tabs = try TabBarController(
      engine: scene.engine, name: "tabs", viewControllers: [scene.presenter])
    scene.window.rootViewController = tabs
    #expect(scene.presenter.view.superview === tabs.contentView)
    #expect(tabs.contentView.root === scene.window)
    #expect(scene.window.subviews.map(\.name) == ["tabs"])
    scene.window.rootViewController = scene.controller("other")
    #expect(scene.window.subviews.map(\.name) == ["other"])
  }

  @Test("A review of a cancel finds views that it leaves hidden, that are gone, and that are new")
  func leftovers() {
    let engine = Engine()
    let window = Window(engine: engine, size: Size(width: 375, height: 667))
    func view(_ name: String) -> View {
      View(engine: engine, name: name, frame: Rect(x: 0, y: 0, width: 50, height: 50))
    }
    let (hidden, shown, gone) = (view("hidden"), view("shown"), view("gone"))
    shown.isHidden = true
    for view in [hidden, shown, gone, view("cell"), view("cell")] { window.addSubview(view) }

    let findings = MotionReview.findings(in: window, lasting: 0.1, isCancelled: true) {
      hidden.isHidden = true
      shown.isHidden = false
      gone.removeFromSuperview()
      window.addSubview(view("new"))
      window.addSubview(view("cell"))
    }

    #expect(
      findings == [
        .notRestored(view: "gone", property: .count, before: [1], after: [0]),
        .notRestored(view: "cell", property: .count, before: [2], after: [3]),
        .notRestored(view: "new", property: .count, before: [0], after: [1]),
        .notRestored(view: "hidden", property: .isHidden, before: [0], after: [1]),
        .notRestored(view: "shown", property: .isHidden, before: [1], after: [0]),
      ])
  }

  @Test("A review matches views that share a name in order", arguments: [false, true])
  func sharedNames(isMoved: Bool) {
    let engine = Engine()
    let window = Window(engine: engine, size: Size(width: 375, height: 667))
    let views = [0.0, 100, 200].map {
      View(engine: engine, frame: Rect(x: $0, y: 0, width: 50, height: 50))
    }
    for view in views { window.addSubview(view) }

    let findings = MotionReview.findings(in: window, lasting: 0.1, isCancelled: true) {
      if isMoved { views[1].frame.origin.x += 5 }
    }

    #expect(
      findings
        == (isMoved
          ? [
            .notRestored(
              view: "view", property: .frame, before: [100, 0, 50, 50], after: [105, 0, 50, 50])
          ] : []))
  }
}
