import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Autoresizing" in Rules.md.
@Suite("Autoresizing")
struct AutoresizingTests {
  typealias Mask = View.AutoresizingMask

  private let engine = Engine()

  private func pair(_ mask: Mask) -> (outer: View, inner: View) {
    let outer = View(engine: engine, name: "outer", frame: Rect(x: 0, y: 0, width: 100, height: 80))
    let inner = View(
      engine: engine, name: "inner", frame: Rect(x: 10, y: 20, width: 30, height: 40))
    inner.autoresizingMask = mask
    outer.addSubview(inner)
    return (outer, inner)
  }

  private static let cases: [(Mask, Rect)] = [
    (Mask(), Rect(x: 10, y: 20, width: 30, height: 40)),
    (Mask.flexibleWidth, Rect(x: 10, y: 20, width: 130, height: 40)),
    ([Mask.flexibleWidth, .flexibleHeight], Rect(x: 10, y: 20, width: 130, height: 80)),
    (Mask.flexibleLeftMargin, Rect(x: 110, y: 20, width: 30, height: 40)),
    (Mask.flexibleTopMargin, Rect(x: 10, y: 60, width: 30, height: 40)),
    (
      [Mask.flexibleRightMargin, .flexibleBottomMargin],
      Rect(x: 10, y: 20, width: 30, height: 40)
    ),
    (
      [Mask.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin],
      Rect(x: 20, y: 20, width: 60, height: 40)
    ),
    (
      [Mask.flexibleTopMargin, .flexibleBottomMargin],
      Rect(x: 10, y: 40, width: 30, height: 40)
    ),
  ]

  /// The superview grows from 100 × 80 to 200 × 120; 10, 30 and 60 points are before, in and after
  /// the view.
  @Test(
    "A size follows that of the superview; several flexible parts share by their lengths",
    arguments: cases)
  func masks(mask: Mask, frame: Rect) {
    let (outer, inner) = pair(mask)
    outer.frame = Rect(x: 5, y: 5, width: 200, height: 120)
    expectClose(inner.frame.origin, frame.origin)
    expectClose(inner.frame.width, frame.width)
    expectClose(inner.frame.height, frame.height)
    outer.bounds.size = Size(width: 100, height: 80)
    expectClose(inner.frame.width, 30)
    expectClose(inner.frame.minX, 10)
  }

  @Test("Parts without length share equally, and a view without a size comes to fill its superview")
  func empty() {
    let (outer, inner) = pair([.flexibleLeftMargin, .flexibleRightMargin])
    inner.frame = Rect(x: 0, y: 0, width: 100, height: 80)
    outer.bounds.size.width = 150
    #expect(inner.frame == Rect(x: 25, y: 0, width: 100, height: 80))
    inner.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    outer.bounds.size = .zero
    inner.frame = .zero
    outer.bounds.size = Size(width: 60, height: 50)
    #expect(inner.frame == outer.bounds)
  }

  @Test("A change in a block animates the subviews, each once")
  func animated() {
    let (outer, inner) = pair(.flexibleWidth)
    engine.tick(at: 0)
    engine.animate(duration: 1, curve: .linear) { outer.bounds.size.width = 200 }
    #expect(inner.frame.width == 130)
    engine.tick(seconds: 0.5)
    expectClose(inner.presentationFrame.width, 80)
    expectClose(inner.presentationFrame.minX, 10)
  }

  @Test("A transform stays, the bounds' origin counts, and the superview can be told not to resize")
  func others() {
    let (outer, inner) = pair(.flexibleLeftMargin)
    inner.transform = .makeRotation(angle: 1, x: 0, y: 0, z: 1)
    outer.bounds = Rect(x: 7, y: 0, width: 140, height: 80)
    #expect(inner.bounds.size == Size(width: 30, height: 40) && inner.center.x == 65)
    outer.autoresizesSubviews = false
    outer.bounds.size.width = 300
    #expect(inner.center.x == 65 && !outer.autoresizesSubviews && engine.diagnostics.isEmpty)
  }

  @Test("A mask counts whether it was set before or after the view was added")
  func order() {
    let (outer, inner) = pair([])
    inner.autoresizingMask = .flexibleWidth
    outer.bounds.size.width = 110
    #expect(inner.frame.width == 40)
    inner.removeFromSuperview()
    outer.bounds.size.width = 120
    #expect(inner.frame.width == 40)
  }
}
