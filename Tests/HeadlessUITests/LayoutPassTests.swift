import SampleStatistics
import TestSupport
import Testing

@testable import HeadlessUI

/// `layoutIfNeeded` skips what holds no marked view, and lays out the same views in the same order
/// as a pass that visits every one.
@Suite("Layout passes")
struct LayoutPassTests {
  /// A view that does something else when it is laid out for the first times.
  final class ScriptedView: View {
    enum Step {
      case mark(Int)
      case layOut(Int)
      case move(Int, into: Int)
      case remove(Int)
    }

    unowned let scene: LayoutScene
    var steps: [Step] = []

    init(_ scene: LayoutScene, name: String) {
      self.scene = scene
      super.init(engine: scene.engine, name: name)
    }

    override func layoutSubviews() {
      scene.order.append(name)
      if let step = steps.popLast() { scene.perform(step) }
    }
  }

  /// A tree of views that mark, move and lay out each other, from a seed.
  final class LayoutScene {
    let engine = Engine()
    var views: [ScriptedView] = []
    var order: [String] = []

    /// Whether a pass visits every view.
    let visitsAll: Bool

    init(seed: UInt64, visitsAll: Bool) {
      self.visitsAll = visitsAll
      var generator = SplitMix64(seed: seed)
      func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }
      let count = 2 + below(20)
      for index in 0..<count {
        views.append(ScriptedView(self, name: "\(index)"))
        if index > 0 { views[below(index)].addSubview(views[index]) }
      }
      // Nothing is marked any more.
      layOut(views[0])
      order = []
      for view in views {
        view.steps = (0..<below(3)).map { _ in
          switch below(8) {
          case 0...3: .mark(below(count))
          case 4, 5: .layOut(below(count))
          case 6: .move(below(count), into: below(count))
          default: .remove(below(count))
          }
        }
      }
      for _ in 0..<1 + below(4) { views[below(count)].setNeedsLayout() }
    }

    func perform(_ step: ScriptedView.Step) {
      switch step {
      case .mark(let view): views[view].setNeedsLayout()
      case .layOut(let view): layOut(views[view])
      case .move(let view, let superview): views[superview].addSubview(views[view])
      case .remove(let view): views[view].removeFromSuperview()
      }
    }

    func layOut(_ root: View) {
      guard visitsAll else { return root.layoutIfNeeded() }
      var waiting = [root]
      while let view = waiting.popLast() {
        if view.needsLayout {
          engine.layoutQueue.remove(view)
          view.layOutIfMarked()
        }
        waiting.append(contentsOf: view.subviews.reversed())
      }
    }
  }

  @Test("The same views are laid out in the same order", arguments: seeds(short: 10, long: 100))
  func order(seed: UInt64) {
    for offset in 0..<200 as Range<UInt64> {
      let scenes = [false, true].map { LayoutScene(seed: 1_000 * seed + offset, visitsAll: $0) }
      for scene in scenes {
        scene.layOut(scene.views[0])
        // What is left is that of views outside of the tree, and of those marked too late.
        scene.layOut(scene.views[1])
        scene.views[scene.views.count / 2].setNeedsLayout()
        scene.layOut(scene.views[0])
        scene.engine.tick(at: 1)
      }
      #expect(scenes[0].order == scenes[1].order, "seed \(1_000 * seed + offset)")
    }
  }

  @Test("A view that ends leaves the queue, and its subviews have no superview")
  func ends() {
    let engine = Engine()
    let subview = View(engine: engine)
    do {
      let view = View(engine: engine)
      view.addSubview(subview)
      view.layoutIfNeeded()
      view.setNeedsLayout()
      #expect(subview.superview === view)
    }
    #expect(subview.superview == nil)
    subview.setNeedsLayout()
    engine.tick(at: 0)
    #expect(!subview.needsLayout)
  }

  @Test("Of a deep tree that ends, the views that others retain have no superview")
  func deepEnd() {
    let engine = Engine()
    var kept: View?
    do {
      // From the leaf up, which takes the same time at each level.
      var root = View(engine: engine)
      for height in 0..<50_000 {
        let next = View(engine: engine)
        next.addSubview(root)
        root = next
        if height == 25_000 { kept = next }
      }
      #expect(root.subviews.count == 1)
    }
    #expect(kept?.superview == nil)
    #expect(kept?.subviews.count == 1)
    #expect(kept?.subviews.first?.superview === kept)
  }
}
