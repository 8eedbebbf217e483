import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

@Suite("Shadows and borders")
struct DecorationTests {
  let engine = Engine()
  let view: View

  init() {
    view = View(engine: engine, frame: Rect(x: 0, y: 0, width: 100, height: 100))
    engine.tick(at: 0)
  }

  @Test("A new view has the platform's defaults, none of which shows")
  func defaults() {
    #expect(view.layer.shadowOpacity == 0)
    #expect(view.layer.shadowRadius == 3)
    #expect(view.layer.shadowOffset == Size(width: 0, height: -3))
    #expect(view.layer.shadowColor == .black)
    #expect(view.layer.shadowPath == nil)
    #expect(view.layer.borderWidth == 0)
    #expect(view.layer.borderColor == .black)
    #expect(ViewState(view).look?.shadow == nil && ViewState(view).look?.border == nil)
  }

  @Test("Every property animates from what is shown to what is assigned")
  func animated() {
    engine.animate(duration: 1, curve: .linear) {
      view.shadowOpacity = 0.8
      view.shadowRadius = 11
      view.shadowOffset = Size(width: 4, height: 5)
      view.shadowColor = Color(red: 1, green: 0, blue: 0, opacity: 1)
      view.borderWidth = 4
      view.borderColor = .white
    }
    #expect(view.shadowOpacity == 0.8, "the model value changes at once")
    engine.tick(seconds: 0.25)

    let shown = view.presentationDecoration
    expectClose(shown.shadowOpacity, 0.2)
    expectClose(shown.shadowRadius, 5)
    expectClose(shown.shadowOffset.width, 1)
    expectClose(shown.shadowOffset.height, -1)
    expectClose(shown.shadowColor.red, 0.25)
    expectClose(shown.borderWidth, 1)
    expectClose(shown.borderColor.green, 0.25)
    #expect(view.presentation == view.model, "nothing else moves")
    engine.tick(seconds: 1)
    #expect(view.presentationDecoration == view.decoration)
    #expect(view.animations.isEmpty)
  }

  @Test("An assignment without animation ends one, and is shown at once")
  func replaced() {
    var finished: Bool?
    engine.animate(duration: 1, curve: .linear) {
      view.shadowOpacity = 1
    } completion: {
      finished = $0
    }
    engine.tick(seconds: 0.5)
    view.shadowOpacity = 0.25
    #expect(view.presentationDecoration.shadowOpacity == 0.25)
    engine.tick(seconds: 0.6)
    #expect(finished == false)
  }

  @Test("A path jumps, as on the platform")
  func path() {
    let path = Rect(x: 0, y: 0, width: 100, height: 100)
    engine.animate(duration: 1) { view.shadowPath = path }
    #expect(view.presentationDecoration.shadowPath == path)
    #expect(view.animations.isEmpty)
  }

  @Test("An animator that is reversed restores them")
  func restored() {
    let animator = PropertyAnimator(engine: engine, duration: 1, curve: .linear) { [view] in
      view.borderWidth = 8
      view.shadowOpacity = 1
    }
    animator.startAnimation()
    engine.tick(seconds: 0.5)
    expectClose(view.presentationDecoration.borderWidth, 4)
    animator.isReversed = true
    engine.tick(seconds: 2)
    #expect(view.borderWidth == 0)
    #expect(view.shadowOpacity == 0)
  }

  @Test("States list what shows, and snapshots copy it")
  func states() {
    view.shadowOpacity = 0.5
    view.shadowPath = Rect(x: 0, y: 0, width: 100, height: 100)
    view.borderWidth = 2
    let look = ViewState(view).look
    #expect(look?.shadow?.opacity == 0.5)
    #expect(look?.shadow?.path == [0, 0, 100, 100])
    #expect(look?.shadow?.offset == [0, -3])
    #expect(look?.border?.width == 2)

    let copy = view.snapshotView(afterScreenUpdates: true)
    #expect(copy?.decoration == view.decoration)
    view.shadowOpacity = 0
    #expect(copy?.shadowOpacity == 0.5)
    #expect(ViewState(view).look?.shadow == nil)
  }
}
