import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Nested blocks", "Repetition" and "Keyframes" in Rules.md.
@Suite("Block options and keyframes")
struct BlockOptionTests {
  let engine = Engine()
  let view: View
  let other: View

  init() {
    view = View(engine: engine, frame: Rect(x: 0, y: 0, width: 100, height: 100))
    other = View(engine: engine, frame: Rect(x: 0, y: 0, width: 100, height: 100))
    engine.tick(at: 0)
  }

  /// Seconds, and the opacity on its way from 1 to 0, as hundredths.
  @Test(
    "A block plays several times",
    arguments: [(0.0, 100), (0.25, 75), (0.9, 10), (1.25, 75), (1.75, 25), (2.4, 60), (2.5, 0)])
  func repeats(time: Double, shown: Int) {
    var finished: Bool?
    engine.animate(duration: 1, timing: .curve(.linear), options: [], repeatCount: 2.5) {
      view.alpha = 0
    } completion: {
      finished = $0
    }
    if time > 0 { engine.tick(seconds: time) }
    expectClose(view.presentation.alpha, Double(shown) / 100)
    #expect(finished == (time == 2.5 ? true : nil))
  }

  @Test(
    "A block plays in reverse, and model values show at its end",
    arguments: [(0.25, 75), (1, 0), (1.25, 25), (1.75, 75), (2.25, 75), (3.5, 50), (4, 0)])
  func autoreverses(time: Double, shown: Int) {
    engine.animate(
      duration: 1, timing: .curve(.linear), options: .autoreverses, repeatCount: 2
    ) { view.alpha = 0 }
    engine.tick(seconds: time)
    expectClose(view.presentation.alpha, Double(shown) / 100)
    #expect(engine.hasAnimations == (time < 4))
  }

  @Test("Without end it plays until it is replaced, and a transition does not wait for it")
  func withoutEnd() {
    var finished: Bool?
    engine.animate(duration: 1, timing: .curve(.linear), options: [.repeats, .autoreverses]) {
      view.alpha = 0
    } completion: {
      finished = $0
    }
    engine.tick(seconds: 1_000_000.25)
    expectClose(view.presentation.alpha, 0.75, within: 1e-6)
    #expect(finished == nil)
    view.alpha = 0.5
    engine.tick(seconds: 1_000_001)
    #expect(finished == false)
    #expect(!engine.hasAnimations)
  }

  @Test("A count that is none counts as 1", arguments: [0, -2, Double.nan])
  func badCount(count: Double) {
    engine.animate(duration: 1, timing: .curve(.linear), options: [], repeatCount: count) {
      view.alpha = 0
    }
    engine.tick(seconds: 0.5)
    #expect(view.presentation.alpha == 0.5)
    engine.tick(seconds: 1)
    #expect(!engine.hasAnimations)
  }

  @Test("A block inside another has that one's duration and timing; its delay is its own")
  func nested() {
    engine.animate(duration: 2, curve: .linear) {
      view.alpha = 0
      engine.animate(duration: 9, delay: 0.5, curve: .easeIn) { other.alpha = 0 }
    }
    engine.tick(seconds: 1.5)
    expectClose(view.presentation.alpha, 0.25)
    expectClose(other.presentation.alpha, 0.5)
    engine.tick(seconds: 2.5)
    #expect(!engine.hasAnimations)
  }

  @Test("In an animator's block, it also waits for its delay, and ends with the animator")
  func nestedInAnimator() {
    let third = View(engine: engine)
    let animator = PropertyAnimator(engine: engine, duration: 2, curve: .linear) {
      [engine, view, other] in
      view.alpha = 0
      engine.animate(duration: 9, delay: 0.5) { other.alpha = 0 }
      engine.animateKeyframes(duration: 9, delay: 1) { third.alpha = 0 }
    }
    animator.startAnimation()
    engine.tick(seconds: 0.5)
    #expect(other.presentation.alpha == 1)
    engine.tick(seconds: 1.4)
    expectClose(view.presentation.alpha, 0.3)
    expectClose(other.presentation.alpha, 0.4)
    expectClose(third.presentation.alpha, 0.6)
    // Scrubbed, all move in straight lines from where they are.
    animator.fractionComplete = 0.85
    expectClose(view.presentation.alpha, 0.15)
    expectClose(other.presentation.alpha, 0.2)
    expectClose(third.presentation.alpha, 0.3)
    animator.addAnimations { [engine, view] in
      engine.animate(duration: 9, delay: 0.1) { view.alpha = 1 }
    }
    animator.fractionComplete = 0.9
    expectClose(view.presentation.alpha, 0.15)
    animator.fractionComplete = 0.95
    expectClose(view.presentation.alpha, 0.575)
    animator.continueAnimation()
    engine.tick(seconds: 2)
    #expect(!engine.hasAnimations)
  }

  @Test("A block that plays several times inside an animator's has its own time")
  func repeatedInAnimator() {
    let animator = PropertyAnimator(engine: engine, duration: 1, curve: .linear) {
      [engine, view] in
      engine.animate(duration: 9, timing: .curve(.linear), repeatCount: 3) { view.alpha = 0 }
    }
    animator.startAnimation()
    engine.tick(seconds: 2.25)
    expectClose(view.presentation.alpha, 0.75)
    engine.tick(seconds: 3)
    #expect(!engine.hasAnimations)
  }

  @Test("A block inside another can keep its own duration and timing")
  func overriding() {
    engine.animate(duration: 2, curve: .linear) {
      engine.animate(
        duration: 1, timing: .curve(.easeIn), options: .overridesInheritedDuration
      ) { view.alpha = 0 }
      engine.animate(
        duration: 1, timing: .curve(.easeIn), options: .overridesInheritedTiming
      ) { other.alpha = 0 }
    }
    engine.tick(seconds: 0.5)
    expectClose(view.presentation.alpha, 0.5)
    expectClose(other.presentation.alpha, 1 - AnimationCurve.easeIn.progress(at: 0.25))
  }

  @Test("A block inside an animator's or a transition's is scrubbed with it")
  func nestedIsScrubbed() throws {
    let animator = PropertyAnimator(engine: engine, duration: 1, curve: .linear) {
      [engine, view, other] in
      view.alpha = 0
      engine.animate(duration: 5) { other.alpha = 0 }
    }
    animator.fractionComplete = 0.25
    expectClose(other.presentation.alpha, 0.75)
    let probe = ModalProbe()
    let inside = View(engine: probe.engine, name: "inside")
    probe.presented.view.addSubview(inside)
    try probe.beginInteractiveDismissal()
    let coordinator = try #require(probe.presented.transitionCoordinator)
    #expect(!coordinator.animate { _ in })
    probe.interaction.cancel()
    probe.engine.run(until: 3)
    probe.animator.onAnimate = { _ in
      probe.presented.transitionCoordinator?.animate { _ in
        probe.engine.animate(duration: 9) { inside.alpha = 0 }
      }
    }
    try probe.presented.dismissOrThrow(animated: true)
    probe.interaction.update(0.5)
    expectClose(inside.presentation.alpha, 0.5)
  }

  /// Time in seconds of 2, x on its way 50 → 150 → 130, and opacity 1 → 0.2.
  private static let table: [(Double, Double, Double)] = [
    (0, 50, 1), (0.25, 75, 1), (0.5, 100, 1), (1, 150, 0.8), (1.25, 150, 0.6), (1.5, 150, 0.4),
    (1.75, 140, 0.2), (2, 130, 0.2),
  ]

  @Test("Keyframes are reached in their intervals, and rest between them", arguments: table)
  func keyframes(time: Double, x: Double, alpha: Double) {
    var finished: Bool?
    engine.animateKeyframes(duration: 2) {
      engine.addKeyframe(relativeStart: 0, relativeDuration: 0.5) { view.center.x = 150 }
      engine.addKeyframe(relativeStart: 0.75, relativeDuration: 0.25) { view.center.x = 130 }
      engine.addKeyframe(relativeStart: 0.375, relativeDuration: 0.5) { view.alpha = 0.2 }
    } completion: {
      finished = $0
    }
    #expect(view.center.x == 130)
    if time > 0 { engine.tick(seconds: time) }
    expectClose(view.presentation.center.x, x)
    expectClose(view.presentation.alpha, alpha)
    #expect(finished == (time == 2 ? true : nil))
  }

  @Test("Keyframes of a transform, in the order of time and not of the code")
  func transforms() {
    engine.animateKeyframes(duration: 1) {
      engine.addKeyframe(relativeStart: 0.5, relativeDuration: 0.5) {
        view.transform = .makeScale(x: 4, y: 1, z: 1)
      }
      engine.addKeyframe(relativeStart: 0, relativeDuration: 0.5) {
        view.transform = .makeScale(x: 2, y: 1, z: 1)
      }
    }
    engine.tick(seconds: 0.25)
    expectClose(view.presentation.transform.m11, 1.5)
    engine.tick(seconds: 0.75)
    expectClose(view.presentation.transform.m11, 3)
  }

  @Test("Discrete keyframes jump at the start of their interval")
  func discrete() {
    engine.animateKeyframes(duration: 1, isDiscrete: true) {
      engine.addKeyframe(relativeStart: 0.25, relativeDuration: 0.5) { view.alpha = 0.5 }
      engine.addKeyframe(relativeStart: 0.75, relativeDuration: 0.25) { view.alpha = 0 }
    }
    for (time, shown) in [(0.2, 1.0), (0.25, 0.5), (0.7, 0.5), (0.75, 0), (0.9, 0)] {
      engine.tick(seconds: time)
      expectClose(view.presentation.alpha, shown)
    }
  }

  @Test("Intervals that are none are moved into the whole; outside of a block nothing is animated")
  func badIntervals() {
    engine.addKeyframe(relativeStart: 0.5, relativeDuration: 0.5) { other.alpha = 0.5 }
    #expect(other.presentation.alpha == 0.5)
    engine.animateKeyframes(duration: 1) {
      engine.addKeyframe(relativeStart: .nan, relativeDuration: 7) { view.alpha = 0 }
      engine.addKeyframe(relativeStart: 4, relativeDuration: .nan) { view.cornerRadius = 8 }
      other.alpha = 1
    }
    engine.tick(seconds: 0.5)
    expectClose(view.presentation.alpha, 0.5)
    #expect(view.presentation.cornerRadius == 0)
    expectClose(other.presentation.alpha, 0.75)
    engine.tick(seconds: 1)
    #expect(view.presentation.cornerRadius == 8)
  }

  @Test("A keyframe animation is scrubbed with its transition and restored by a cancel")
  func scrubbedKeyframes() throws {
    let probe = ModalProbe()
    let page: View = probe.presenter.view
    try probe.presentFully()
    probe.animator.onAnimate = { context in
      context.engine.animateKeyframes(duration: 0.5) {
        context.engine.addKeyframe(relativeStart: 0, relativeDuration: 0.5) { page.alpha = 0.5 }
        context.engine.addKeyframe(relativeStart: 0.5, relativeDuration: 0.5) { page.alpha = 0 }
      }
    }
    probe.delegate.interactor = probe.interaction
    try probe.presented.dismissOrThrow(animated: true)
    probe.interaction.update(0.75)
    expectClose(page.presentation.alpha, 0.25)
    probe.interaction.cancel()
    probe.engine.run(until: 4)
    #expect(page.alpha == 1)
  }
}
