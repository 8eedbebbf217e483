import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// Curves with control points and springs with a velocity per axis, in blocks.
@Suite("Timing parameters")
struct TimingParametersTests {
  let engine = Engine()
  let view: View

  init() {
    view = View(engine: engine, frame: Rect(x: 0, y: 0, width: 100, height: 100))
    engine.tick(at: 0)
  }

  /// x = t³ and y = 3t - 3t² + t³, so y is known where x is a cube.
  @Test("A curve with control points of one's own", arguments: [0.1, 0.25, 0.5, 0.75, 0.9])
  func controlPoints(t: Double) {
    engine.animate(
      duration: 2, timing: .controlPoints(Point(x: 0, y: 1), Point(x: 0, y: 1))
    ) {
      view.center.x = 150
      view.alpha = 0
    }
    engine.tick(seconds: 2 * t * t * t)
    let y = 3 * t - 3 * t * t + t * t * t
    expectClose(view.presentation.center.x, 50 + 100 * y, within: 1e-6)
    expectClose(view.presentation.alpha, 1 - y, within: 1e-8)
  }

  @Test("The named curves are the same in both forms", arguments: AnimationCurve.allCases)
  func namedCurves(curve: AnimationCurve) {
    for step in 0...20 {
      let fraction = Double(step) / 20
      #expect(CubicTimingParameters(curve).progress(at: fraction) == curve.progress(at: fraction))
    }
  }

  @Test("Control points that make no function are moved, and progress stays finite")
  func badControlPoints() {
    let bad: [Double] = [.nan, .infinity, -.infinity, -3, 9]
    for number in bad {
      let curve = CubicTimingParameters(
        controlPoint1: Point(x: number, y: number), controlPoint2: Point(x: number, y: number))
      #expect(curve.progress(at: 0) == 0)
      #expect(curve.progress(at: 1) == 1)
      #expect(curve.progress(at: .nan) == 0)
      for step in 0...10 { #expect(curve.progress(at: Double(step) / 10).isFinite) }
    }
  }

  /// The critically damped spring: 1 - e^(-ωt)·(1 + (ω - v₀)·t).
  private func critical(_ w: Double, _ v0: Double, _ time: Double) -> Double {
    Spring(mass: 1, stiffness: w * w, dampingCoefficient: 2 * w)
      .progress(at: time, initialVelocity: v0)
  }

  @Test("A velocity's x is that of x, its y that of y, and every other property uses x")
  func velocityVector() {
    let spring = Spring(mass: 1, stiffness: 100, dampingCoefficient: 20)
    engine.animate(
      duration: 9,
      timing: .spring(
        SpringTimingParameters(spring: spring, initialVelocity: Point(x: 3, y: -2)))
    ) {
      view.center = Point(x: 150, y: 250)
      view.alpha = 0
      view.bounds.size = Size(width: 200, height: 300)
    }
    for time in [0.01, 0.1, 0.3, 0.7] {
      engine.tick(seconds: time)
      let x = critical(10, 3, time)
      let y = critical(10, -2, time)
      expectClose(view.presentation.center.x, 50 + 100 * x)
      expectClose(view.presentation.center.y, 50 + 200 * y)
      expectClose(view.presentation.alpha, 1 - x)
      expectClose(view.presentation.bounds.height, 100 + 200 * x)
    }
    // Settled within 0.1 %: the spring has a duration of its own, not 9 s.
    engine.tick(seconds: 1.5)
    #expect(!engine.hasAnimations)
    #expect(view.presentation.center == Point(x: 150, y: 250))
  }

  @Test("A spring of the animation's duration is the one that blocks always had")
  func ratioForm() {
    let other = View(engine: engine, frame: view.frame)
    engine.animate(duration: 0.5, dampingRatio: 0.5, initialVelocity: -2) { view.center.x = 150 }
    engine.animate(
      duration: 0.5, timing: .spring(dampingRatio: 0.5, initialVelocity: Point(x: -2, y: -2))
    ) { other.center.x = 150 }
    for step in 1...60 {
      engine.tick(at: Engine.vsync(Int64(step), rate: 120))
      #expect(view.presentation == other.presentation)
    }
  }

  @Test("A spring that hardly settles ends after a minute, and bad velocities count as 0")
  func endless() {
    let spring = SpringTimingParameters(
      spring: Spring(mass: 1, stiffness: 1, dampingCoefficient: 0),
      initialVelocity: Point(x: .nan, y: .infinity))
    #expect(spring.duration(of: 1) == 60)
    #expect(spring.initialVelocity == .zero)
    #expect(SpringTimingParameters(dampingRatio: .nan).duration(of: -1) == 0)
  }
}
