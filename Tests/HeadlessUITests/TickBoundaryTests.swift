import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// What a tick does that comes exactly when something ends, or after several ends.
@Suite("Ticks at and after ends")
struct TickBoundaryTests {
  let engine = Engine()
  let view: View

  init() {
    view = View(engine: engine, frame: Rect(x: 0, y: 0, width: 100, height: 100))
    engine.tick(at: 0)
  }

  /// Starts a fade of a new view, and tells when it has ended.
  private func fade(
    byAnimator isAnimator: Bool, seconds: Double, _ ended: @escaping () -> Void
  ) {
    let view = View(engine: engine, frame: view.frame)
    guard isAnimator else {
      return engine.animate(duration: seconds, curve: .linear) {
        view.alpha = 0
      } completion: { _ in
        ended()
      }
    }
    let animator = PropertyAnimator(engine: engine, duration: seconds, curve: .linear) {
      view.alpha = 0
    }
    animator.addCompletion { _ in ended() }
    animator.startAnimation()
  }

  @Test("A tick within a nanosecond of an end is late enough", arguments: [false, true])
  func almostDue(byAnimator: Bool) {
    var hasEnded = false
    fade(byAnimator: byAnimator, seconds: 1) { hasEnded = true }
    engine.tick(at: 999_999_998)
    #expect(!hasEnded)
    engine.tick(at: 999_999_999)
    #expect(hasEnded)
  }

  @Test("What was put off runs at a tick within a nanosecond of its time")
  func almostTime() {
    var count = 0
    for _ in 0..<2 { engine.asyncAfter(1) { count += 1 } }
    engine.tick(at: 999_999_998)
    #expect(count == 0)
    engine.tick(at: 999_999_999)
    #expect(count == 2)
  }

  @Test(
    "A late tick ends what is due in the order of the ends, or of the starts where they are equal",
    arguments: [
      (false, 2.0, ["second", "first"]), (true, 2, ["second", "first"]),
      (false, 1.000000001, ["first", "second"]), (true, 1.000000001, ["first", "second"]),
    ])
  func order(byAnimator: Bool, first: Double, expected: [String]) {
    var ends: [String] = []
    fade(byAnimator: byAnimator, seconds: first) { ends.append("first") }
    fade(byAnimator: byAnimator, seconds: 1) { ends.append("second") }
    engine.tick(seconds: 3)
    #expect(ends == expected)
  }

  @Test("A completion in a late tick sees what was shown when its animation was due")
  func shownWhenDue() {
    engine.animate(duration: 2, curve: .linear) { view.alpha = 0 }
    var shown: Double?
    let animator = PropertyAnimator(engine: engine, duration: 1, curve: .linear) {}
    animator.addCompletion { [view] _ in shown = view.presentation.alpha }
    animator.startAnimation()
    engine.tick(seconds: 1.5)
    #expect(shown == 0.5)
    #expect(view.presentation.alpha == 0.25)
  }

  private final class LayoutView: View {
    var passes = 0
    var isRestless = false

    override func layoutSubviews() {
      passes += 1
      if isRestless { setNeedsLayout() }
    }
  }

  @Test("Layout that never settles is given up after a hundred thousand views")
  func restlessLayout() {
    let restless = LayoutView(engine: engine, name: "restless")
    restless.isRestless = true
    restless.setNeedsLayout()
    engine.tick(seconds: 1)
    #expect(restless.passes == 100_000)
    #expect(engine.diagnostics == [.layoutDidNotSettle(view: "restless")])
  }

  @Test("A view that keeps the size that was shown is laid out for it, and only then")
  func layoutOfShownSize() {
    let view = LayoutView(engine: engine, frame: view.frame)
    for (width, passes) in [(200.0, 1), (100, 0)] {
      view.bounds.size.width = 100
      let animator = PropertyAnimator(engine: engine, duration: 1, curve: .linear) {
        view.bounds.size.width = width
        view.alpha = view.alpha == 1 ? 0 : 1
      }
      animator.startAnimation()
      engine.tick(seconds: engine.now + 0.5)
      animator.stopAnimation(true)
      view.passes = 0
      engine.tick(seconds: engine.now + 0.5)
      #expect(view.passes == passes)
      #expect(view.bounds.width == (100 + width) / 2)
    }
  }

  @Test("A negative delay is none, and during a delay the old values show")
  func delays() {
    for (delay, shown) in [(-0.25, 0.5), (0.25, 0.75)] {
      view.alpha = 1
      let animator = PropertyAnimator(engine: engine, duration: 1, curve: .linear) { [view] in
        view.alpha = 0
      }
      animator.startAnimation(afterDelay: delay)
      engine.tick(seconds: engine.now + 0.5)
      expectClose(view.presentation.alpha, shown)
      animator.stopAnimation(true)
    }
  }

  @Test("Keyframes of a transform begin at what is shown, and replace what showed it")
  func transformKeyframes() {
    engine.animate(duration: 1, curve: .linear) { view.transform = .makeScale(x: 3, y: 1, z: 1) }
    engine.tick(seconds: 0.5)
    engine.animateKeyframes(duration: 1) {
      engine.addKeyframe(relativeStart: 0.5, relativeDuration: 0.5) {
        view.transform = .makeScale(x: 5, y: 1, z: 1)
      }
    }
    #expect(engine.runningAnimationCount == 1)
    expectClose(view.presentation.transform.m11, 2)
    engine.tick(seconds: 0.75)
    expectClose(view.presentation.transform.m11, 2)
  }

  @Test("Of keyframes that begin together the one that was added last shows; one may take no time")
  func keyframesAtOneTime() {
    engine.animateKeyframes(duration: 1) {
      engine.addKeyframe(relativeStart: 0, relativeDuration: 0.25) { view.alpha = 0.75 }
      engine.addKeyframe(relativeStart: 0, relativeDuration: 0.25) { view.alpha = 0.5 }
      engine.addKeyframe(relativeStart: 0.5, relativeDuration: 0) { view.alpha = 0.125 }
    }
    engine.tick(seconds: 0.375)
    #expect(view.presentation.alpha == 0.5)
    engine.tick(seconds: 0.5)
    #expect(view.presentation.alpha == 0.125)
  }
}
