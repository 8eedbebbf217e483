import LayerKernels
import MotionKernels
import SampleStatistics
import Testing

@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// Display lists of windows.
@Suite("Walks through view trees")
struct ViewTreeWalkTests {
  let engine = Engine()
  let window: Window

  init() {
    window = Window(engine: engine, size: Size(width: 375, height: 667))
  }

  func view(_ name: String, _ frame: Rect, in parent: View? = nil) -> View {
    let view = View(engine: engine, name: name, frame: frame)
    view.backgroundColor = .white
    (parent ?? window).addSubview(view)
    return view
  }

  func quads(_ variant: TreeWalkVariant = .struct) -> [DisplayQuad] {
    let walk = ViewTreeWalk(window, variant: variant)
    walk.update()
    return walk.displayList.quads
  }

  /// Views with transforms, perspective, sublayer transforms and bounds origins on each other.
  func makeRandomTree(count: Int, seed: UInt64) -> [View] {
    var generator = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
    var views: [View] = [window]
    for index in 1...count {
      let parent = views[Int.random(in: max(0, index - 8)..<index, using: &generator)]
      let view = self.view(
        "\(index)",
        Rect(
          x: number(-20...80), y: number(-20...120), width: number(1...200), height: number(1...200)
        ),
        in: parent)
      view.anchorPoint = Point(x: number(0...1), y: number(0...1))
      view.bounds.origin = Point(x: number(-9...9), y: number(-9...9))
      if index % 3 == 0 {
        view.transform = .makeRotation(angle: number(-0.5...0.5), x: 0, y: 0, z: 1)
      }
      if index % 7 == 0 {
        view.transform = Transform3D64.makePerspective(m24: 1e-4, m34: -1e-3)
          .rotated(angle: number(-0.5...0.5), x: 0, y: 1, z: 0)
      }
      if index % 5 == 0 {
        view.sublayerTransform = .makePerspective(m24: number(-1e-4...1e-4), m34: -1.0 / 500)
      }
      views.append(view)
    }
    return views
  }

  @Test(
    "Every corner is where 'convert' puts it", arguments: TreeWalkVariant.allCases,
    0..<6 as Range<UInt64>)
  func equalsConversion(variant: TreeWalkVariant, seed: UInt64) {
    _ = makeRandomTree(count: 60, seed: seed)
    let walk = ViewTreeWalk(window, variant: variant)
    walk.update()
    #expect(walk.count == 61)
    #expect(walk.displayList.quads.count > 15)
    for drawn in walk.displayList.quads {
      let view = walk.view(at: Int(drawn.layer))
      let bounds = view.bounds
      for (corner, point) in [
        (drawn.quad.topLeft, bounds.origin),
        (drawn.quad.topRight, Point(x: bounds.maxX, y: bounds.minY)),
        (drawn.quad.bottomLeft, Point(x: bounds.minX, y: bounds.maxY)),
        (drawn.quad.bottomRight, Point(x: bounds.maxX, y: bounds.maxY)),
      ] {
        let expected = view.convert(point, to: nil)
        let tolerance = 2e-5 * max(1_000, abs(expected.x), abs(expected.y))
        expectClose(Double(corner.x), expected.x, within: tolerance)
        expectClose(Double(corner.y), expected.y, within: tolerance)
      }
    }
  }

  @Test("A kept walk sees every change, as a new one does", arguments: 0..<40 as Range<UInt64>)
  func changes(seed: UInt64) {
    let views = makeRandomTree(count: 30, seed: 1)
    let walk = ViewTreeWalk(window, variant: .block)
    walk.update()
    var generator = SplitMix64(seed: seed)
    for time in 1...12 {
      let view = views[Int.random(in: 1...30, using: &generator)]
      switch Int.random(in: 0..<14, using: &generator) {
      case 0:
        if view.transform == .identity { view.frame = Rect(x: 3, y: 4, width: 50, height: 60) }
      case 1: view.center.x += 5
      case 2: view.bounds.origin.y -= 4
      case 3: view.alpha *= 0.7
      case 4: view.isHidden.toggle()
      case 5: view.clipsToBounds.toggle()
      case 6: view.zPosition += 1
      case 7:
        view.sublayerTransform =
          view.sublayerTransform == .identity ? .makeScale(x: 0.9, y: 0.8, z: 1) : .identity
      case 8: view.anchorPoint.x = 1 - view.anchorPoint.x
      case 9: view.backgroundColor = view.backgroundColor == .clear ? .white : .clear
      case 10: view.removeFromSuperview()
      case 11: views[1].superview?.bringSubviewToFront(views[1])
      case 12: view.transform = .makeRotation(angle: 0.1, x: 0, y: 0, z: 1)
      default:
        engine.animate(duration: 0.05) {
          view.center.y += 20
          view.alpha = 0.5
          view.bounds.size.width += 10
        }
      }
      engine.tick(at: Int64(time) * 10_000_000)
      walk.update()
      #expect(walk.displayList.quads == quads(), "after change \(time)")
    }
  }

  @Test("Model values are hidden by running animations")
  func animations() {
    let view = view("box", Rect(x: 0, y: 0, width: 10, height: 10))
    engine.tick(at: 0)
    let walk = ViewTreeWalk(window, variant: .simd)
    engine.animate(duration: 1, curve: .linear) { view.center.x += 100 }
    for (time, x) in [(0.25, 25.0), (0.5, 50), (1, 100), (2, 100)] {
      engine.tick(at: Int64(time * 1e9))
      walk.update()
      #expect(walk.displayList.quads.first?.quad.topLeft == SIMD2(Float(x), 0))
    }
  }

  @Test(
    "Drawn are views with a background, a picture or text, and what they are in clips and fades")
  func contents() {
    let clip = view("clip", Rect(x: 10, y: 10, width: 100, height: 100))
    clip.clipsToBounds = true
    clip.alpha = 0.5
    clip.backgroundColor = .clear
    let picture = ImageView(
      engine: engine, name: "picture", frame: Rect(x: 90, y: 0, width: 30, height: 30))
    picture.image = Image(name: "photo", size: Size(width: 1, height: 1))
    clip.addSubview(picture)
    let label = Label(engine: engine, text: "abc")
    label.frame = Rect(x: 0, y: 0, width: 20, height: 20)
    clip.addSubview(label)
    clip.addSubview(Label(engine: engine, name: "empty"))
    let outside = view("outside", Rect(x: 101, y: 0, width: 10, height: 10), in: clip)
    let walk = ViewTreeWalk(window, variant: .block)
    walk.update()
    let quads = walk.displayList.quads
    #expect(quads.map { walk.view(at: Int($0.layer)).name } == ["picture", "label"])
    #expect(quads.allSatisfy { $0.opacity == 0.5 })
    #expect(quads[0].clip == Edges(left: 10, top: 10, right: 110, bottom: 110))
    clip.clipsToBounds = false
    walk.update()
    #expect(walk.displayList.quads.map { walk.view(at: Int($0.layer)) === outside }.last == true)
  }

  @Test("A label is drawn from the text that it gets until the one that it loses")
  func label() {
    let label = Label(engine: engine)
    label.frame = Rect(x: 0, y: 0, width: 50, height: 20)
    window.addSubview(label)
    let walk = ViewTreeWalk(window, variant: .block)
    for text in ["", "3 new", ""] {
      label.text = text
      engine.tick(at: engine.nanoseconds + 1)
      walk.update()
      #expect(walk.displayList.quads.count == (text.isEmpty ? 0 : 1))
    }
  }

  @Test("A view that is not finite is reported once and not drawn, with all views in it")
  func notFinite() {
    let broken = view("broken", Rect(x: 0, y: 0, width: 10, height: 10))
    _ = view("inside", Rect(x: 0, y: 0, width: 5, height: 5), in: broken)
    _ = view("beside", Rect(x: 0, y: 0, width: 5, height: 5))
    let walk = ViewTreeWalk(window, variant: .block)
    walk.update()
    #expect(walk.displayList.quads.count == 3)
    broken.bounds.size.width = .nan
    walk.update()
    broken.bounds.size.height = .infinity
    walk.update()
    #expect(walk.displayList.quads.map { walk.view(at: Int($0.layer)).name } == ["beside"])
    #expect(engine.diagnostics == [.notFinite(view: "broken")])
    broken.bounds.size = Size(width: 10, height: 10)
    walk.update()
    #expect(walk.displayList.quads.count == 3)
    // A new tree with the broken view in it.
    broken.center.x = .nan
    _ = view("more", Rect(x: 0, y: 0, width: 5, height: 5))
    walk.update()
    #expect(walk.displayList.quads.count == 2)
    #expect(engine.diagnostics.count == 2)
  }

  @Test("A tree of 10,000 levels is cut off and reported")
  func deepTree() {
    var views: [View] = []
    // From the innermost view, which needs no way up to the root.
    for index in 0..<10_000 {
      let view = View(
        engine: engine, name: "\(index)", frame: Rect(x: 0, y: 0, width: 9, height: 9))
      view.backgroundColor = .white
      if let inner = views.last { view.addSubview(inner) }
      views.append(view)
    }
    window.addSubview(views[9_999])
    #expect(quads().count == ViewTree.deepestView)
    #expect(engine.diagnostics == [.hierarchyTooDeep(view: "8999")])
  }
}
