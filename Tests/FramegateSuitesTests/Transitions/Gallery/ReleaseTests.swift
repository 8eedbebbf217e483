import MotionKernels
import Testing

@testable import Articles
@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// How a transition goes on after the finger has been lifted.
@Suite("Release")
struct ReleaseTests {
  /// The edge-swipe card, released at 150 of 375 points; the finger moved at 450 points per second.
  private func release(
    _ motion: ReleaseMotion, isCancelled: Bool = false, timing: TimingParameters? = nil
  ) throws -> Drag {
    let drag = try Drag(ArticleDelegates.pannedCard)
    let interaction = try #require((drag.delegate as? PannedCard)?.interaction)
    interaction.releaseMotion = motion
    interaction.timingCurve = timing
    drag.touch(.began, Point(x: 2, y: 100), at: 0.01)
    drag.touch(.moved, Point(x: 15, y: 100), at: 0.02)
    drag.touch(.moved, Point(x: 156, y: 100), at: 0.1)
    drag.touch(.moved, Point(x: 165, y: 100), at: 0.12)
    drag.touch(isCancelled ? .cancelled : .ended, Point(x: 165, y: 100), at: 0.12)
    drag.engine.tick(at: 2_120_000_001)
    return drag
  }

  private func x(_ drag: Drag, after seconds: Double) -> Double {
    drag.engine.tick(at: 2_120_000_001 + Int64((seconds * 1e9).rounded()))
    return drag.sheet.view.presentationFrame.minX
  }

  /// Points per second in the first frame at 60 Hz.
  @Test(
    "The first frame after the release",
    arguments: [
      // 150 + 225 · easeInOut(1/60 / 0.42), where the finger would have been at 157.5.
      (ReleaseMotion.eased, 40.8, 41), (.continuing, 449.999, 450.001),
      // A spring gains speed at once: ω² times the way that is left, less 2ω times its velocity.
      (.spring(dampingRatio: 1), 600, 660),
    ])
  func firstFrame(motion: ReleaseMotion, least: Double, most: Double) throws {
    let drag = try release(motion)
    let speed = (x(drag, after: 1.0 / 60) - 150) * 60
    #expect((least...most).contains(speed), "\(speed)")
  }

  @Test("Continuing at the finger's rate ends when the finger would have arrived")
  func continuing() throws {
    let drag = try release(.continuing)
    // 225 points at 450 points per second.
    expectClose(x(drag, after: 0.25), 262.5, within: 1e-4)
    expectClose(x(drag, after: 0.49), 370.5, within: 1e-4)
    _ = x(drag, after: 0.501)
    #expect(!drag.engine.hasTransitions)
    #expect(!drag.isPresented)
  }

  @Test("Continuing back after a cancel takes the same rate, and a rest of the finger a tenth")
  func continuingBack() throws {
    let drag = try release(.continuing, isCancelled: true)
    expectClose(x(drag, after: 0.1), 105, within: 1e-4)
    _ = x(drag, after: 0.34)
    #expect(drag.isPresented)
    #expect(!drag.engine.hasTransitions)

    let still = ReleaseMotion.continuing.run(
      after: ReleaseMotion.Release(
        fraction: 0.5, isFinishing: true, duration: 0.7, velocity: 0, speed: 1,
        timing: .curve(.easeInOut)))
    // Half of the way at a tenth of 1 / 0.7 per second.
    expectClose(still.duration, 3.5)
  }

  /// The closed form of the critically damped spring, with the velocity of the finger.
  @Test(
    "A spring starts at the finger's velocity, whichever end it runs to", arguments: [true, false])
  func spring(isCancelled: Bool) throws {
    let drag = try release(.spring(dampingRatio: 1), isCancelled: isCancelled)
    let way = isCancelled ? -150.0 : 225
    let v0 = 450 / way
    let spring = Spring(settlingIn: 0.7, dampingRatio: 1, initialVelocity: v0)
    let w = spring.angularFrequency
    for time in [0.01, 0.05, 0.1, 0.2] {
      let progress = 1 - exponential(-w * time) * (1 + (w - v0) * time)
      expectClose(x(drag, after: time), 150 + way * progress, within: 1e-4)
    }
    _ = x(drag, after: 0.8)
    #expect(drag.isPresented == isCancelled)
    #expect(!drag.engine.hasTransitions)
  }

  /// e^x by its series: an oracle that shares nothing with the engine.
  private func exponential(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for n in 1...80 {
      term *= x / Double(n)
      sum += term
    }
    return sum
  }

  @Test("A timing curve replaces the completion curve, and a spring of its own the duration")
  func timingCurve() throws {
    let curved = try release(.eased, timing: .controlPoints(Point(x: 0, y: 1), Point(x: 0, y: 1)))
    // x = t³ and y = 3t - 3t² + t³: at t = 1/2, an eighth of the run, 7/8 of the way.
    expectClose(x(curved, after: 0.42 / 8), 150 + 225 * 7 / 8, within: 1e-4)
    let spring = Spring(mass: 1, stiffness: 400, dampingCoefficient: 40)
    let sprung = try release(
      .eased, timing: .spring(SpringTimingParameters(spring: spring)))
    expectClose(
      x(sprung, after: 0.1), 150 + 225 * (1 - 3 * exponential(-2)), within: 1e-4)
  }

  /// Where the finger goes in its last hundredth of a second, and the speed of the run.
  @Test(
    "A fast finger shortens the rest of the way where that is set, a slow one does not stretch it",
    arguments: [(1.0, 1.0), (3.75, 1), (7.5, 1.4), (15, 2.8), (-15, 1)])
  func completionSpeed(step: Double, speed: Double) throws {
    let drag = try Drag(ArticleDelegates.pannedCard)
    let interaction = try #require((drag.delegate as? PannedCard)?.interaction)
    drag.touch(.began, Point(x: 2, y: 100), at: 0.01)
    drag.touch(.moved, Point(x: 15, y: 100), at: 0.02)
    drag.touch(.moved, Point(x: 215 - step, y: 100), at: 0.1)
    drag.touch(.moved, Point(x: 215, y: 100), at: 0.11)
    drag.touch(.ended, Point(x: 215, y: 100), at: 0.12)
    // Fractions per second times the duration of 0.7 s.
    expectClose(interaction.completionSpeed, speed)
    drag.engine.run(until: 4)
    #expect(!drag.isPresented)
  }

  @Test(
    "Both ways to write the cart-fold's drag show the same at every tick", arguments: [150.0, 60])
  func cartFold(way: Double) throws {
    let plain = try Drag(ArticleDelegates.handWrittenCartFold)
    let driven = try Drag(ArticleDelegates.cartFold)
    for drag in [plain, driven] {
      for touch in TouchScript.drag(
        from: Point(x: 100, y: 150), to: Point(x: 100, y: 150 + way), seconds: 0.3
      ).touches {
        drag.scene.window.send(
          Touch(
            touch.phase, at: touch.location, nanoseconds: 2_000_000_000 + touch.nanoseconds))
      }
    }
    for tick in 1...140 {
      for drag in [plain, driven] {
        drag.engine.tick(at: 2_000_000_000 + Engine.vsync(Int64(tick), rate: 120))
      }
      #expect(plain.scene.window.states() == driven.scene.window.states(), "tick \(tick)")
      #expect(
        plain.sheet.transitionCoordinator?.percentComplete
          == driven.sheet.transitionCoordinator?.percentComplete)
    }
    #expect(plain.isPresented == (way < 100))
    #expect(driven.isPresented == (way < 100))
    #expect(plain.scene.log.take() == driven.scene.log.take())
    #expect(driven.engine.diagnostics.isEmpty)
  }
}
