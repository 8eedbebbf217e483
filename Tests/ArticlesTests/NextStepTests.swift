import HeadlessUI
import Testing

@testable import Articles

/// What readers of the articles try next is right, or refused in a sentence.
@Suite("What readers do next")
struct NextStepTests {
  /// The edge-swipe card, up, with a finger that has dragged it by 60 points.
  private func draggedCard() throws -> ArticleScene {
    let scene = try ArticleScene("003.finish")
    for (index, x) in [5.0, 16, 46, 76].enumerated() {
      scene.window.send(
        Touch(
          index == 0 ? .began : .moved, at: Point(x: x, y: 300),
          nanoseconds: 8_000_000_000 + Int64(index)))
    }
    scene.engine.tick(at: 8_000_000_010)
    #expect(scene.sheet.view.presentationFrame.minX == 60)
    return scene
  }

  private func lift(_ scene: ArticleScene, _ phase: Touch.Phase = .ended) {
    let now = scene.engine.nanoseconds
    scene.window.send(Touch(phase, at: Point(x: 76, y: 300), nanoseconds: now + 1))
    for tick in 1...100 { scene.engine.tick(at: now + Int64(tick) * 16_000_000) }
    #expect(!scene.engine.hasTransitions)
  }

  @Test("An alert during a drag is refused from either side, and the drag goes on")
  func alert() throws {
    let scene = try draggedCard()
    let alert = ViewController(engine: scene.engine, name: "alert")
    for presenter in [scene.page, scene.sheet] {
      #expect(throws: TransitionError.transitionInProgress(controller: presenter.name)) {
        try presenter.presentOrThrow(alert, animated: true)
      }
    }
    lift(scene)
    #expect(scene.page.presentedViewController === scene.sheet)
    try scene.sheet.presentOrThrow(alert, animated: false)
    #expect(scene.sheet.presentedViewController === alert)
    let texts = scene.engine.diagnostics.map(\.description)
    #expect(
      texts
        == ["page", "card"].map {
          "'\($0)' is in a transition. Wait for its completion, then try again."
        })
  }

  @Test("A rotation in a drag is refused, and possible after it")
  func rotation() throws {
    let scene = try draggedCard()
    scene.window.rotate(to: Size(width: 667, height: 375))
    #expect(scene.window.bounds.width == 375)
    lift(scene)
    scene.window.rotate(to: Size(width: 667, height: 375), duration: 0)
    #expect(scene.sheet.view.frame == Rect(x: 0, y: 0, width: 667, height: 375))
    #expect(
      scene.engine.diagnostics.map(\.description) == [
        "'window' was not turned, because a transition is in progress. Turn it after its completion."
      ])
  }

  @Test("A second finger in a drag is ignored, and its release does not end the drag")
  func secondFinger() throws {
    let scene = try draggedCard()
    for (index, phase) in [Touch.Phase.began, .moved, .ended].enumerated() {
      scene.window.send(
        Touch(
          phase, at: Point(x: 200 - 50 * Double(index), y: 100),
          nanoseconds: 8_000_000_020 + Int64(index), finger: 1))
    }
    scene.engine.tick(at: 8_000_000_030)
    #expect(scene.engine.hasTransitions)
    #expect(scene.sheet.view.presentationFrame.minX == 60)
    lift(scene)
    #expect(
      scene.engine.diagnostics.map(\.description) == [
        "'window' ignores a second finger, because gestures follow one. Lift the first finger first."
      ])
  }

  @Test("A call takes the finger away: the card returns, as after any canceled touch")
  func canceledTouch() throws {
    let scene = try draggedCard()
    lift(scene, .cancelled)
    #expect(scene.sheet.view.frame.minX == 0)
    #expect(scene.page.presentedViewController === scene.sheet)
    #expect(scene.engine.diagnostics.isEmpty)
  }

  @Test(
    "A dismissed controller is freed, with its view, delegate and recognizers",
    arguments: ["000", "003", "004"])
  func memory(article: String) throws {
    let scene = try ArticleScene("\(article).present")
    weak var controller: ViewController?
    weak var view: View?
    try autoreleased {
      let modal: ViewController =
        switch article {
        case "000": ProductViewController(engine: scene.engine, name: "product")
        case "003": CardViewController(engine: scene.engine, name: "card")
        default: NowPlayingViewController(engine: scene.engine, name: "now playing")
        }
      controller = modal
      view = modal.view
      try scene.page.presentOrThrow(modal, animated: true)
    }
    func play(_ seconds: Int64) {
      let now = scene.engine.nanoseconds
      for tick in 1...(seconds * 60) { scene.engine.tick(at: now + tick * 16_666_667) }
    }
    play(1)
    // Dragged out, so that interactions and touches have held it, too.
    let script = TouchScript.drag(
      from: Point(x: 16, y: 100), to: Point(x: 330, y: 500), seconds: 0.2)
    let now = scene.engine.nanoseconds
    for var touch in script.touches {
      touch.nanoseconds += now
      scene.window.send(touch)
    }
    play(2)
    #expect(scene.page.presentedViewController == nil)
    #expect(controller == nil && view == nil)
    #expect(scene.engine.diagnostics.isEmpty, "\(scene.engine.diagnostics)")
  }

  private func autoreleased(_ body: () throws -> Void) rethrows { try body() }

  @Test("A spring that is turned around runs back the way that it came")
  func reversedSpring() {
    let engine = Engine()
    let view = View(engine: engine)
    engine.tick(at: 0)
    var ended: PropertyAnimator.Position?
    let animator = PropertyAnimator(
      engine: engine, duration: 0.7, timing: .spring(dampingRatio: 0.5)
    ) { view.center.x = 100 }
    animator.addCompletion { ended = $0 }
    animator.startAnimation()
    var way: [Double] = []
    for tick in 1...10 {
      engine.tick(at: Int64(tick) * 20_000_000)
      way.append(view.presentation.center.x)
    }
    animator.isReversed = true
    for tick in 1...9 {
      engine.tick(at: 200_000_000 + Int64(tick) * 20_000_000)
      #expect(abs(view.presentation.center.x - way[9 - tick]) < 1e-9)
    }
    engine.tick(at: 400_000_000)
    #expect(ended == .start && view.center.x == 0)
  }

  @Test("Another tab during a push is refused, and the push goes on")
  func tabDuringPush() throws {
    let engine = Engine()
    let window = Window(engine: engine, size: Size(width: 375, height: 667))
    let page = ViewController(engine: engine, name: "page")
    let navigation = NavigationController(engine: engine, name: "navigation", root: page)
    let other = ViewController(engine: engine, name: "other")
    let tabs = try TabBarController(
      engine: engine, name: "tabs", viewControllers: [navigation, other])
    window.rootViewController = tabs
    let corner = CornerTransition()
    navigation.delegate = corner
    engine.tick(at: 0)
    let next = ViewController(engine: engine, name: "next")
    try navigation.pushOrThrow(next, animated: true)
    engine.tick(at: 200_000_000)
    #expect(throws: TransitionError.transitionInProgress(controller: "tabs")) {
      try tabs.select(1)
    }
    engine.tick(at: 1_000_000_000)
    #expect(navigation.topViewController === next)
    tabs.selectedIndex = 1
    #expect(tabs.selectedViewController === other)
  }

  @Test("Reduced motion: a duration of 0 ends at the next tick, with all calls")
  func reducedMotion() throws {
    final class Still: TransitioningDelegate, AnimatedTransitioning {
      var ended: Bool?
      func transitionDuration(using context: TransitionContext?) -> Double { 0 }
      func animateTransition(using context: TransitionContext) {
        let toView = context.view(forKey: .to)
        if let toView { context.containerView.addSubview(toView) }
        context.engine.animate(withDuration: 0) {
          toView?.alpha = 1
        } completion: { _ in
          context.complete()
        }
      }
      func animationEnded(_ transitionCompleted: Bool) { ended = transitionCompleted }
      func animationController(
        forPresented presented: ViewController, presenting: ViewController, source: ViewController
      ) -> (any AnimatedTransitioning)? { self }
    }
    let scene = try ArticleScene("003.present")
    let still = Still()
    scene.sheet.transitioningDelegate = still
    var isCalled = false
    try scene.page.presentOrThrow(scene.sheet, animated: true) { isCalled = true }
    scene.engine.tick(at: 8_000_000_000)
    #expect(still.ended == true && isCalled && !scene.engine.hasTransitions)
    #expect(scene.sheet.view.frame == Rect(x: 0, y: 0, width: 375, height: 667))
    #expect(scene.engine.diagnostics.isEmpty)
  }
}
