import MotionKernels
import SampleStatistics
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Conversion" in Rules.md.
@Suite("View conversion")
struct ViewConversionTests {
  let engine = Engine()
  let parent: View
  let child: View

  init() {
    parent = View(engine: engine, frame: Rect(x: 0, y: 0, width: 200, height: 200))
    child = View(engine: engine, frame: Rect(x: 75, y: 25, width: 50, height: 50))
    parent.addSubview(child)
  }

  @Test("Points and a rectangle through center, scale and sublayer transforms")
  func workedPoints() {
    #expect(child.convert(.zero, to: parent) == Point(x: 75, y: 25))
    child.transform = .makeScale(x: 2, y: 2, z: 1)
    #expect(child.convert(.zero, to: parent) == Point(x: 50, y: 0))
    #expect(child.convert(Point(x: 50, y: 50), to: parent) == Point(x: 150, y: 100))
    #expect(
      child.convert(Rect(x: 0, y: 0, width: 10, height: 20), to: parent)
        == Rect(x: 50, y: 0, width: 20, height: 40))
    child.transform = .identity
    parent.sublayerTransform = .makeTranslation(x: 10, y: 20, z: 0)
    #expect(child.convert(.zero, to: parent) == Point(x: 85, y: 45))
    parent.sublayerTransform = .makeScale(x: 2, y: 2, z: 1)
    child.transform = .makeTranslation(x: 5, y: 6, z: 0)
    #expect(child.convert(.zero, to: parent) == Point(x: 60, y: -38))
  }

  @Test("A point converted through a common root and back is the same", arguments: 0..<64)
  func roundTrip(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
    let root = View(engine: engine, frame: Rect(x: 0, y: 0, width: 300, height: 300))
    root.bounds.origin = Point(x: random(-20...20), y: random(-20...20))
    let views = (0..<4).map { _ in
      let view = View(
        engine: engine,
        frame: Rect(x: random(0...99), y: random(0...99), width: 80, height: random(10...90)))
      view.anchorPoint = Point(x: random(0...1), y: random(0...1))
      view.bounds.origin = Point(x: random(-9...9), y: random(-9...9))
      view.transform = Transform3D64.makePerspective(m24: random(-0.0005...0.0005), m34: 0)
        .rotated(angle: random(-1...1), x: 0, y: 0, z: 1)
        .scaled(x: random(0.5...2), y: random(0.5...2), z: 1)
      return view
    }
    root.addSubview(views[0])
    views[0].addSubview(views[1])
    root.addSubview(views[2])
    views[2].addSubview(views[3])
    views[2].sublayerTransform = .makeScale(x: random(0.5...2), y: 1, z: 1)
    let point = Point(x: random(-40...40), y: random(-40...40))

    let there = views[1].convert(point, to: views[3])

    expectClose(views[3].convert(there, to: views[1]), point, within: 1e-7)
    expectClose(views[1].convert(there, from: views[3]), point, within: 1e-7)
    let atRoot = views[1].convert(point, to: nil)
    expectClose(views[1].convert(atRoot, from: nil), point, within: 1e-7)
    expectClose(views[1].convert(point, to: root), atRoot, within: 1e-7)
  }

  @Test(
    "On screen, views are where conversion says: sublayer transforms count, the root's too",
    arguments: 0..<32)
  func presentationEqualsConversion(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
    let window = Window(engine: engine, size: Size(width: 300, height: 400))
    var views = [window, parent, child] as [View]
    window.addSubview(parent)
    let leaf = View(engine: engine, frame: Rect(x: 5, y: 6, width: 30, height: 20))
    child.addSubview(leaf)
    for view in views {
      view.sublayerTransform = Transform3D64.makePerspective(m24: random(-0.0005...0.0005), m34: 0)
        .rotated(angle: random(-1...1), x: 0, y: 0, z: 1)
        .scaled(x: random(0.5...2), y: random(0.5...2), z: 1)
      view.anchorPoint = Point(x: random(0...1), y: random(0...1))
      view.bounds.origin = Point(x: random(-9...9), y: random(-9...9))
    }
    child.transform = .makeRotation(angle: random(-1...1), x: 0, y: 0, z: 1)
    views.append(leaf)
    for view in views.dropFirst() {
      let corners = ViewState(view).outline?.corners ?? []
      let bounds = view.bounds
      let expected = [
        bounds.origin, Point(x: bounds.maxX, y: bounds.minY), Point(x: bounds.maxX, y: bounds.maxY),
        Point(x: bounds.minX, y: bounds.maxY),
      ].map { view.convert($0, to: nil) }
      #expect(corners.count == 4)
      for (corner, point) in zip(corners, expected) {
        expectClose(Point(x: corner.x, y: corner.y), point, within: 1e-9)
      }
    }
  }

  @Test("A sublayer transform moves what is on screen: 2 × about the middle of 200 points")
  func sublayerTransformOnScreen() {
    let window = Window(engine: engine, size: Size(width: 200, height: 200))
    window.addSubview(parent)
    parent.sublayerTransform = .makeScale(x: 2, y: 2, z: 1)
    // 75 … 125 is 25 to the left and right of the middle; 25 … 75 is 75 to 25 above it.
    let corners = ViewState(child).outline?.corners ?? []
    #expect(
      corners == [[50, -50], [150, -50], [150, 50], [50, 50]].map { SIMD2($0[0], $0[1]) })
  }

  @Test("Views in different trees convert through their roots")
  func differentTrees() {
    let other = View(engine: engine, frame: Rect(x: 5, y: 5, width: 10, height: 10))
    let inner = View(engine: engine, frame: Rect(x: 1, y: 2, width: 3, height: 4))
    other.addSubview(inner)
    #expect(child.convert(.zero, to: inner) == Point(x: 74, y: 23))
  }
}
