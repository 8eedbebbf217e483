@testable import Articles
@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// A presented controller, ready to be dragged, at engine time 2.
struct Drag {
  let scene = Scene()
  let sheet: RecordingController
  let delegate: AnyObject
  var engine: Engine { scene.engine }
  var page: View { scene.presenter.view }
  var isPresented: Bool { scene.presenter.presentedViewController != nil }

  init(_ makeDelegate: (ViewController) -> AnyObject) throws {
    sheet = scene.controller("sheet")
    delegate = makeDelegate(sheet)
    engine.tick(at: 0)
    try scene.presenter.presentOrThrow(sheet, animated: true)
    engine.tick(seconds: 1)
    engine.tick(seconds: 2)
    _ = scene.log.take()
  }

  /// Sends a touch and ticks at its time, in seconds from the start of the drag.
  func touch(_ phase: Touch.Phase, _ point: Point, at seconds: Double) {
    let time = Int64(((2 + seconds) * 1e9).rounded())
    scene.window.send(Touch(phase, at: point, nanoseconds: time))
    if time > engine.nanoseconds { engine.tick(at: time) }
  }

  /// Drags from near the left edge, sideways or down, and leaves the finger there or lifts it.
  func drag(_ way: Point, released phase: Touch.Phase? = nil) {
    let origin = Point(x: 15, y: 100 + (way.x == 0 ? 13 : 0))
    touch(.began, Point(x: 2, y: 100), at: 0.01)
    touch(.moved, origin, at: 0.02)
    touch(.moved, origin + way, at: 0.1)
    if let phase { touch(phase, origin + way, at: 0.11) }
  }

  /// Every delegate of the articles that dismisses by a drag, and a drag long enough to dismiss.
  static let all: [(makeDelegate: @Sendable (ViewController) -> AnyObject, way: Point)] = [
    ({ ArticleDelegates.sideSlide($0) }, Point(x: 350, y: 0)),
    ({ ArticleDelegates.edgeSwipeCard($0) }, Point(x: 350, y: 0)),
    ({ ArticleDelegates.musicCard($0) }, Point(x: 0, y: 500)),
    ({ ArticleDelegates.cartFold($0) }, Point(x: 0, y: 500)),
  ]
}
