import MotionKernels
import SampleStatistics
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Derived frame" and "Setting a frame" in Rules.md.
@Suite("View geometry")
struct ViewGeometryTests {
  let engine = Engine()

  private func view(_ frame: Rect) -> View { View(engine: engine, frame: frame) }

  @Test("Without a transform, the frame is what was set")
  func plainFrame() {
    let view = view(Rect(x: 10, y: 20, width: 30, height: 40))
    #expect(view.frame == Rect(x: 10, y: 20, width: 30, height: 40))
    #expect(view.bounds == Rect(x: 0, y: 0, width: 30, height: 40))
    #expect(view.center == Point(x: 25, y: 40))
  }

  @Test("Neither bounds origin nor depth moves the frame, a translation does")
  func whatMovesTheFrame() {
    let view = view(Rect(x: 10, y: 20, width: 30, height: 40))
    view.bounds.origin = Point(x: 7, y: 9)
    view.zPosition = 5
    #expect(view.frame == Rect(x: 10, y: 20, width: 30, height: 40))
    view.transform = .makeTranslation(x: 3, y: 4, z: 0)
    #expect(view.frame == Rect(x: 13, y: 24, width: 30, height: 40))
  }

  @Test("A rotation by 45° gives a box of side 100·√2 about the same center")
  func rotatedFrame() {
    let view = view(Rect(x: 0, y: 0, width: 100, height: 100))
    view.transform = .makeRotation(angle: .pi / 4, x: 0, y: 0, z: 1)
    let side = 100 * 2.0.squareRoot()
    expectClose(
      view.frame, Rect(x: 50 - side / 2, y: 50 - side / 2, width: side, height: side))
  }

  @Test("A scale grows the frame about the anchor")
  func scaledFrame() {
    let view = view(Rect(x: 0, y: 0, width: 100, height: 100))
    view.anchorPoint = Point(x: 0, y: 0)
    #expect(view.frame == Rect(x: 50, y: 50, width: 100, height: 100))
    view.transform = .makeScale(x: 2, y: 3, z: 1)
    #expect(view.frame == Rect(x: 50, y: 50, width: 200, height: 300))
  }

  @Test("A frame set under a scale of 0.96 divides the bounds")
  func frameUnderScale() {
    let view = view(.zero)
    view.transform = .makeScale(x: 0.96, y: 0.96, z: 1)
    view.frame = Rect(x: 0, y: 0, width: 375, height: 667)
    expectClose(view.bounds.width, 390.625)
    expectClose(view.bounds.height, 694.791_666_666_666_6)
    expectClose(view.center, Point(x: 187.5, y: 333.5))
  }

  @Test("A frame set under a translation shifts the center back")
  func frameUnderTranslation() {
    let view = view(.zero)
    view.transform = .makeTranslation(x: 5, y: -7, z: 0)
    view.frame = Rect(x: 0, y: 0, width: 100, height: 50)
    #expect(view.center == Point(x: 45, y: 32))
    #expect(view.bounds.size == Size(width: 100, height: 50))
  }

  @Test("Negative sizes flip")
  func standardised() {
    let view = view(.zero)
    view.frame = Rect(x: 10, y: 10, width: -4, height: -6)
    #expect(view.frame == Rect(x: 6, y: 4, width: 4, height: 6))
  }

  @Test("A frame that was set is read back", arguments: 0..<64)
  func frameRoundTrip(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
    let view = view(.zero)
    view.anchorPoint = Point(x: random(-1...2), y: random(-1...2))
    view.bounds.origin = Point(x: random(-50...50), y: random(-50...50))
    let mirror: Double = Bool.random(using: &generator) ? -1 : 1
    view.transform = Transform3D64.makeTranslation(x: random(-90...90), y: random(-90...90), z: 3)
      .scaled(x: mirror * random(0.1...4), y: random(0.1...4), z: random(0.5...2))
    let origin = view.bounds.origin
    let anchor = view.anchorPoint
    let frame = Rect(
      x: random(-500...500), y: random(-500...500), width: random(0...900), height: random(0...900))

    view.frame = frame

    expectClose(view.frame, frame)
    #expect(view.bounds.origin == origin)
    #expect(view.anchorPoint == anchor)
  }

  @Test("A frame without a solution changes nothing and is reported")
  func undefinedFrame() {
    let view = view(Rect(x: 1, y: 2, width: 3, height: 4))
    view.transform = .makeRotation(angle: 1, x: 0, y: 0, z: 1)
    let bounds = view.bounds
    let center = view.center
    view.frame = Rect(x: 0, y: 0, width: 100, height: 100)
    #expect(view.bounds == bounds)
    #expect(view.center == center)
    #expect(engine.diagnostics == [.undefinedFrame(view: "view")])
  }

  @Test("Setting the anchor keeps the center, setting bounds keeps center and anchor")
  func anchorAndBounds() {
    let view = view(Rect(x: 0, y: 0, width: 100, height: 100))
    view.anchorPoint = Point(x: 1.5, y: -0.5)
    #expect(view.center == Point(x: 50, y: 50))
    #expect(view.frame == Rect(x: -100, y: 100, width: 100, height: 100))
    view.bounds = Rect(x: 5, y: 5, width: 10, height: 10)
    #expect(view.center == Point(x: 50, y: 50))
    #expect(view.anchorPoint == Point(x: 1.5, y: -0.5))
  }
}
