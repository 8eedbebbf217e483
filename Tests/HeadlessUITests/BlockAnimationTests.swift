import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Animations" in Rules.md: what blocks record, when they end, and how they combine.
@Suite("Block animations")
struct BlockAnimationTests {
  let engine = Engine()
  let view: View

  init() {
    view = View(engine: engine, frame: Rect(x: 0, y: 0, width: 100, height: 100))
    engine.tick(at: 0)
  }

  @Test(
    "The model changes at once, the presentation follows the curve",
    arguments: AnimationCurve.allCases)
  func modelAndPresentation(curve: AnimationCurve) {
    engine.animate(duration: 1, curve: curve) {
      view.alpha = 0
      view.center = Point(x: 150, y: 50)
      view.cornerRadius = 10
      view.backgroundColor = .white
    }
    #expect(view.alpha == 0)
    #expect(view.presentation.alpha == 1)
    #expect(view.presentation.center == Point(x: 50, y: 50))
    engine.tick(seconds: 0.25)
    let eased = curve.timingFunction.progress(at: 0.25)
    expectClose(view.presentation.alpha, 1 - eased)
    expectClose(view.presentation.center.x, 50 + 100 * eased)
    expectClose(view.presentation.cornerRadius, 10 * eased)
    expectClose(view.presentation.backgroundColor.red, eased)
  }

  @Test("A frame is recorded as center and bounds size")
  func frame() {
    engine.animate(duration: 1, curve: .linear) {
      view.frame = Rect(x: 100, y: 0, width: 300, height: 50)
    }
    engine.tick(seconds: 0.5)
    expectClose(view.presentationFrame, Rect(x: 50, y: 0, width: 200, height: 75))
  }

  @Test("Hierarchy, visibility and interaction change at once")
  func notAnimatable() {
    let superview = View(engine: engine)
    superview.addSubview(view)
    engine.animate(duration: 1) {
      view.isHidden = true
      view.isUserInteractionEnabled = false
      view.removeFromSuperview()
    }
    #expect(view.isHidden)
    #expect(!view.isUserInteractionEnabled)
    #expect(view.superview == nil)
    #expect(view.animations.isEmpty)
  }

  @Test(
    "An assignment that changes nothing records nothing, and an empty block ends at the next tick")
  func emptyBlock() {
    var finished: Bool?
    engine.animate(duration: 5) {
      view.alpha = 1
    } completion: {
      finished = $0
    }
    #expect(finished == nil)
    engine.tick(seconds: 0.001)
    #expect(finished == true)
  }

  @Test("During the delay the start value shows")
  func delay() {
    var finished: Bool?
    engine.animate(duration: 0.5, delay: 0.5, curve: .linear) {
      view.alpha = 0
    } completion: {
      finished = $0
    }
    engine.tick(seconds: 0.4)
    #expect(view.presentation.alpha == 1)
    engine.tick(seconds: 0.75)
    expectClose(view.presentation.alpha, 0.5)
    #expect(finished == nil)
    engine.tick(seconds: 1)
    #expect(finished == true)
  }

  @Test("Springs are sampled at the elapsed time and end on the model value")
  func spring() {
    engine.animate(duration: 0.5, dampingRatio: 0.5, initialVelocity: -2) {
      view.alpha = 0
      view.center.x = 150
    }
    engine.tick(seconds: 0.125)
    expectClose(view.presentation.alpha, 1 - 1.144410602, within: 1e-9)
    expectClose(view.presentation.center.x, 50 + 114.4410602, within: 1e-7)
    engine.tick(seconds: 0.5)
    #expect(view.presentation.alpha == 0)
  }

  @Test("Positions add up, and a plain write moves the whole path")
  func additivity() {
    engine.animate(duration: 1, curve: .linear) { view.center.x = 150 }
    engine.tick(seconds: 0.5)
    engine.animate(duration: 1, curve: .linear) { view.center.x = 50 }
    expectClose(view.presentation.center.x, 100)
    engine.tick(seconds: 0.75)
    // -100·0.25 of the first, +100·0.75 of the second.
    expectClose(view.presentation.center.x, 50 - 25 + 75)
    view.center.x = 1050
    expectClose(view.presentation.center.x, 1100)
  }

  @Test("Sizes and bounds origins add up")
  func additiveBounds() {
    engine.animate(duration: 1, curve: .linear) {
      view.bounds = Rect(x: 10, y: 0, width: 200, height: 100)
    }
    engine.tick(seconds: 0.5)
    expectClose(view.presentation.bounds, Rect(x: 5, y: 0, width: 150, height: 100))
    view.bounds.size.width = 300
    expectClose(view.presentation.bounds.width, 250)
  }

  @Test("A new animation of an absolute property starts from what is shown")
  func replacement() {
    var first: Bool?
    engine.animate(duration: 1, curve: .linear) {
      view.alpha = 0
    } completion: {
      first = $0
    }
    engine.tick(seconds: 0.5)
    engine.animate(duration: 1, curve: .linear) { view.alpha = 1 }
    expectClose(view.presentation.alpha, 0.5)
    #expect(first == nil)
    engine.tick(seconds: 1)
    expectClose(view.presentation.alpha, 0.75)
    #expect(first == false)
  }

  @Test("A group that lost one of two animations continues, and is told false at its end")
  func partReplaced() {
    var first: Bool?
    engine.animate(duration: 1, curve: .linear) {
      view.alpha = 0
      view.cornerRadius = 8
    } completion: {
      first = $0
    }
    engine.animate(duration: 0.2) { view.alpha = 0.5 }
    engine.tick(seconds: 0.5)
    #expect(first == nil)
    expectClose(view.presentation.cornerRadius, 4)
    engine.tick(seconds: 1)
    #expect(first == false)
  }

  @Test("A plain write removes a running absolute animation")
  func plainWrite() {
    var finished: Bool?
    engine.animate(duration: 1) {
      view.transform = .makeScale(x: 2, y: 2, z: 1)
    } completion: {
      finished = $0
    }
    engine.tick(seconds: 0.5)
    view.transform = .makeScale(x: 3, y: 3, z: 1)
    #expect(view.presentation.transform == .makeScale(x: 3, y: 3, z: 1))
    engine.tick(seconds: 0.6)
    #expect(finished == false)
  }

  @Test("The last of several writes in one block is the target")
  func lastWriteWins() {
    engine.animate(duration: 1, curve: .linear) {
      view.alpha = 0.2
      view.alpha = 0
      view.transform = .makeScale(x: 9, y: 9, z: 1)
      view.transform = .makeScale(x: 3, y: 3, z: 1)
      view.center.x = 999
      view.center.x = 150
    }
    engine.tick(seconds: 0.5)
    expectClose(view.presentation.alpha, 0.5)
    expectClose(view.presentation.transform.m11, 2)
    expectClose(view.presentation.center.x, 100)
  }

  @Test("A transform is interpolated by its parts, not its entries")
  func rotation() {
    engine.animate(duration: 1, curve: .linear) {
      view.transform = .makeRotation(angle: 2, x: 0, y: 0, z: 1)
    }
    engine.tick(seconds: 0.5)
    let half = Transform3D64.makeRotation(angle: 1, x: 0, y: 0, z: 1)
    expectClose(view.presentation.transform.m11, half.m11)
    expectClose(view.presentation.transform.m12, half.m12)
  }

  @Test("The completion is called once per group, after all sampling")
  func completionOnce() {
    var calls = 0
    var seen = 0.0
    engine.animate(duration: 0.5) {
      view.alpha = 0
      view.center.x = 0
    } completion: { _ in
      calls += 1
      seen = view.presentation.alpha
    }
    engine.run(until: 1)
    #expect(calls == 1)
    #expect(seen == 0)
  }

  @Test("Nothing is recorded without animation")
  func withoutAnimation() {
    engine.animate(duration: 1) {
      engine.performWithoutAnimation { view.alpha = 0 }
    }
    #expect(view.presentation.alpha == 0)
  }
}
