import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// The platform's spelling, children, snapshots, timers and fingers.
@Suite("Spelling of the platform")
struct NamesTests {
  private let engine = Engine()

  @Test("Blocks by the platform's names are the same blocks")
  func blocks() {
    let views = (0..<2).map { _ in View(engine: engine) }
    engine.tick(at: 0)
    for (options, curve) in [
      (AnimationOptions.curveEaseIn, AnimationCurve.easeIn), (.curveEaseOut, .easeOut),
      (.curveLinear, .linear), ([], .easeInOut),
      ([.curveLinear, .beginsFromCurrentState], .linear),
    ] {
      #expect(options.curve == curve)
    }
    engine.animate(withDuration: 1, delay: 0.5, options: .curveEaseIn) { views[0].alpha = 0 }
    engine.animate(duration: 1, delay: 0.5, curve: .easeIn) { views[1].alpha = 0 }
    engine.tick(seconds: 0.8)
    #expect(views[0].presentation == views[1].presentation)
    #expect(views[0].presentation.alpha < 1)
    engine.animate(
      withDuration: 0.7, usingSpringWithDamping: 1, initialSpringVelocity: 2
    ) { views[0].center = Point(x: 100, y: 50) }
    engine.animate(duration: 0.7, dampingRatio: 1, initialVelocity: 2) {
      views[1].center = Point(x: 100, y: 50)
    }
    engine.tick(seconds: 1)
    expectClose(views[0].presentation.center, views[1].presentation.center)
    #expect(views[0].presentation.center.x > 20)
  }

  @Test("Transforms are composed as by the platform's functions")
  func transforms() {
    var fold = Transform3DIdentity
    fold.m24 = -1 / 2000
    #expect(Transform3DScale(fold, 0.5, 2, 1).m24 == -0.001)
    #expect(Transform3DScale(Transform3DMakeTranslation(10, 0, 0), 2, 2, 2).m41 == 10)
    #expect(Transform3DTranslate(Transform3DMakeScale(2, 2, 2), 10, 0, 0).m41 == 20)
    let turned = Transform3DRotate(Transform3DIdentity, 1, 0, 0, 1)
    #expect(turned == Transform3DMakeRotation(1, 0, 0, 1))
    #expect(turned == Transform3D64(rotationAngle: 1))
    #expect(Transform3DConcat(Transform3D64(scaleX: 2, y: 3), Transform3DIdentity).m22 == 3)
    #expect(Transform3DInvert(Transform3D64(translationX: 3, y: 4)).m41 == -3)
    #expect(Transform3DInvert(Transform3DMakeScale(0, 1, 1)) == Transform3DMakeScale(0, 1, 1))
  }

  @Test("Controllers and views by key, and a view that is its own layer")
  func keys() throws {
    let probe = ModalProbe()
    var context: TransitionContext?
    probe.animator.onAnimate = { context = $0 }
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    #expect(probe.presented.isBeingPresented)
    let running = try #require(context)
    #expect(running.viewController(forKey: .to) === probe.presented)
    #expect(running.view(forKey: .from) == nil)
    let view: View = probe.presented.view
    view.layer.position = Point(x: 1, y: 2)
    view.layer.masksToBounds = true
    #expect(view.center == Point(x: 1, y: 2) && view.clipsToBounds && view.layer.masksToBounds)
    probe.engine.run(until: 1)
    #expect(!probe.presented.isBeingPresented)
    #expect(Rect(x: 1, y: 2, width: 4, height: 6).midX == 3)
    #expect(
      Rect(x: 1, y: 2, width: 4, height: 6).insetBy(dx: 1, dy: 2).offsetBy(dx: 1, dy: -1)
        == Rect(x: 3, y: 3, width: 2, height: 2))
  }

  @Test("A target of a recognizer is not retained; its translation can be set, its finger located")
  func target() {
    final class Target {
      var seen: [Point] = []
      func pan(_ pan: PanGestureRecognizer) {
        if pan.state == .began { pan.setTranslation(Point(x: 50, y: 0), in: pan.view) }
        seen.append(pan.translation(in: pan.view))
        seen.append(pan.location(in: pan.view))
      }
    }
    let window = Window(engine: engine, size: Size(width: 300, height: 300))
    let view = View(engine: engine, frame: window.bounds)
    view.transform = .makeScale(x: 2, y: 2, z: 1)
    window.addSubview(view)
    var target: Target? = Target()
    if let target {
      view.addGestureRecognizer(PanGestureRecognizer(target: target, action: Target.pan))
      view.addGestureRecognizer(
        ScreenEdgePanGestureRecognizer(target: target, action: Target.pan))
    }
    func send(_ phase: Touch.Phase, _ x: Double) {
      window.send(
        Touch(phase, at: Point(x: x, y: 150), nanoseconds: engine.nanoseconds + 1))
      engine.tick(at: engine.nanoseconds + 1)
    }
    send(.began, 150)
    send(.moved, 170)
    send(.moved, 190)
    #expect(
      target?.seen == [
        Point(x: 50, y: 0), Point(x: 160, y: 150), Point(x: 60, y: 0), Point(x: 170, y: 150),
      ])
    weak var released: Target?
    released = target
    target = nil
    #expect(released == nil)
    send(.moved, 200)
  }

  @Test("A second finger is reported and ignored; a finger that goes down twice was canceled")
  func fingers() {
    let window = Window(engine: engine, size: Size(width: 300, height: 300))
    var states: [GestureRecognizer.State] = []
    window.addGestureRecognizer(PanGestureRecognizer { states.append($0.state) })
    let touches: [(Touch.Phase, Double, Int)] = [
      (.began, 10, 7), (.moved, 30, 7), (.began, 200, 8), (.moved, 100, 8), (.moved, 40, 7),
      (.ended, 100, 8), (.ended, 40, 7), (.moved, 50, 8), (.began, 10, 7), (.moved, 30, 7),
      (.began, 10, 7), (.ended, 10, 7),
    ]
    for (index, (phase, x, finger)) in touches.enumerated() {
      window.send(
        Touch(phase, at: Point(x: x, y: 9), nanoseconds: Int64(index), finger: finger))
    }
    engine.tick(at: 100)
    #expect(states == [.began, .changed, .ended, .began, .cancelled])
    #expect(engine.diagnostics == [.secondFinger(window: "window")])
  }

  @Test("What asyncAfter runs animates from when it was due, in order, and not after invalidate()")
  func timers() {
    let view = View(engine: engine)
    engine.tick(at: 0)
    var order: [String] = []
    engine.asyncAfter(0.2) { order.append("b") }
    engine.asyncAfter(0.1) {
      order.append("a")
      engine.animate(duration: 0.4, curve: .linear) { view.alpha = 0 }
      engine.asyncAfter(0) { order.append("c") }
    }
    engine.asyncAfter(0.2) { order.append("d") }
    engine.asyncAfter(.nan) { order.append("now") }
    engine.tick(seconds: 0.05)
    #expect(order == ["now"])
    engine.tick(seconds: 0.3)
    #expect(order == ["now", "a", "b", "d"])
    expectClose(view.presentation.alpha, 0.5)
    engine.tick(seconds: 0.31)
    #expect(order.last == "c")
    engine.asyncAfter(0.1) { order.append("never") }
    engine.invalidate()
    engine.tick(seconds: 1)
    #expect(order.last == "c")
  }

  @Test("A snapshot shows what the view showed, and does not change with it")
  func snapshot() throws {
    let window = Window(engine: engine, size: Size(width: 300, height: 300))
    let card = View(engine: engine, name: "card", frame: Rect(x: 20, y: 30, width: 100, height: 50))
    card.backgroundColor = .white
    card.transform = .makeScale(x: 0.5, y: 0.5, z: 1)
    let photo = ImageView.aspectFill(
      engine: engine, name: "photo", image: Image(name: "i", size: Size(width: 8, height: 6)),
      frame: Rect(x: 5, y: 5, width: 40, height: 40))
    let label = Label(engine: engine, name: "label", text: "Hello")
    window.addSubview(card)
    card.addSubview(photo)
    photo.addSubview(label)
    engine.tick(at: 0)
    engine.animate(duration: 1, curve: .linear) { photo.frame.origin.x = 45 }
    engine.tick(seconds: 0.5)
    let shown = try #require(card.snapshotView(afterScreenUpdates: false))
    let model = try #require(card.snapshotView(afterScreenUpdates: true))
    engine.tick(seconds: 1)
    #expect(shown.frame == Rect(x: 0, y: 0, width: 100, height: 50))
    #expect(shown.backgroundColor == .white)
    #expect(shown.subviews[0].frame.minX == 25)
    #expect(model.subviews[0].frame.minX == 45)
    #expect((shown.subviews[0] as? ImageView)?.visiblePart == photo.visiblePart)
    #expect((shown.subviews[0].subviews[0] as? Label)?.text == "Hello")
    #expect(shown.states().map(\.name).allSatisfy { $0.hasSuffix(" snapshot") })
    #expect(View(engine: engine).snapshotView(afterScreenUpdates: true) == nil)
  }

  @Test("A container of your own passes on appearance calls, and exchanges its children")
  func children() throws {
    let log = EventLog()
    let window = Window(engine: engine, size: Size(width: 300, height: 300))
    let container = ViewController(engine: engine, name: "container")
    let pages = ["a", "b"].map { RecordingController(engine: engine, name: $0, log: log) }
    let navigation = NavigationController(engine: engine, name: "navigation", root: container)
    for page in pages {
      container.addChild(page)
      page.view.frame = window.bounds
    }
    container.view.addSubview(pages[0].view)
    pages[0].didMove(toParent: container)
    _ = log.take()
    window.rootViewController = navigation
    engine.tick(at: 0)
    #expect(log.take() == ["a viewWillAppear", "a viewDidAppear"])
    #expect(container.children.map(\.name) == ["a", "b"])
    #expect(pages[1].navigationController === navigation)
    #expect(pages[1].tabBarController == nil)
    #expect(navigation.children.first === container)
    container.transition(from: pages[0], to: pages[1], duration: 0.25) {
      pages[1].view.alpha = 1
    }
    #expect(log.take() == ["a viewWillDisappear", "b viewWillAppear"])
    engine.run(until: 1)
    #expect(log.take() == ["a viewDidDisappear", "b viewDidAppear"])
    #expect(container.view.subviews.map(\.name) == ["b"])
    // A child presents from the outermost controller.
    let modal = ViewController(engine: engine, name: "modal")
    try pages[1].presentOrThrow(modal, animated: false)
    #expect(modal.presentingViewController === navigation)
    pages[1].removeFromParent()
    #expect(pages[1].parent == nil && container.children.count == 1)
    for (parent, child) in [(pages[0], container), (container, container), (container, modal)] {
      parent.addChild(child)
    }
    #expect(container.children.count == 1 && pages[0].children.isEmpty)
    #expect(engine.diagnostics.count == 3)
  }

  @Test("Tabs by index, and titles")
  func tabs() throws {
    let pages = ["a", "b"].map { ViewController(engine: engine, name: $0) }
    let tabs = try TabBarController(engine: engine, name: "tabs", viewControllers: pages)
    pages[0].title = "First"
    tabs.selectedIndex = 1
    #expect(tabs.selectedViewController === pages[1])
    #expect(pages[0].tabBarController === tabs)
    tabs.selectedIndex = 7
    #expect(tabs.selectedIndex == 1)
    #expect(
      engine.diagnostics == [.refused(.noSuchTab(controller: "tabs", index: 7, count: 2))])
  }

  @Test("A curled page turns about its far edge, is hidden from a quarter turn on, and ends flat")
  func curl() {
    let size = Size(width: 300, height: 400)
    for subtype in ContentTransition.Subtype.allCases {
      let curl = ContentTransition(.pageCurl, subtype: subtype)
      let uncurl = ContentTransition(.pageUnCurl, subtype: subtype)
      let edge: Point
      switch subtype {
      case .fromRight: edge = Point(x: -150, y: 70)
      case .fromLeft: edge = Point(x: 150, y: 70)
      case .fromTop: edge = Point(x: 70, y: 200)
      case .fromBottom: edge = Point(x: 70, y: -200)
      }
      let far = Point(x: -edge.x, y: -edge.y)
      for step in 0...10 {
        let p = Double(step) / 10
        let faces = curl.faces(at: p, size: size)
        #expect(faces.old.isVisible == (p < 0.5) && faces.new.isVisible && !faces.isNewOnTop)
        expectClose(faces.old.transform.mapped(edge), edge)
        expectClose(
          uncurl.faces(at: 1 - p, size: size).new.transform.mapped(far),
          faces.old.transform.mapped(far))
        if faces.old.isVisible {
          #expect(faces.old.transform.facesTheEye)
          // The lifted edge comes toward the eye, so it grows.
          let lifted = faces.old.transform.mapped(far)
          let along = subtype == .fromRight || subtype == .fromLeft ? lifted.y : lifted.x
          #expect(abs(along) >= 70)
        }
      }
      expectClose(curl.faces(at: 0, size: size).old.transform.mapped(far), far)
    }
  }
}
