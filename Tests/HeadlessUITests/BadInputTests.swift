import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// Mistakes have a defined outcome, or a typed error that names the controller.
@Suite("Bad input")
struct BadInputTests {
  @Test("A controller is presented once")
  func presentedTwice() throws {
    let scene = Scene()
    let a = scene.controller("a")
    let b = scene.controller("b")
    try scene.presenter.presentOrThrow(a, animated: false)
    #expect(throws: TransitionError.alreadyPresenting(controller: "presenter", presented: "a")) {
      try scene.presenter.presentOrThrow(b, animated: true)
    }
    #expect(throws: TransitionError.alreadyPresented(controller: "a")) {
      try a.presentOrThrow(a, animated: true)
    }
    #expect(throws: TransitionError.alreadyPresented(controller: "presenter")) {
      try a.presentOrThrow(scene.presenter, animated: true)
    }
    #expect(scene.engine.diagnostics.count == 3)
    #expect(b.presentingViewController == nil)
    #expect(scene.window.subviews.count == 2)
  }

  @Test("Nothing to dismiss, no window, no style")
  func refusals() {
    let scene = Scene()
    let orphan = scene.controller("orphan")
    #expect(throws: TransitionError.notPresenting(controller: "presenter")) {
      try scene.presenter.dismissOrThrow(animated: true)
    }
    #expect(throws: TransitionError.notInWindow(controller: "orphan")) {
      try orphan.presentOrThrow(scene.controller("x"), animated: true)
    }
    let plain = scene.controller("plain")
    plain.modalPresentationStyle = .none
    #expect(throws: TransitionError.styleNotPresentable(controller: "plain")) {
      try scene.presenter.presentOrThrow(plain, animated: true)
    }
  }

  @Test("Dismissed while presenting")
  func dismissWhilePresenting() throws {
    let probe = ModalProbe()
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    #expect(throws: TransitionError.transitionInProgress(controller: "presented")) {
      try probe.presented.dismissOrThrow(animated: true)
    }
    probe.engine.run(until: 1)
    #expect(probe.presenter.presentedViewController === probe.presented)
  }

  @Test("A refusal during a transition names a controller that takes part in it")
  func busyControllers() throws {
    let scene = Scene()
    let (a, b, root) = (scene.controller("a"), scene.controller("b"), scene.controller("root"))
    let window = Window(engine: scene.engine, size: Size(width: 100, height: 100))
    let navigation = NavigationController(engine: scene.engine, name: "navigation", root: root)
    window.rootViewController = navigation
    scene.engine.tick(at: 0)
    try navigation.pushOrThrow(scene.controller("page"), animated: true)
    #expect(throws: TransitionError.transitionInProgress(controller: "navigation")) {
      try scene.presenter.presentOrThrow(navigation, animated: true)
    }
    scene.run(until: 1)
    try scene.presenter.presentOrThrow(a, animated: false)
    try a.presentOrThrow(b, animated: true)
    #expect(throws: TransitionError.transitionInProgress(controller: "a")) {
      try scene.presenter.dismissOrThrow(animated: true)
    }
    #expect(throws: TransitionError.transitionInProgress(controller: "b")) {
      try b.dismissOrThrow(animated: true)
    }
    scene.run(until: 2)
    try b.dismissOrThrow(animated: true)
    #expect(throws: TransitionError.transitionInProgress(controller: "a")) {
      try a.presentOrThrow(scene.controller("c"), animated: true)
    }
  }

  /// An error of the case after another one's, so that the compiler asks for a new one here.
  private static func next(after error: TransitionError) -> TransitionError? {
    switch error {
    case .transitionInProgress: .alreadyPresenting(controller: "c", presented: "d")
    case .alreadyPresenting: .alreadyPresented(controller: "c")
    case .alreadyPresented: .notPresenting(controller: "c")
    case .notPresenting: .notInWindow(controller: "c")
    case .notInWindow: .styleNotPresentable(controller: "c")
    case .styleNotPresentable: .cannotPopRoot(controller: "c")
    case .cannotPopRoot: .cannotAdd(controller: "c", child: "d")
    case .cannotAdd: .notInStack(controller: "c", entry: "d")
    case .notInStack: .twiceInStack(controller: "c", entry: "d")
    case .twiceInStack: .nestedNavigation(controller: "c", entry: "d")
    case .nestedNavigation: .noSuchTab(controller: "c", index: 9, count: 2)
    case .noSuchTab: .emptyContainer(controller: "c")
    case .emptyContainer: .notChild(controller: "c", child: "d")
    case .notChild: .childNotShown(controller: "c", child: "d")
    case .childNotShown: nil
    }
  }

  @Test("Every error names its controller and ends with what to do")
  func messages() {
    let first = TransitionError.transitionInProgress(controller: "c")
    for error in sequence(first: first, next: Self.next(after:)) {
      #expect(error.description.contains("'c'"))
      #expect(error.description.hasSuffix("."))
      #expect(error.description.split(separator: ". ").count == 2)
    }
  }

  @Test("A delegate that returns nothing gets the system default")
  func emptyDelegate() throws {
    final class Empty: TransitioningDelegate {}
    let scene = Scene()
    let modal = scene.controller("modal")
    let delegate = Empty()
    modal.transitioningDelegate = delegate
    modal.modalPresentationStyle = .custom
    scene.engine.tick(at: 0)
    try scene.presenter.presentOrThrow(modal, animated: true)
    #expect(modal.view.presentationFrame.minY == 667)
    scene.run(until: 1)
    try modal.dismissOrThrow(animated: true)
    scene.run(until: 2)
    #expect(scene.window.subviews.count == 1)
    #expect(
      scene.engine.diagnostics
        == [.delegateWithoutEffect(controller: "modal", delegate: "Empty")])
  }

  @Test("NaN, negative and infinite numbers do not break a spring")
  func animationNumbers() {
    let engine = Engine()
    let view = View(engine: engine)
    engine.tick(at: 0)
    var completed = 0
    for number in [Double.nan, -1, .infinity] {
      engine.animate(duration: 0.1, dampingRatio: number, initialVelocity: number) {
        view.alpha = view.alpha == 0 ? 1 : 0
      } completion: { _ in
        completed += 1
      }
    }
    for tick in 1...60 {
      engine.tick(seconds: Double(tick) / 60)
      #expect(view.presentation.alpha.isFinite)
    }
    #expect(completed == 3)
  }

  @Test(
    "Constants that no spring has give the default spring",
    arguments: [
      (0.0, 100.0, 10.0), (-1, 100, 10), (1, 0, 10), (1, -1, 10), (1, 100, -1), (.nan, 100, 10),
      (1, .infinity, 10), (1, 100, .nan), (.infinity, 100, 10),
    ])
  func springConstants(mass: Double, stiffness: Double, damping: Double) {
    let parameters = SpringTimingParameters(
      mass: mass, stiffness: stiffness, damping: damping,
      initialVelocity: Vector(dx: 0, dy: 0))
    #expect(parameters == SpringTimingParameters(spring: Spring()))
  }

  @Test(
    "A review of a duration that is none reads the scene at its start",
    arguments: [Double.nan, -1])
  func reviewDuration(seconds: Double) {
    let window = Window(engine: Engine(), size: Size(width: 10, height: 10))
    #expect(MotionReview.findings(in: window, lasting: seconds, begin: {}) == [])
    for seconds in [seconds, .infinity] {
      let states = MotionReview.states(in: window, at: [0], lasting: seconds, begin: {})
      #expect(states.map { $0.map(\.name) } == [["window"]])
    }
  }

  @Test(
    "Durations and delays that are no positive numbers apply at once and end at the next tick",
    arguments: [0, -1, Double.nan])
  func times(number: Double) {
    let engine = Engine()
    let view = View(engine: engine)
    engine.tick(at: 0)
    var ended: [String] = []
    engine.animate(duration: number) {
      view.center.x = 1
    } completion: {
      ended.append("block \($0)")
    }
    #expect(view.presentation.center.x == 1)
    #expect(ended.isEmpty)
    engine.animate(duration: 0.01, delay: number) {
      view.center.y = 1
    } completion: {
      ended.append("delayed \($0)")
    }
    engine.animateKeyframes(duration: number) {
      engine.addKeyframe(relativeStart: number, relativeDuration: number) { view.alpha = 0.5 }
    } completion: {
      ended.append("keyframes \($0)")
    }
    let animator = PropertyAnimator(engine: engine, duration: number, curve: .linear) {
      view.cornerRadius = 1
    }
    animator.addCompletion { ended.append("animator \($0)") }
    animator.startAnimation(afterDelay: number)
    engine.run(until: 0.1)
    #expect(ended.sorted() == ["animator end", "block true", "delayed true", "keyframes true"])
    #expect(view.presentation == view.model)
  }

  @Test("A completion may start the next transition, present again, or dismiss at once")
  func chain() throws {
    let scene = Scene()
    let modals = ["a", "b", "c"].map { scene.controller($0) }
    scene.engine.tick(at: 0)
    var errors: [TransitionError] = []
    func attempt(_ body: () throws(TransitionError) -> Void) {
      do { try body() } catch { errors.append(error) }
    }
    attempt { () throws(TransitionError) in
      try scene.presenter.presentOrThrow(modals[0], animated: true) {
        attempt { () throws(TransitionError) in
          try modals[0].presentOrThrow(modals[1], animated: true) {
            attempt { () throws(TransitionError) in
              // Both leave, and what comes next does not wait.
              try scene.presenter.dismissOrThrow(animated: true) {
                attempt { () throws(TransitionError) in
                  try scene.presenter.presentOrThrow(modals[2], animated: false)
                }
              }
            }
          }
        }
      }
    }
    scene.run(until: 3)
    #expect(errors.isEmpty)
    #expect(scene.presenter.presentedViewController === modals[2])
    #expect(modals[0].presentedViewController == nil && modals[1].view.superview == nil)
    // Dismissed twice: the second time there is nothing, or a transition is in progress.
    try modals[2].dismissOrThrow(animated: true)
    #expect(throws: TransitionError.transitionInProgress(controller: "c")) {
      try modals[2].dismissOrThrow(animated: true)
    }
    scene.run(until: 4)
    #expect(throws: TransitionError.notPresenting(controller: "c")) {
      try modals[2].dismissOrThrow(animated: true)
    }
  }

  @Test("A view is not inserted below itself, at any depth, and the tree stays as it was")
  func cycle() {
    let engine = Engine()
    let views = (0..<4).map { View(engine: engine, name: "\($0)") }
    for (upper, lower) in zip(views, views.dropFirst()) { upper.addSubview(lower) }
    for index in 0..<3 {
      views[3].addSubview(views[index])
      #expect(views[3].subviews.isEmpty)
    }
    views[2].insertSubview(views[2], at: 0)
    views[2].insertSubview(views[1], belowSubview: views[3])
    views[2].insertSubview(views[1], aboveSubview: views[3])
    #expect(
      engine.diagnostics == ["0", "1", "2", "2", "1", "1"].map { .cyclicHierarchy(view: $0) })
    #expect(views[3].root === views[0])
    #expect(views[0].states().map(\.name) == ["0", "1", "2", "3"])
  }

  @Test("A tree of depth 10 000 is laid out, hit, converted and released without a deep stack")
  func deepTree() {
    let engine = Engine()
    let window = Window(engine: engine, size: Size(width: 100, height: 100))
    weak var leaf: View?
    do {
      // From the leaf up, because each insertion checks all views above.
      var view = View(engine: engine, name: "leaf", frame: window.bounds)
      leaf = view
      for _ in 0..<10_000 {
        let parent = View(engine: engine, frame: window.bounds)
        parent.addSubview(view)
        view = parent
      }
      window.addSubview(view)
    }
    window.layoutIfNeeded()
    engine.tick(at: 0)
    #expect(window.hitTest(Point(x: 50, y: 50)) === leaf)
    #expect(leaf?.convert(Point(x: 7, y: 9), to: nil) == Point(x: 7, y: 9))
    #expect(leaf?.convert(Point(x: 7, y: 9), from: nil) == Point(x: 7, y: 9))
    #expect(leaf.flatMap { ViewState($0).outline }?.opacity == 1)
    #expect(leaf?.isDescendant(of: window) == true)
    window.subviews[0].removeFromSuperview()
    engine.invalidate()
    #expect(leaf == nil)
  }

  @Test("A wide and deep tree lists its views in the order in which they are drawn")
  func drawingOrder() {
    let engine = Engine()
    func view(_ name: String, z: Double = 0, _ subviews: [View] = []) -> View {
      let view = View(engine: engine, name: name)
      view.zPosition = z
      for subview in subviews { view.addSubview(subview) }
      return view
    }
    let root = view(
      "root",
      [view("a", z: 2, [view("a1"), view("a2")]), view("b", [view("b1", z: 1), view("b2")])])
    #expect(root.states().map(\.name) == ["root", "b", "b2", "b1", "a", "a1", "a2"])
  }

  @Test(
    "A view of a size that is no number is drawn nowhere, and everything else goes on",
    arguments: [Double.nan, .infinity, -.infinity])
  func badSize(number: Double) throws {
    let probe = ModalProbe()
    let bad = View(
      engine: probe.engine, name: "bad", frame: Rect(x: 0, y: 0, width: number, height: number))
    probe.presented.view.addSubview(bad)
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    probe.engine.animate(duration: 0.3) {
      bad.bounds.size.width = number
      bad.alpha = number
    }
    probe.engine.run(until: 0.2)
    let seen = try #require(probe.scene.window.states().first { $0.name == "bad" })
    #expect(seen.outline?.corners == nil)
    probe.engine.run(until: 2)
    #expect(!probe.engine.hasTransitions)
    #expect(probe.presented.view.presentationFrame == Rect(x: 0, y: 0, width: 375, height: 667))
    #expect(
      !probe.engine.diagnostics.contains {
        if case .layoutDidNotSettle = $0 { true } else { false }
      })
    #expect(probe.scene.window.hitTest(Point(x: 10, y: 10)) != nil)
  }

  /// Without its last element, a transform cannot be decomposed.
  @Test("Of a transform with a number that is none, it is not reported that it jumps")
  func badTransform() {
    let engine = Engine()
    func reports(_ element: WritableKeyPath<Transform3D64, Double>, _ number: Double) -> Int {
      let view = View(engine: engine, name: "v")
      engine.animate(duration: 1) {
        var transform = Transform3D64.identity
        transform.m44 = 0
        transform[keyPath: element] = number
        view.transform = transform
      }
      return engine.diagnostics.count
    }
    let elements: [WritableKeyPath<Transform3D64, Double>] = [
      \.m11, \.m12, \.m13, \.m14, \.m21, \.m22, \.m23, \.m24, \.m31, \.m32, \.m33, \.m34,
      \.m41, \.m42, \.m43, \.m44,
    ]
    for element in elements {
      for number in [Double.nan, .infinity, -.infinity] { #expect(reports(element, number) == 0) }
    }
    #expect(reports(\.m11, 2) == 1)
  }

  @Test(
    "Numbers in messages have at most three digits after the point",
    arguments: [
      (0.5, "0 and 0.5 points"), (1.0 / 3, "0 and 0.333 points"), (-2, "0 and -2 points"),
      (999_999_999_999_999, "0 and 999999999999999 points"),
      (1e15, "0 and 1000000000000000.0 points"),
      (-1e15, "0 and -1000000000000000.0 points"),
    ] as [(Double, String)])
  func numbers(number: Double, text: String) {
    #expect(
      Diagnostic.detentOutOfReach(controller: "c", largest: number).description.contains(text))
  }
}
