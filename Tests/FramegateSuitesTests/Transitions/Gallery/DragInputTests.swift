import Testing

@testable import Articles
@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// What touches may do to interactive dismissals: come in one tick, never end, or make no sense.
@Suite("Drag input")
struct DragInputTests {
  @Test("The dismissal has started when the first change arrives, even within one tick")
  func oneTick() throws {
    let scene = Scene()
    let sheet = scene.controller("sheet")
    let delegate = ArticleDelegates.edgeSwipeCard(sheet)
    scene.engine.tick(at: 0)
    try scene.presenter.presentOrThrow(sheet, animated: true)
    scene.run(until: 1)
    for (index, x) in [2.0, 15, 90].enumerated() {
      scene.window.send(
        Touch(
          index == 0 ? .began : .moved, at: Point(x: x, y: 50),
          nanoseconds: 1_001_000_000 + Int64(index)))
    }
    scene.engine.tick(seconds: 1.01)
    expectClose(sheet.view.presentationFrame.minX, 75)
    #expect(delegate.swipe.interactionInProgress)
  }

  @Test("A finger that rests keeps the transition, however long, and is not called stuck")
  func noEnd() throws {
    let stage = Gallery.stage("sideSlide.interactive.finish")
    stage.play(until: 0.3)
    #expect(stage.engine.hasTransitions)
    let scene = Scene()
    let sheet = scene.controller("sheet")
    let delegate = ArticleDelegates.sideSlide(sheet)
    scene.engine.tick(at: 0)
    try scene.presenter.presentOrThrow(sheet, animated: true)
    scene.run(until: 1)
    scene.window.send(Touch(.began, at: Point(x: 50, y: 50), nanoseconds: 1_000_000_000))
    scene.window.send(Touch(.moved, at: Point(x: 90, y: 50), nanoseconds: 1_000_000_001))
    scene.run(until: 9)
    #expect(scene.engine.hasTransitions)
    scene.window.send(Touch(.ended, at: Point(x: 90, y: 50), nanoseconds: 9_100_000_000))
    scene.run(until: 10)
    #expect(!scene.engine.hasTransitions)
    #expect(scene.engine.diagnostics.isEmpty)
    withExtendedLifetime(delegate) {}
  }

  @Test(
    "NaN and infinite translations move nothing", arguments: [Double.nan, .infinity, -.infinity])
  func notANumber(value: Double) throws {
    for makeDelegate: (ViewController) -> AnyObject in [
      ArticleDelegates.sideSlide, ArticleDelegates.musicCard, ArticleDelegates.cartFold,
    ] {
      let drag = try Drag(makeDelegate)
      drag.touch(.began, Point(x: 100, y: 100), at: 0.01)
      drag.touch(.moved, Point(x: 120, y: 120), at: 0.02)
      drag.engine.tick(at: 2_025_000_000)
      let frame = drag.sheet.view.frame
      drag.touch(.moved, Point(x: value, y: value), at: 0.03)
      drag.engine.tick(at: 2_035_000_000)
      #expect(drag.sheet.view.frame == frame)
      drag.touch(.ended, Point(x: value, y: value), at: 0.04)
      drag.engine.run(until: 5)
      #expect(!drag.engine.hasTransitions)
      #expect(drag.sheet.view.frame.minX.isFinite && drag.sheet.view.frame.minY.isFinite)
      #expect(drag.engine.diagnostics.isEmpty)
    }
  }

  @Test("An empty container can be dismissed")
  func emptyContainer() throws {
    for makeDelegate: (ViewController) -> AnyObject in [
      ArticleDelegates.sideSlide, ArticleDelegates.edgeSwipeCard, ArticleDelegates.musicCard,
      ArticleDelegates.cartFold,
    ] {
      let scene = Scene(width: 0, height: 0)
      let sheet = scene.controller("sheet")
      let delegate = makeDelegate(sheet)
      scene.engine.tick(at: 0)
      try scene.presenter.presentOrThrow(sheet, animated: true)
      scene.run(until: 1)
      try sheet.dismissOrThrow(animated: true)
      scene.run(until: 3)
      #expect(!scene.engine.hasTransitions)
      #expect(sheet.view.superview == nil)
      #expect(!scene.presenter.view.frame.width.isNaN)
      withExtendedLifetime(delegate) {}
    }
  }

  @Test("A controller that reappears when a drag is canceled keeps what it animates then")
  func reappearance() throws {
    let scene = Scene()
    let spinner = Spinner(engine: scene.engine, name: "spinner")
    let delegate = ArticleDelegates.cartFold(spinner)
    scene.engine.tick(at: 0)
    try scene.presenter.presentOrThrow(spinner, animated: false)
    scene.run(until: 3)
    spinner.view.alpha = 1
    spinner.finished = nil
    // Canceled after about 0.3 s, and back 0.25 s later.
    let start = Int64(3_000_000_000)
    for touch in TouchScript.drag(
      from: Point(x: 100, y: 100), to: Point(x: 100, y: 130), seconds: 0.25
    ).touches {
      scene.window.send(
        Touch(touch.phase, at: touch.location, nanoseconds: start + touch.nanoseconds))
    }
    scene.run(until: 4.5)
    #expect(!scene.engine.hasTransitions)
    #expect(spinner.finished == nil)
    scene.run(until: 5.5)
    #expect(spinner.finished == true)
    withExtendedLifetime(delegate) {}
  }
}
