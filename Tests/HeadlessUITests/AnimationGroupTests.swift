import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// What a block shows, and how fast it moves, at the seams between its repetitions.
@Suite("Animation groups and timing")
struct AnimationGroupTests {
  /// A linear group of 2 s that starts at 1 s.
  private func group(count: Double = 1, autoreverses: Bool = false) -> AnimationGroup {
    let group = AnimationGroup()
    group.start = 1
    group.duration = 2
    group.repeatCount = count
    group.autoreverses = autoreverses
    return group
  }

  @Test(
    "One repetition ends where the next begins, and the last one stays at its end",
    arguments: [
      (2, false, 1, 0), (2, false, 2, 0.5), (2, false, 3, 0), (2, false, 4, 0.5), (2, false, 5, 1),
      (2, false, 6, 1), (1.5, false, 4, 0.5), (1.5, false, 9, 0.5), (1, true, 2, 0.5),
      (1, true, 3, 1), (1, true, 4, 0.5), (1, true, 5, 0), (1, true, 9, 0),
      (.infinity, false, 3, 0),
    ] as [(Double, Bool, Double, Double)])
  func repetitions(count: Double, autoreverses: Bool, time: Double, progress: Double) {
    #expect(group(count: count, autoreverses: autoreverses).progress(at: time) == progress)
  }

  @Test("A repeated block without duration is at its end")
  func withoutDuration() {
    let group = group(count: 2)
    group.duration = 0
    #expect(group.progress(at: 2) == 1)
  }

  @Test(
    "It moves forward and back, not before its start, and after its end as at its end",
    arguments: [
      (1, false, 0.5, 0), (1, false, 1, 0.5), (1, true, 1, 0.5), (1, true, 2, 0.5),
      (1, true, 4, -0.5), (1, true, 5, -0.5), (1, true, 6, -0.5), (2, false, 6, 0.5),
    ] as [(Double, Bool, Double, Double)])
  func rates(count: Double, autoreverses: Bool, time: Double, rate: Double) {
    let group = group(count: count, autoreverses: autoreverses)
    expectClose(group.rates(at: time).progress, rate, within: 1e-6)
  }

  @Test("It rests while its transition is held, and moves while that runs")
  func clock() {
    let group = group()
    let clock = TransitionClock(start: 0, duration: 4)
    group.clock = clock
    expectClose(group.rates(at: 2).progress, 0.5, within: 1e-6)
    clock.hold(at: 0.5)
    #expect(group.rates(at: 2) == (0, 0))
    #expect(group.due(now: 9, tick: 1) == nil)
  }

  @Test("It ends up to a nanosecond early, so that rounding does not cost a frame")
  func due() {
    #expect(group().due(now: 3 - 2e-9, tick: 1) == nil)
    #expect(group().due(now: 3 - AnimationGroup.tolerance, tick: 1) == 3)
  }

  @Test("A curve starts at 0 and rests outside of its time, also where that is no time at all")
  func restingCurves() {
    let curve = TimingParameters.controlPoints(Point(x: 0, y: 1), Point(x: 0, y: 1))
      .resolved(duration: 1).timing
    #expect(curve.progress(after: 0, of: 0) == 0)
    #expect(curve.progress(after: 1, of: 1) == 1)
    #expect(curve.rate(after: 2, of: 1) == 0)
    #expect(curve.responseRate(after: -1, of: 0) == 0)
    #expect(curve.responseRate(after: 1.5, of: 1) == 0)
  }

  /// s(1 − s)² has the slope (1 − s)(1 − 3s).
  @Test(
    "A carried velocity dies away along a curve",
    arguments: [(-1.0, 1.0), (0, 1), (0.25, 0.1875), (0.5, -0.25), (1, 0)])
  func responseRates(elapsed: Double, rate: Double) {
    expectClose(Timing.curve(.easeIn).responseRate(after: elapsed, of: 1), rate)
  }

  @Test("On a spring it dies away as the spring does, and not before the start")
  func springResponse() {
    let spring = Spring(mass: 1, stiffness: 100, dampingCoefficient: 20)
    let timing = Timing.spring(spring, velocity: 3)
    #expect(timing.responseRate(after: -1, of: 1) == 1)
    // (1 - ωt)·e^(-ωt), with ω = 10.
    expectClose(timing.responseRate(after: 0.2, of: 1), -0.135335283, within: 1e-9)
  }

  @Test("A spring lasts until both axes have settled", arguments: [(0.0, 40.0), (40, 0)])
  func springDuration(x: Double, y: Double) {
    let spring = Spring(mass: 1, stiffness: 100, dampingCoefficient: 10)
    func duration(_ velocity: Point) -> Double {
      SpringTimingParameters(spring: spring, initialVelocity: velocity).duration(of: 1)
    }
    #expect(duration(Point(x: x, y: y)) == duration(Point(x: 40, y: 40)))
    #expect(duration(Point(x: x, y: y)) > duration(.zero))
  }
}
