import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// How property animators end, and what they refuse.
@Suite("Property animators, ends")
struct PropertyAnimatorEndTests {
  let engine = Engine()
  let view: View

  init() {
    view = View(engine: engine, frame: Rect(x: 0, y: 0, width: 100, height: 100))
    engine.tick(at: 0)
  }

  private func animator(
    _ timing: TimingParameters = .curve(.linear), duration: Double = 1
  ) -> PropertyAnimator {
    PropertyAnimator(engine: engine, duration: duration, timing: timing) { [view] in
      view.center = Point(x: 150, y: 250)
      view.alpha = 0
      view.transform = .makeRotation(angle: 1, x: 0, y: 0, z: 1)
    }
  }

  /// Which values a stopped animation leaves: those of the end, the start, or what showed.
  @Test(
    "A stopped animation finishes where it is told to",
    arguments: [
      (PropertyAnimator.Position.end, 150.0, 0.0), (.start, 50, 1), (.current, 75, 0.75),
    ])
  func finish(position: PropertyAnimator.Position, x: Double, alpha: Double) {
    let animator = animator()
    var ended: [PropertyAnimator.Position] = []
    animator.addCompletion { ended.append($0) }
    animator.startAnimation()
    engine.tick(seconds: 0.25)
    animator.stopAnimation(false)
    #expect(animator.state == .stopped)
    engine.tick(seconds: 5)
    expectClose(view.presentation.center.x, 75)
    #expect(ended.isEmpty)
    animator.finishAnimation(at: position)
    #expect(ended == [position])
    #expect(animator.state == .inactive)
    expectClose(view.center.x, x)
    expectClose(view.alpha, alpha)
    #expect(view.presentation == view.model)
    #expect(!engine.hasAnimations)
  }

  @Test("A stop without finishing keeps what is shown and calls no completion")
  func stop() {
    let animator = animator()
    animator.addCompletion { _ in Issue.record("called") }
    animator.startAnimation()
    engine.tick(seconds: 0.25)
    let shown = view.presentation
    animator.stopAnimation(true)
    #expect(animator.state == .inactive)
    #expect(view.model == shown)
    engine.tick(seconds: 3)
    #expect(view.presentation == shown)
    #expect(!engine.hasAnimations)
  }

  @Test("Calls that a state does not allow are reported")
  func refused() {
    let animator = animator()
    animator.continueAnimation()
    animator.stopAnimation(true)
    animator.finishAnimation(at: .end)
    animator.startAnimation()
    animator.stopAnimation(false)
    animator.startAnimation()
    animator.pauseAnimation()
    animator.addAnimations {}
    animator.isReversed = true
    animator.fractionComplete = 0.5
    #expect(
      engine.diagnostics
        == [
          "continueAnimation", "stopAnimation", "finishAnimation", "startAnimation",
          "pauseAnimation",
          "addAnimations", "isReversed", "fractionComplete",
        ].map { .ignoredAnimatorCall($0) })
    animator.stopAnimation(true)
    #expect(animator.state == .inactive)
  }

  @Test("A delayed block starts later and ends with the others, also when it is added late")
  func delayFactor() {
    let other = View(engine: engine, frame: view.frame)
    let animator = animator()
    animator.addAnimations({ other.alpha = 0 }, delayFactor: 0.5)
    animator.startAnimation()
    engine.tick(seconds: 0.5)
    #expect(other.presentation.alpha == 1)
    animator.addAnimations { other.cornerRadius = 8 }
    engine.tick(seconds: 0.75)
    expectClose(other.presentation.alpha, 0.5)
    expectClose(other.presentation.cornerRadius, 4)
    expectClose(view.presentation.alpha, 0.25)
    animator.fractionComplete = 0.75
    expectClose(other.presentation.alpha, 0.5)
    animator.fractionComplete = 0.375
    expectClose(other.presentation.alpha, 0.75)
    animator.continueAnimation()
    engine.tick(seconds: 2)
    #expect(other.presentation.alpha == 0)
  }

  @Test("It can pause at its end, and run back from there")
  func pausesOnCompletion() {
    let animator = animator()
    animator.pausesOnCompletion = true
    var ended: PropertyAnimator.Position?
    animator.addCompletion { ended = $0 }
    animator.startAnimation()
    engine.run(until: 3)
    #expect(ended == nil)
    #expect(animator.state == .active)
    #expect(animator.fractionComplete == 1)
    animator.pausesOnCompletion = false
    animator.isReversed = true
    animator.continueAnimation()
    engine.tick(seconds: 3.5)
    expectClose(view.presentation.alpha, 0.5)
    engine.tick(seconds: 4)
    #expect(ended == .start)
  }

  @Test("A running animator is kept; a paused one ends with its owner, and model values show")
  func ownership() {
    var ended = false
    do {
      let animator = animator()
      animator.addCompletion { _ in ended = true }
      animator.startAnimation()
    }
    engine.run(until: 2)
    #expect(ended)
    do {
      let animator = PropertyAnimator(engine: engine, duration: 1, curve: .linear) { [view] in
        view.alpha = 1
      }
      animator.fractionComplete = 0.5
      expectClose(view.presentation.alpha, 0.5)
    }
    #expect(view.presentation.alpha == 1)
    #expect(!engine.hasAnimations)
    let last = animator()
    last.startAnimation()
    engine.invalidate()
    #expect(last.state == .inactive)
    #expect(!engine.hasAnimations)
  }

  @Test("Without duration values apply at once, and the completion waits for the next tick")
  func withoutDuration() {
    let animator = animator(duration: .nan)
    var ended: PropertyAnimator.Position?
    animator.addCompletion { ended = $0 }
    animator.startAnimation()
    #expect(view.presentation.alpha == 0)
    engine.tick(seconds: 0.01)
    #expect(ended == .end)
  }
}
