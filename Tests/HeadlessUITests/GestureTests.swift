import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Gestures" in Rules.md, from recorded touches.
@Suite("Gestures")
struct GestureTests {
  private final class Log {
    var states: [GestureRecognizer.State] = []
    var translations: [Point] = []
    var velocities: [Point] = []
  }

  private func window(_ log: Log, edge: ScreenEdgePanGestureRecognizer.Edge? = nil) -> Window {
    let window = Window(engine: Engine(), size: Size(width: 400, height: 600))
    let view = View(engine: window.engine, frame: window.bounds)
    view.transform = .makeScale(x: 2, y: 2, z: 1)
    window.addSubview(view)
    let action = { (pan: PanGestureRecognizer) in
      log.states.append(pan.state)
      log.translations.append(pan.translation(in: pan.view))
      log.velocities.append(pan.velocity(in: nil))
    }
    view.addGestureRecognizer(
      edge.map { ScreenEdgePanGestureRecognizer(edge: $0, action: action) }
        ?? PanGestureRecognizer(action: action))
    return window
  }

  private func send(
    _ window: Window, _ touches: [(Touch.Phase, Double, Double)], every step: Int64 = 10_000_000
  ) {
    for (index, touch) in touches.enumerated() {
      window.send(
        Touch(touch.0, at: Point(x: touch.1, y: touch.2), nanoseconds: Int64(index) * step))
    }
    window.engine.tick(at: Int64(touches.count) * step)
  }

  @Test(
    "Begins after ten points; the translation counts from there, in the units of the given view")
  func pan() {
    let log = Log()
    let window = window(log)
    send(
      window,
      [
        (.began, 100, 100), (.moved, 106, 106), (.moved, 110, 110), (.moved, 130, 100),
        (.ended, 130, 100),
      ])
    #expect(log.states == [.began, .changed, .ended])
    #expect(log.translations == [.zero, Point(x: 10, y: -5), Point(x: 10, y: -5)])
    expectClose(log.velocities[1], Point(x: 2000, y: -1000))
    expectClose(log.velocities[2], Point(x: 2000, y: -1000))
  }

  @Test("A recorded drag begins a pan however short it is", arguments: [0, 0.25, 1])
  func shortDrag(way: Double) throws {
    let log = Log()
    let window = window(log)
    let from = Point(x: 100, y: 100)
    TouchScript.drag(from: from, to: Point(x: 100 + way, y: 100), seconds: 0.01).send(to: window)
    window.engine.tick(at: 1_000_000_000)
    #expect(log.states == [.began, .changed, .ended])
    expectClose(try #require(log.translations.last), Point(x: way / 2, y: 0))
  }

  @Test("A tap is not a pan, and a touch that the system cancels cancels the pan")
  func tapAndCancel() {
    let log = Log()
    send(window(log), [(.began, 100, 100), (.moved, 104, 104), (.ended, 104, 104)])
    #expect(log.states == [])
    send(window(log), [(.began, 100, 100), (.moved, 150, 100), (.cancelled, 150, 100)])
    #expect(log.states == [.began, .cancelled])
  }

  @Test(
    "An edge pan starts within 20 points of its edge and moves inward",
    arguments: [
      (ScreenEdgePanGestureRecognizer.Edge.left, 20.0, 300.0, 40.0, 300.0, true),
      (.left, 20.5, 300, 60, 300, false), (.left, 10, 300, 10, 340, false),
      (.right, 380, 300, 350, 300, true), (.right, 379, 300, 350, 300, false),
      (.top, 200, 20, 200, 60, true), (.bottom, 200, 580, 200, 540, true),
      (.bottom, 200, 585, 200, 599, false),
    ])
  func edge(
    edge: ScreenEdgePanGestureRecognizer.Edge, x: Double, y: Double, toX: Double, toY: Double,
    begins: Bool
  ) {
    let log = Log()
    send(window(log, edge: edge), [(.began, x, y), (.moved, toX, toY), (.moved, 200, 300)])
    #expect(log.states.contains(.began) == begins)
  }

  @Test("Touches wait for their tick, and are handled in the order of their times")
  func order() {
    let log = Log()
    let window = window(log)
    window.send(Touch(.moved, at: Point(x: 140, y: 100), nanoseconds: 30))
    window.send(Touch(.moved, at: Point(x: 120, y: 100), nanoseconds: 20))
    window.send(Touch(.began, at: Point(x: 100, y: 100), nanoseconds: 10))
    window.engine.tick(at: 19)
    #expect(log.states == [])
    window.engine.tick(at: 29)
    #expect(log.states == [.began])
    window.engine.tick(at: 40)
    #expect(log.states == [.began, .changed])
    expectClose(log.translations[1], Point(x: 10, y: 0))
  }

  @Test(
    "A disabled recognizer, a hidden view and a view without user interaction receive no touches")
  func disabled() {
    let changes: [(name: String, change: (View) -> Void)] = [
      ("disabled", { $0.gestureRecognizers[0].isEnabled = false }),
      ("hidden", { $0.isHidden = true }),
      ("without user interaction", { $0.isUserInteractionEnabled = false }),
      ("transparent", { $0.alpha = 0.005 }),
      ("removed", { $0.removeGestureRecognizer($0.gestureRecognizers[0]) }),
    ]
    for (name, change) in changes {
      let log = Log()
      let window = window(log)
      change(window.subviews[0])
      send(window, [(.began, 100, 100), (.moved, 150, 100)])
      #expect(log.states == [], "\(name)")
    }
  }

  @Test("Hit-testing uses model values, frontmost view first")
  func hitTest() {
    let engine = Engine()
    let window = Window(engine: engine, size: Size(width: 100, height: 100))
    let back = View(
      engine: engine, name: "back", frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let front = View(
      engine: engine, name: "front", frame: Rect(x: 50, y: 0, width: 50, height: 50))
    window.addSubview(back)
    window.addSubview(front)
    #expect(window.hitTest(Point(x: 60, y: 10)) === front)
    #expect(window.hitTest(Point(x: 60, y: 60)) === back)
    #expect(window.hitTest(Point(x: 100, y: 10)) == nil)
    engine.tick(at: 0)
    engine.animate(duration: 1) { front.center.y += 50 }
    #expect(window.hitTest(Point(x: 60, y: 60)) === front)
  }

  private typealias SwipeCase = (SwipeGestureRecognizer.Direction, way: [Point], Bool)

  /// Fingers that go down at (100, 100), and move every 100 ms.
  private static let swipes: [SwipeCase] = [
    (.right, [Point(x: 120, y: 100), Point(x: 150, y: 110)], true),
    (.left, [Point(x: 120, y: 100), Point(x: 150, y: 110)], false),
    (.left, [Point(x: 50, y: 60)], true),
    ([.left, .down], [Point(x: 100, y: 155)], true),
    (.up, [Point(x: 100, y: 40)], true),
    (.right, [Point(x: 150, y: 150)], false),
    (.right, [Point(x: 149, y: 100)], false),
    (.down, [Point(x: 160, y: 100), Point(x: 160, y: 300)], false),
    (.right, Array(repeating: Point(x: 110, y: 100), count: 5) + [Point(x: 200, y: 100)], false),
  ]

  @Test(
    "A swipe is 50 points in one of its directions, within half a second, and less across",
    arguments: swipes)
  func swipe(direction: SwipeGestureRecognizer.Direction, way: [Point], isRecognized: Bool) {
    final class Target {
      var states: [GestureRecognizer.State] = []
      func swiped(_ swipe: SwipeGestureRecognizer) { states.append(swipe.state) }
    }
    let window = Window(engine: Engine(), size: Size(width: 400, height: 600))
    let target = Target()
    let swipe = SwipeGestureRecognizer(target: target, action: Target.swiped)
    swipe.direction = direction
    window.addGestureRecognizer(swipe)
    // A gesture that is over begins anew with the next finger.
    for start in [0, 10] {
      target.states = []
      let points = [Point(x: 100, y: 100)] + way
      for (index, point) in points.enumerated() {
        window.send(
          Touch(
            index == 0 ? .began : .moved, at: point,
            nanoseconds: Int64(start + index) * 100_000_000))
      }
      let end = Int64(start + points.count) * 100_000_000
      window.send(Touch(.ended, at: points[points.count - 1], nanoseconds: end))
      window.engine.tick(at: end)
      #expect(target.states == (isRecognized ? [.ended] : []))
    }
  }

  /// Fails when the finger is lifted.
  private final class PatientRecognizer: GestureRecognizer {
    override func touchEnded(_ touch: Touch) { reset(to: .failed) }
  }

  @Test(
    "A swipe that waits for another one to fail is not forgotten, wherever the finger goes",
    arguments: [Touch.Phase.ended, .cancelled])
  func waitingSwipe(end: Touch.Phase) {
    let window = Window(engine: Engine(), size: Size(width: 400, height: 600))
    let swipe = SwipeGestureRecognizer()
    var states: [GestureRecognizer.State] = []
    swipe.addAction { states.append($0.state) }
    let patient = PatientRecognizer()
    swipe.require(toFail: patient)
    window.addGestureRecognizer(patient)
    window.addGestureRecognizer(swipe)
    send(
      window,
      [
        (.began, 100, 100), (.moved, 160, 100), (.moved, 160, 300), (.moved, 160, 300),
        (end, 160, 300),
      ], every: 200_000_000)
    #expect(states == (end == .ended ? [.ended] : []))
    #expect(swipe.state == (end == .ended ? .ended : .failed))
  }

  private final class Counter: ViewController {
    var taps = 0

    func tapped() { taps += 1 }
    func tapped(by tap: TapGestureRecognizer) { taps += 10 }
  }

  @Test("A target may be declared as another type than its method's; one that is none is reported")
  func declaredTarget() {
    let engine = Engine()
    let window = Window(engine: engine, size: Size(width: 400, height: 600))
    let counter = Counter()
    let declared: ViewController? = counter
    let other = ViewController()
    let tap = TapGestureRecognizer(target: declared, action: Counter.tapped(by:))
    let plain: (Counter) -> () -> Void = Counter.tapped
    tap.addTarget(declared, action: plain)
    tap.addTarget(nil, action: plain)
    tap.addTarget(other, action: plain)
    window.addGestureRecognizer(tap)
    for start in [Int64(0), 100] {
      window.send(Touch(.began, at: .zero, nanoseconds: start))
      window.send(Touch(.ended, at: .zero, nanoseconds: start + 1))
      engine.tick(at: start + 2)
    }
    #expect(counter.taps == 22)
    #expect(
      engine.diagnostics
        == [.targetOfOtherType(view: "window", target: "ViewController", owner: "Counter")])
    tap.removeTarget(counter)
    window.send(Touch(.began, at: .zero, nanoseconds: 200))
    window.send(Touch(.ended, at: .zero, nanoseconds: 201))
    engine.tick(at: 202)
    #expect(counter.taps == 22)
  }

  /// Lets touches through to what is behind it, where no view in it is.
  private final class PassThrough: View {
    var locations: [Point] = []

    override func point(inside point: Point, with event: Event?) -> Bool {
      if let event { locations.append(event.touch.location) }
      return subviews.contains { $0.frame.contains(point) }
    }
  }

  @Test("A view decides itself which points are its own, in its own coordinates")
  func passThrough() {
    let engine = Engine()
    let window = Window(engine: engine, size: Size(width: 400, height: 600))
    let page = View(engine: engine, name: "page", frame: window.bounds)
    let front = PassThrough(frame: Rect(x: 0, y: 100, width: 400, height: 500))
    let button = View(frame: Rect(x: 10, y: 10, width: 50, height: 50))
    front.addSubview(button)
    window.addSubview(page)
    window.addSubview(front)
    #expect(window.hitTest(Point(x: 20, y: 120)) === button)
    #expect(window.hitTest(Point(x: 20, y: 300)) === page)
    #expect(front.locations.isEmpty)
    let down = Touch(.began, at: Point(x: 20, y: 300), nanoseconds: 1)
    var taps = 0
    let tap = TapGestureRecognizer()
    tap.addAction { _ in taps += 1 }
    page.addGestureRecognizer(tap)
    window.send(down)
    window.send(Touch(.ended, at: down.location, nanoseconds: 2))
    engine.tick(at: 3)
    #expect(taps == 1)
    #expect(front.locations == [down.location])
    #expect(front.hitTest(Point(x: 20, y: 20), with: Event(touch: down)) === button)
  }

  @Test("The recognizers of a view can be set; those that are not in the list are removed")
  func list() {
    let engine = Engine()
    let (view, other) = (View(engine: engine), View(engine: engine))
    let (tap, pan) = (TapGestureRecognizer(), PanGestureRecognizer())
    view.addGestureRecognizer(tap)
    other.addGestureRecognizer(pan)
    view.gestureRecognizers = [pan, tap]
    #expect(view.gestureRecognizers == [pan, tap])
    #expect(other.gestureRecognizers.isEmpty)
    #expect(pan.view === view)
    #expect(tap.view === view)
    view.gestureRecognizers = [tap]
    #expect(view.gestureRecognizers == [tap])
    #expect(pan.view == nil)
    view.gestureRecognizers = nil
    #expect(view.gestureRecognizers.isEmpty)
    #expect(tap.view == nil)
    #expect(view.gestureRecognizers?.first == nil)
  }
}
