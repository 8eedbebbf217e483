import MotionKernels
import SampleStatistics
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Beginning from what shows" in Rules.md.
@Suite("Retargeting")
struct RetargetTests {
  let engine = Engine()
  let view: View

  init() {
    view = View(engine: engine, frame: Rect(x: 0, y: 0, width: 100, height: 100))
    engine.tick(at: 0)
  }

  private static let timings: [TimingParameters] =
    AnimationCurve.allCases.map { .curve($0) } + [
      .spring(dampingRatio: 0.6), .spring(dampingRatio: 1),
      .controlPoints(Point(x: 0.3, y: 0.8), Point(x: 0.6, y: 0.9)),
    ]

  private func retarget(
    _ timing: TimingParameters, x: Double, y: Double = 50, alpha: Double, scale: Double
  ) {
    engine.animate(duration: 1, timing: timing, options: .beginsFromCurrentState) {
      view.center = Point(x: x, y: y)
      view.alpha = alpha
      view.transform = .makeScale(x: scale, y: 1, z: 1)
    }
  }

  /// What shows: x and y, opacity, horizontal scale.
  private var shown: SIMD4<Double> {
    let values = view.presentation
    return SIMD4(values.center.x, values.center.y, values.alpha, values.transform.m11)
  }

  /// Expects that neither what shows nor its velocity jumps when `change` runs at 0.3 s.
  private func expectContinuity(_ change: () -> Void) {
    let step = 1e-5
    engine.tick(seconds: 0.3 - step)
    let before = shown
    engine.tick(seconds: 0.3)
    let at = shown
    change()
    let after = shown
    engine.tick(seconds: 0.3 + step)
    let later = shown
    for index in 0..<4 {
      expectClose(after[index], at[index], within: 1e-9)
      // Second differences: the acceleration is at most some ten thousand points per second
      // squared.
      let jump = ((later[index] - after[index]) - (at[index] - before[index])) / step
      let speed = abs(at[index] - before[index]) / step
      expectClose(jump, 0, within: 0.01 * max(speed, 1) + 0.01)
    }
  }

  @Test("Neither place nor velocity jumps, whatever the timings", arguments: timings, timings)
  func continuity(first: TimingParameters, second: TimingParameters) {
    retarget(first, x: 250, alpha: 0.25, scale: 2)
    expectContinuity { retarget(second, x: -50, alpha: 0.75, scale: 0.5) }
    engine.tick(seconds: 1.3)
    #expect(view.presentation == view.model)
    #expect(view.center.x == -50)
    #expect(!engine.hasAnimations)
  }

  @Test(
    "The same where a block writes a property twice, in one animation", arguments: timings, timings)
  func writtenTwice(first: TimingParameters, second: TimingParameters) {
    retarget(first, x: 250, y: -150, alpha: 0.25, scale: 2)
    expectContinuity {
      engine.animate(duration: 1, timing: second, options: .beginsFromCurrentState) {
        view.center.x = -50
        view.center.y = 300
        view.alpha = 0
        view.alpha = 0.75
        view.transform = .makeScale(x: 3, y: 1, z: 1)
        view.transform = .makeScale(x: 0.5, y: 1, z: 1)
      }
    }
    #expect(engine.runningAnimationCount == 3)
    engine.tick(seconds: 1.3)
    #expect(view.presentation == view.model)
    #expect(view.center == Point(x: -50, y: 300))
    #expect(!engine.hasAnimations)
  }

  @Test("Two coordinates that start at rest move as one point does, with a spring's own velocity")
  func coordinates() {
    let timing = TimingParameters.spring(
      dampingRatio: 0.6, initialVelocity: Point(x: 2, y: -3))
    let other = View(engine: engine, frame: view.frame)
    engine.animate(duration: 1, timing: timing, options: .beginsFromCurrentState) {
      view.center.x = 250
      view.center.y = 80
    }
    engine.animate(duration: 1, timing: timing, options: .beginsFromCurrentState) {
      other.center = Point(x: 250, y: 80)
    }
    #expect(view.animations.count == 1)
    for step in 1...20 {
      engine.tick(seconds: Double(step) * 0.05)
      expectClose(view.presentation.center, other.presentation.center)
    }
  }

  @Test("On one spring, taking over shows the sum of both motions", arguments: [0.3, 0.7, 1])
  func equalsSum(ratio: Double) {
    // Springs with constants of their own, so that both are the same although one started later.
    let spring = Spring(mass: 1, stiffness: 100, dampingCoefficient: 20 * ratio)
    let timing = TimingParameters.spring(SpringTimingParameters(spring: spring))
    let other = View(engine: engine, frame: view.frame)
    engine.animate(duration: 1, timing: timing, options: .beginsFromCurrentState) {
      view.center = Point(x: 250, y: 80)
    }
    engine.animate(duration: 1, timing: timing) { other.center = Point(x: 250, y: 80) }
    engine.tick(seconds: 0.1)
    engine.animate(duration: 1, timing: timing, options: .beginsFromCurrentState) {
      view.center = Point(x: -50, y: 300)
    }
    engine.animate(duration: 1, timing: timing) { other.center = Point(x: -50, y: 300) }
    #expect(view.animations.count == 1)
    #expect(other.animations.count == 2)
    for step in 1...40 {
      engine.tick(seconds: 0.1 + Double(step) * 0.01)
      expectClose(view.presentation.center, other.presentation.center, within: 1e-9)
    }
  }

  @Test("A block that lost everything is told false, a block that was added true")
  func completions() {
    var taken: Bool?
    var added: Bool?
    engine.animate(duration: 1, timing: .curve(.linear)) {
      view.center.x = 250
    } completion: {
      taken = $0
    }
    engine.tick(seconds: 0.25)
    retarget(.curve(.linear), x: 0, alpha: 1, scale: 1)
    engine.animate(duration: 0.5, timing: .curve(.linear)) {
      view.center.x = 90
    } completion: {
      added = $0
    }
    engine.tick(seconds: 0.26)
    #expect(taken == false)
    engine.run(until: 2)
    #expect(added == true)
  }

  @Test("A thousand new targets hold one animation per property, and leave nothing behind")
  func bounded() {
    var ends = 0
    for index in 0..<1_000 {
      let animator = PropertyAnimator(
        engine: engine, duration: 0.5, timing: .spring(dampingRatio: 0.8)
      ) { [view] in
        view.center = Point(x: Double(index % 37) * 10, y: Double(index % 11) * 20)
        view.alpha = Double(index % 7) / 7
        view.transform = .makeScale(x: 1 + Double(index % 5), y: 1, z: 1)
      }
      animator.addCompletion { _ in ends += 1 }
      animator.startAnimation()
      // Several in one tick, as when a layout runs more than once.
      if index % 3 == 0 { engine.tick(at: engine.nanoseconds + 8_333_333) }
      #expect((2...3).contains(engine.runningAnimationCount))
      #expect(engine.groups.count <= 4)
      #expect(engine.animators.count <= 4)
      #expect(view.presentation.center.x.isFinite)
    }
    engine.run(until: engine.now + 1)
    #expect(ends == 1_000)
    #expect(engine.runningAnimationCount == 0)
    #expect(!engine.hasAnimations)
  }

  @Test("An animator whose animations were taken over ends where they were")
  func takenOver() {
    let first = PropertyAnimator(engine: engine, duration: 1, curve: .linear) { [view] in
      view.alpha = 0
    }
    var ended: PropertyAnimator.Position?
    first.addCompletion { ended = $0 }
    first.startAnimation()
    engine.tick(seconds: 0.5)
    let second = PropertyAnimator(engine: engine, duration: 1, curve: .linear) { [view] in
      view.alpha = 1
    }
    second.startAnimation()
    engine.tick(seconds: 0.51)
    #expect(ended == .current)
    #expect(first.state == .inactive)
    second.isReversed = true
    engine.run(until: 2)
    // Back to where it began: what showed when it took over.
    expectClose(view.alpha, 0.5)
  }

  @Test("Blocks still add up where they do not ask to take over, and grow in number")
  func plainBlocksAddUp() {
    for index in 0..<20 {
      engine.animate(duration: 1, curve: .linear) { view.center.x = Double(index) }
    }
    #expect(engine.runningAnimationCount == 20)
    #expect(view.presentation.center.x == 50)
  }

  @Test("Animators of one animator's block retarget within it", arguments: 0..<16)
  func addAnimations(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let animator = PropertyAnimator(
      engine: engine, duration: 2, timing: .spring(dampingRatio: 0.7)
    ) { [view] in view.center.x = 300 }
    animator.startAnimation()
    for step in 1...30 {
      engine.tick(seconds: Double(step) * 0.06)
      let x = Double.random(in: 0...400, using: &generator)
      let shown = view.presentation.center.x
      animator.addAnimations { [view] in view.center.x = x }
      expectClose(view.presentation.center.x, shown, within: 1e-9)
      #expect(engine.runningAnimationCount == 1)
    }
    engine.tick(seconds: 2)
    #expect(!engine.hasAnimations)
    #expect(view.presentation == view.model)
  }
}
