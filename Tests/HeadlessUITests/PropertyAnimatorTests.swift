import MotionKernels
import SampleStatistics
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Property animators" in Rules.md.
@Suite("Property animators")
struct PropertyAnimatorTests {
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

  private static let timings: [TimingParameters] =
    AnimationCurve.allCases.map { .curve($0) } + [
      .controlPoints(Point(x: 0.2, y: 0.9), Point(x: 0.8, y: 0.1)), .spring(dampingRatio: 0.5),
      .spring(dampingRatio: 1, initialVelocity: Point(x: 2, y: -1)),
    ]

  @Test("Without interruption it moves like a block", arguments: timings)
  func likeABlock(timing: TimingParameters) {
    let other = View(engine: engine, frame: view.frame)
    let animator = animator(timing)
    var ended: PropertyAnimator.Position?
    animator.addCompletion { ended = $0 }
    #expect(animator.state == .inactive)
    animator.startAnimation()
    engine.animate(duration: 1, timing: timing) {
      other.center = Point(x: 150, y: 250)
      other.alpha = 0
      other.transform = .makeRotation(angle: 1, x: 0, y: 0, z: 1)
    }
    #expect(animator.isRunning)
    for frame in 1...61 {
      engine.tick(at: Engine.vsync(Int64(frame), rate: 60))
      #expect(view.presentation == other.presentation, "frame \(frame)")
    }
    #expect(ended == .end)
    #expect(animator.state == .inactive)
    #expect(!engine.hasAnimations)
  }

  @Test("Pausing and continuing at once changes nothing, to the bit", arguments: timings)
  func pauseAndContinue(timing: TimingParameters) {
    let other = View(engine: engine, frame: view.frame)
    let animator = animator(timing)
    let plain = PropertyAnimator(engine: engine, duration: 1, timing: timing) {
      other.center = Point(x: 150, y: 250)
      other.alpha = 0
      other.transform = .makeRotation(angle: 1, x: 0, y: 0, z: 1)
    }
    animator.startAnimation()
    plain.startAnimation()
    for frame in 1...60 {
      engine.tick(at: Engine.vsync(Int64(frame), rate: 60))
      animator.pauseAnimation()
      if frame < 60 { animator.continueAnimation() }
      #expect(view.presentation == other.presentation, "frame \(frame)")
    }
    #expect(!plain.isRunning)
  }

  @Test("A pause rests, and time goes on where it stopped", arguments: timings)
  func pause(timing: TimingParameters) {
    let reference = animator(timing)
    reference.startAnimation()
    engine.tick(seconds: 0.3)
    let at3 = view.presentation
    engine.tick(seconds: 0.7)
    let at7 = view.presentation
    reference.stopAnimation(true)

    let engine = Engine()
    let view = View(engine: engine, frame: Rect(x: 0, y: 0, width: 100, height: 100))
    engine.tick(at: 0)
    let animator = PropertyAnimator(engine: engine, duration: 1, timing: timing) {
      view.center = Point(x: 150, y: 250)
      view.alpha = 0
      view.transform = .makeRotation(angle: 1, x: 0, y: 0, z: 1)
    }
    animator.startAnimation()
    engine.tick(seconds: 0.3)
    animator.pauseAnimation()
    #expect(!animator.isRunning)
    #expect(animator.state == .active)
    engine.tick(seconds: 2)
    #expect(view.presentation == at3)
    animator.startAnimation()
    engine.tick(seconds: 2.4)
    expectClose(view.presentation.center, at7.center, within: 1e-7)
    expectClose(view.presentation.alpha, at7.alpha, within: 1e-9)
  }

  @Test(
    "A scrub to f shows what time f·d shows, when the fraction is that of time", arguments: timings)
  func scrub(timing: TimingParameters) {
    let other = View(engine: engine, frame: view.frame)
    let scrubbed = animator(timing, duration: 2)
    scrubbed.scrubsLinearly = false
    let plain = PropertyAnimator(engine: engine, duration: 2, timing: timing) {
      other.center = Point(x: 150, y: 250)
      other.alpha = 0
      other.transform = .makeRotation(angle: 1, x: 0, y: 0, z: 1)
    }
    plain.startAnimation()
    for step in 1..<32 {
      // Binary fractions, so that no time is rounded.
      let fraction = Double(step) / 32
      engine.tick(at: Int64(fraction * 2e9))
      scrubbed.fractionComplete = fraction
      #expect(scrubbed.fractionComplete == fraction)
      #expect(view.presentation == other.presentation, "at \(fraction)")
    }
  }

  @Test("By default a scrub is linear in what shows, whatever the timing", arguments: timings)
  func linearScrub(timing: TimingParameters) {
    let animator = animator(timing)
    for fraction in [0.5, 0, 1, 0.25] {
      animator.fractionComplete = fraction
      #expect(animator.fractionComplete == fraction)
      expectClose(
        view.presentation.center, Point(x: 50 + 100 * fraction, y: 50 + 200 * fraction),
        within: timing == Self.timings.last ? 60 : 1e-9)
      expectClose(view.presentation.alpha, 1 - fraction)
    }
  }

  @Test("Fractions that are none are moved into 0…1")
  func badFractions() {
    let animator = animator()
    let table: [(Double, Double)] = [
      (.nan, 0), (-3, 0), (7, 1), (.infinity, 1), (-.infinity, 0), (0.5, 0.5),
    ]
    for (fraction, shown) in table {
      animator.fractionComplete = fraction
      #expect(animator.fractionComplete == shown)
      expectClose(view.presentation.alpha, 1 - shown)
    }
    #expect(engine.diagnostics.isEmpty)
  }

  @Test("The first linear scrub after a run does not jump", arguments: timings)
  func scrubWithoutJump(timing: TimingParameters) {
    let animator = animator(timing)
    animator.startAnimation()
    engine.tick(seconds: 0.2)
    let shown = view.presentation
    animator.fractionComplete = animator.fractionComplete
    expectClose(view.presentation.alpha, shown.alpha)
    expectClose(view.presentation.center, shown.center)
    expectClose(view.presentation.transform.m12, shown.transform.m12)
  }

  @Test("Reversing twice at the same instant restores, to the bit", arguments: timings)
  func doubleReversal(timing: TimingParameters) {
    let other = View(engine: engine, frame: view.frame)
    let animator = animator(timing)
    let plain = PropertyAnimator(engine: engine, duration: 1, timing: timing) {
      other.center = Point(x: 150, y: 250)
      other.alpha = 0
      other.transform = .makeRotation(angle: 1, x: 0, y: 0, z: 1)
    }
    animator.startAnimation()
    plain.startAnimation()
    for frame in 1..<60 {
      engine.tick(at: Engine.vsync(Int64(frame), rate: 60))
      animator.isReversed = true
      #expect(view.presentation == other.presentation)
      animator.isReversed = false
      #expect(view.presentation == other.presentation, "frame \(frame)")
    }
  }

  @Test(
    "Reversed, it runs back the way that it came, and the model is restored", arguments: timings)
  func reversal(timing: TimingParameters) {
    let before = view.presentation
    let animator = animator(timing)
    var ended: PropertyAnimator.Position?
    animator.addCompletion { ended = $0 }
    animator.startAnimation()
    engine.tick(seconds: 0.125)
    let early = view.presentation
    engine.tick(seconds: 0.5)
    animator.isReversed = true
    engine.tick(seconds: 0.875)
    expectClose(view.presentation.alpha, early.alpha)
    expectClose(view.presentation.center, early.center, within: 1e-8)
    engine.tick(seconds: 0.999)
    #expect(ended == nil)
    engine.tick(seconds: 1)
    #expect(ended == .start)
    #expect(view.presentation == before)
    #expect(view.center == before.center)
    #expect(!animator.isReversed)
  }

  /// 0.25 of the way at 0.25 s, then the rest of it in half of the duration, eased out.
  @Test("It continues with another timing and duration from what is shown")
  func continueWithTiming() {
    let animator = animator()
    animator.startAnimation()
    engine.tick(seconds: 0.25)
    animator.pauseAnimation()
    animator.continueAnimation(
      timing: .controlPoints(Point(x: 0, y: 1), Point(x: 0, y: 1)), durationFactor: 0.5)
    // An eighth of 0.5 s: 7/8 of the rest.
    engine.tick(seconds: 0.25 + 0.0625)
    expectClose(view.presentation.alpha, 0.75 - 0.75 * 7 / 8, within: 1e-8)
    engine.tick(seconds: 0.749)
    #expect(animator.isRunning)
    engine.tick(seconds: 0.75)
    #expect(!animator.isRunning)
    #expect(view.presentation.alpha == 0)
  }

  @Test("A factor of 0 is the time that was left; backward, too", arguments: [false, true])
  func remainingTime(isReversed: Bool) {
    let animator = animator()
    animator.fractionComplete = 0.4
    animator.isReversed = isReversed
    var ended: PropertyAnimator.Position?
    animator.addCompletion { ended = $0 }
    animator.continueAnimation()
    let length = isReversed ? 0.4 : 0.6
    engine.tick(seconds: length / 2)
    expectClose(view.presentation.alpha, isReversed ? 0.8 : 0.3)
    engine.tick(seconds: length - 1e-6)
    #expect(ended == nil)
    engine.tick(seconds: length)
    #expect(ended == (isReversed ? .start : .end))
    #expect(view.alpha == (isReversed ? 1 : 0))
  }

  @Test("It continues on a spring with the velocity that it is given")
  func continueOnSpring() {
    let animator = animator()
    animator.fractionComplete = 0.5
    let spring = Spring(mass: 1, stiffness: 100, dampingCoefficient: 20)
    animator.continueAnimation(
      timing: .spring(SpringTimingParameters(spring: spring, initialVelocity: Point(x: 4, y: 4))))
    for time in [0.05, 0.2, 0.4] {
      engine.tick(seconds: time)
      let progress = spring.progress(at: time, initialVelocity: 4)
      expectClose(view.presentation.alpha, 0.5 - 0.5 * progress)
    }
  }

  @Test(
    "Random sequences of calls leave no animation behind and every number finite", arguments: 0..<64
  )
  func randomCalls(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
    let timing = Self.timings[Int(seed) % Self.timings.count]
    let animator = animator(timing)
    var time = 0.0
    for _ in 0..<40 {
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: animator.startAnimation()
      case 1: animator.pauseAnimation()
      case 2: animator.fractionComplete = random(-0.5...1.5)
      case 3: animator.isReversed.toggle()
      case 4: animator.continueAnimation(durationFactor: random(0...1))
      case 5: animator.continueAnimation(timing: Self.timings[Int(random(0...6))])
      case 6: animator.addAnimations { [view] in view.center.x += 10 }
      case 7: animator.scrubsLinearly.toggle()
      default:
        time += random(0.001...0.2)
        engine.tick(seconds: time)
      }
      let shown = view.presentation
      #expect(shown.center.x.isFinite && shown.center.y.isFinite && shown.alpha.isFinite)
      #expect(shown.transform.entries.allSatisfy { $0.isFinite })
      #expect((0...1).contains(animator.fractionComplete))
      #expect(engine.runningAnimationCount <= 3)
    }
    if animator.state == .active {
      animator.pauseAnimation()
      animator.stopAnimation(true)
    }
    engine.tick(seconds: time + 70)
    #expect(view.presentation == view.model)
    #expect(!engine.hasAnimations)
    #expect(engine.runningAnimationCount == 0)
  }
}
