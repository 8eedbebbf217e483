import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// The order of subviews, and "Layout requests" in Rules.md.
@Suite("View hierarchy")
struct ViewHierarchyTests {
  let engine = Engine()

  private func view(_ name: String) -> View {
    View(engine: engine, name: name, frame: Rect(x: 0, y: 0, width: 10, height: 10))
  }

  private func names(_ view: View) -> String {
    view.subviews.map(\.name).joined()
  }

  @Test("Insertion, reordering and re-parenting")
  func order() {
    let root = view("root")
    let a = view("a")
    let b = view("b")
    let c = view("c")
    let d = view("d")
    root.addSubview(a)
    root.addSubview(b)
    #expect(names(root) == "ab")
    root.insertSubview(c, belowSubview: b)
    root.insertSubview(d, aboveSubview: a)
    #expect(names(root) == "adcb")
    root.sendSubviewToBack(b)
    root.bringSubviewToFront(a)
    #expect(names(root) == "bdca")
    root.addSubview(b)
    #expect(names(root) == "dcab")
    root.insertSubview(b, at: 1)
    #expect(names(root) == "dbca")
    a.addSubview(c)
    #expect(names(root) == "dba")
    #expect(c.superview === a)
    b.removeFromSuperview()
    #expect(names(root) == "da")
    #expect(b.superview == nil)
    root.insertSubview(b, at: 99)
    #expect(names(root) == "dab")
  }

  private final class MovingView: View {
    var superviews: [String] = []
    override func didMoveToSuperview() { superviews.append(superview?.name ?? "none") }
  }

  @Test("A view is told once of each new superview, and not that it moves within it")
  func moves() {
    let (a, b) = (view("a"), view("b"))
    let sibling = view("sibling")
    b.addSubview(sibling)
    let moving = MovingView(engine: engine)
    a.addSubview(moving)
    b.insertSubview(moving, belowSubview: sibling)
    a.insertSubview(moving, at: 0)
    b.insertSubview(moving, aboveSubview: sibling)
    #expect(moving.superviews == ["a", "b", "a", "b"])
    b.sendSubviewToBack(moving)
    b.bringSubviewToFront(moving)
    b.addSubview(moving)
    b.insertSubview(moving, belowSubview: sibling)
    #expect(moving.superviews.count == 4)
    moving.removeFromSuperview()
    #expect(moving.superviews.last == "none" && moving.superviews.count == 5)
  }

  @Test("A view moves in front of a sibling or behind it, from either side")
  func siblings() {
    let root = view("root")
    let views = ["a", "b", "c", "d"].map(view)
    for view in views { root.addSubview(view) }
    root.insertSubview(views[0], aboveSubview: views[2])
    #expect(names(root) == "bcad")
    root.insertSubview(views[3], belowSubview: views[2])
    #expect(names(root) == "bdca")
    root.insertSubview(views[1], belowSubview: views[0])
    #expect(names(root) == "dcba")
    root.insertSubview(views[0], aboveSubview: views[3])
    #expect(names(root) == "dacb")
    root.insertSubview(views[3], aboveSubview: view("elsewhere"))
    #expect(names(root) == "acbd")
  }

  private final class LayoutView: View {
    var passes = 0
    override func layoutSubviews() { passes += 1 }
  }

  @Test("Adding, removing and resizing request layout, a subview's frame does not")
  func layout() {
    let root = LayoutView(engine: engine, frame: Rect(x: 0, y: 0, width: 10, height: 10))
    let child = view("child")
    func passes() -> Int {
      root.passes = 0
      engine.tick(at: engine.nanoseconds + 1)
      return root.passes
    }
    root.addSubview(child)
    #expect(passes() == 1)
    child.frame = Rect(x: 1, y: 1, width: 5, height: 5)
    #expect(passes() == 0)
    root.bounds.size = Size(width: 20, height: 20)
    #expect(passes() == 1)
    root.center = Point(x: 3, y: 3)
    root.bounds.origin = Point(x: 3, y: 3)
    #expect(passes() == 0)
    child.removeFromSuperview()
    #expect(passes() == 1)
  }
}
