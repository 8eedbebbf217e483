import Testing

@testable import HeadlessUI
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
      try first.present(
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
}
