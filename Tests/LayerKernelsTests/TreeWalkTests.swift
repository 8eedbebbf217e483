import MotionKernels
import SampleStatistics
import Testing

@testable import LayerKernels

@Suite("Tree walks")
struct TreeWalkTests {
  static let screen = Edges(left: 0, top: 0, right: 375, bottom: 667)

  /// A random tree with rotation, perspective, clips, transparent and undrawn layers; parents come
  /// in any order.
  static func nodes(count: Int, seed: UInt64) -> [LayerTree.Node] {
    var generator = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Float>) -> Float { .random(in: range, using: &generator) }
    func chance(_ odds: Int) -> Bool { Int.random(in: 0..<odds, using: &generator) == 0 }
    var nodes = (0..<count).map { index in
      let angle = number(-0.3...0.3)
      let (sine, cosine) = chance(3) ? (angle, (1 - angle * angle).squareRoot()) : (0, 1)
      let toParent = PlaneTransform(
        m11: cosine * number(0.8...1.1), m12: sine, m13: chance(8) ? number(-1e-4...1e-4) : 0,
        m21: -sine, m22: cosine, m23: chance(8) ? number(-1e-3...2e-3) : 0,
        m31: number(-60...90), m32: number(-60...120), m33: 1)
      return LayerTree.Node(
        parent: index == 0 || chance(40) ? nil : Int.random(in: 0..<index, using: &generator),
        zPosition: chance(4) ? number(-2...2) : 0,
        state: LayerState(
          toParent: toParent,
          bounds: Edges(
            left: number(-9...9), top: 0, right: number(5...200), bottom: number(0...90)),
          opacity: chance(10) ? number(-0.1...0.004) : number(0.4...1.2),
          clips: chance(6), isDrawn: !chance(5)))
    }
    // Indices must not tell which layer is the parent of which.
    let names = Array(0..<count).shuffled(using: &generator)
    var shuffled = nodes
    for (index, node) in nodes.enumerated() {
      shuffled[names[index]] = node
      shuffled[names[index]].parent = node.parent.map { names[$0] }
    }
    nodes = shuffled
    return nodes
  }

  static func quads(
    _ variant: TreeWalkVariant, _ nodes: [LayerTree.Node], clip: Edges = screen
  ) throws -> [DisplayQuad] {
    let walk = TreeWalks.make(variant, try LayerTree(nodes))
    walk.walk(clip: clip)
    return walk.displayList.quads
  }

  /// A corner of a layer on the screen in 64 bits, one level after the other.
  static func corner(_ x: Float, _ y: Float, of index: Int, _ nodes: [LayerTree.Node]) -> SIMD2<
    Double
  > {
    var point = SIMD2(Double(x), Double(y))
    var layer: Int? = index
    while let current = layer {
      let t = nodes[current].state.toParent
      let w = point.x * Double(t.m13) + point.y * Double(t.m23) + Double(t.m33)
      point = SIMD2(
        (point.x * Double(t.m11) + point.y * Double(t.m21) + Double(t.m31)) / w,
        (point.x * Double(t.m12) + point.y * Double(t.m22) + Double(t.m32)) / w)
      layer = nodes[current].parent
    }
    return point
  }

  static func layer(
    in parent: Int?, x: Float = 0, y: Float = 0, width: Float, height: Float, z: Float = 0,
    opacity: Float = 1, clips: Bool = false, isDrawn: Bool = true
  ) -> LayerTree.Node {
    LayerTree.Node(
      parent: parent, zPosition: z,
      state: LayerState(
        toParent: .makeTranslation(x: x, y: y),
        bounds: Edges(left: 0, top: 0, right: width, bottom: height), opacity: opacity,
        clips: clips, isDrawn: isDrawn))
  }

  @Test("All variants give equal lists, bit for bit", arguments: 0..<24 as Range<UInt64>)
  func equalVariants(seed: UInt64) throws {
    let count = [1, 2, 3, 4, 5, 17, 100, 700][Int(seed % 8)]
    let nodes = Self.nodes(count: count, seed: seed)
    let expected = try Self.quads(.struct, nodes)
    #expect(try Self.quads(.simd, nodes) == expected)
    #expect(try Self.quads(.block, nodes) == expected)
    #expect(count < 100 || expected.count > 5, "the trees must show something")
  }

  @Test(
    "Corners are where each level maps them, within rounding",
    arguments: TreeWalkVariant.allCases, 0..<8 as Range<UInt64>)
  func equalsReference(variant: TreeWalkVariant, seed: UInt64) throws {
    let nodes = Self.nodes(count: 200, seed: seed)
    for drawn in try Self.quads(variant, nodes) {
      let index = Int(drawn.layer)
      let bounds = nodes[index].state.bounds
      let pairs = [
        (drawn.quad.topLeft, Self.corner(bounds.left, bounds.top, of: index, nodes)),
        (drawn.quad.topRight, Self.corner(bounds.right, bounds.top, of: index, nodes)),
        (drawn.quad.bottomLeft, Self.corner(bounds.left, bounds.bottom, of: index, nodes)),
        (drawn.quad.bottomRight, Self.corner(bounds.right, bounds.bottom, of: index, nodes)),
      ]
      for (corner, expected) in pairs {
        let difference = SIMD2<Double>(corner) - expected
        let scale = max(1_000, abs(expected.x), abs(expected.y))
        #expect(max(abs(difference.x), abs(difference.y)) < 2e-5 * scale, "layer \(index)")
      }
    }
  }

  @Test(
    "Culling leaves out exactly what cannot show", arguments: TreeWalkVariant.allCases,
    0..<8 as Range<UInt64>)
  func culling(variant: TreeWalkVariant, seed: UInt64) throws {
    var nodes = Self.nodes(count: 150, seed: seed)
    // Without perspective, so that each box can be computed by hand.
    for index in nodes.indices {
      nodes[index].state.toParent.m13 = 0
      nodes[index].state.toParent.m23 = 0
    }
    let shown = Set(try Self.quads(variant, nodes).map { Int($0.layer) })
    for index in nodes.indices {
      let (area, opacity) = Self.visibleArea(of: index, nodes)
      if nodes[index].state.isDrawn, opacity > 0.0021, area > 0.1 {
        #expect(shown.contains(index), "layer \(index) shows \(area) square points")
      }
      if !nodes[index].state.isDrawn || opacity < 0.0019 || area < -0.1 {
        #expect(!shown.contains(index), "layer \(index) shows nothing")
      }
    }
  }

  /// The area of a layer's box inside of the screen and the boxes of all layers around it that clip
  /// (negative where they do not overlap), and its opacity.
  static func visibleArea(
    of index: Int, _ nodes: [LayerTree.Node]
  ) -> (area: Double, opacity: Double) {
    func box(_ index: Int) -> (low: SIMD2<Double>, high: SIMD2<Double>) {
      let bounds = nodes[index].state.bounds
      let corners = [
        corner(bounds.left, bounds.top, of: index, nodes),
        corner(bounds.right, bounds.top, of: index, nodes),
        corner(bounds.left, bounds.bottom, of: index, nodes),
        corner(bounds.right, bounds.bottom, of: index, nodes),
      ]
      return corners.reduce((corners[0], corners[0])) {
        (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
      }
    }
    var (low, high) = box(index)
    low = pointwiseMax(low, .zero)
    high = pointwiseMin(high, SIMD2(375, 667))
    var opacity = Double(min(max(nodes[index].state.opacity, 0), 1))
    var ancestor = nodes[index].parent
    while let current = ancestor {
      opacity *= Double(min(max(nodes[current].state.opacity, 0), 1))
      if nodes[current].state.clips {
        let clip = box(current)
        low = pointwiseMax(low, clip.low)
        high = pointwiseMin(high, clip.high)
      }
      ancestor = nodes[current].parent
    }
    let size = high - low
    let area = size.x * size.y
    return (size.x < 0 || size.y < 0 ? -abs(area) : area, opacity)
  }

  @Test("Hand-computed: position, opacity, clip and order", arguments: TreeWalkVariant.allCases)
  func byHand(variant: TreeWalkVariant) throws {
    let nodes = [
      Self.layer(in: nil, width: 375, height: 667),
      Self.layer(in: 0, x: 10, y: 20, width: 100, height: 50, opacity: 0.5, clips: true),
      // In front of its siblings, and cut off at the right.
      Self.layer(in: 1, x: 90, y: 5, width: 40, height: 10, z: 1, opacity: 0.5),
      Self.layer(in: 1, x: 1, y: 2, width: 3, height: 4),
      // Outside of its parent's clip, on the screen.
      Self.layer(in: 1, x: 120, y: 0, width: 10, height: 10),
      // Off the screen, with a child on it.
      Self.layer(in: 0, x: 400, y: 0, width: 10, height: 10),
      Self.layer(in: 5, x: -100, y: 7, width: 10, height: 10),
      Self.layer(in: 0, width: 10, height: 10, opacity: 0),
      Self.layer(in: 0, width: 10, height: 10, isDrawn: false),
      // A line has no area.
      Self.layer(in: 0, width: 10, height: 0),
    ]
    let quads = try Self.quads(variant, nodes)
    #expect(quads.map(\.layer) == [0, 1, 3, 2, 6])
    #expect(quads.map(\.opacity) == [1, 0.5, 0.5, 0.25, 1])
    let clip = Edges(left: 10, top: 20, right: 110, bottom: 70)
    #expect(quads.map(\.clip) == [Self.screen, Self.screen, clip, clip, Self.screen])
    #expect(
      quads[3].quad
        == Quad(
          topLeft: SIMD2(100, 25), topRight: SIMD2(140, 25), bottomLeft: SIMD2(100, 35),
          bottomRight: SIMD2(140, 35)))
    #expect(quads[4].quad.topLeft == SIMD2(300, 7))
  }

  @Test("A layer behind the eye is not drawn, and clips everything away")
  func behindTheEye() throws {
    for variant in TreeWalkVariant.allCases {
      for clips in [false, true] {
        var nodes = [
          Self.layer(in: nil, width: 300, height: 300, clips: clips),
          Self.layer(in: 0, width: 10, height: 10),
        ]
        nodes[0].state.toParent.m23 = -0.01
        let shown = try Self.quads(variant, nodes).map(\.layer)
        #expect(shown == (clips ? [] : [1]), "\(variant)")
      }
    }
  }

  @Test(
    "Changed layers are walked as a tree that had them from the start",
    arguments: 0..<6 as Range<UInt64>)
  func updates(seed: UInt64) throws {
    let old = Self.nodes(count: 120, seed: seed)
    var new = old
    for (index, other) in Self.nodes(count: 120, seed: seed + 100).enumerated()
    where index % 3 == 0 {
      new[index].state = other.state
    }
    for variant in TreeWalkVariant.allCases {
      let walk = TreeWalks.make(variant, try LayerTree(old))
      walk.walk(clip: Self.screen)
      #expect(walk.displayList.quads == (try Self.quads(.struct, old)))
      for index in new.indices where index % 3 == 0 { walk.update(new[index].state, at: index) }
      walk.walk(clip: Self.screen)
      let expected = try Self.quads(.struct, new)
      #expect(walk.displayList.quads == expected, "\(variant)")
      #expect(walk.count == 120)
    }
  }

  @Test("A NaN stays in its layer and the layers in it", arguments: TreeWalkVariant.allCases)
  func brokenLayers(variant: TreeWalkVariant) throws {
    let nodes = Self.nodes(count: 90, seed: 5)
    let whole = try Self.quads(variant, nodes)
    for broken in [3, 40] {
      let walk = TreeWalks.make(variant, try LayerTree(nodes))
      var state = nodes[broken].state
      state.toParent.m31 = .nan
      state.bounds = Edges(left: 0, top: 0, right: .nan, bottom: 1)
      walk.update(state, at: broken)
      walk.walk(clip: Self.screen)
      var inside = Set([broken])
      for index in try LayerTree(nodes).paintOrder {
        if let parent = nodes[index].parent, inside.contains(parent) { inside.insert(index) }
      }
      #expect(walk.displayList.quads == whole.filter { !inside.contains(Int($0.layer)) })
    }
  }

  @Test("A chain of 10,000 layers overflows no stack", arguments: TreeWalkVariant.allCases)
  func deepTree(variant: TreeWalkVariant) throws {
    let nodes = (0..<10_000).map { index in
      Self.layer(
        in: index == 0 ? nil : index - 1, x: index == 0 ? 0 : 0.03125, width: 20, height: 20)
    }
    let quads = try Self.quads(variant, nodes)
    #expect(quads.count == 10_000)
    #expect(quads.last?.quad.topLeft == SIMD2(312.46875, 0))
  }

  @Test("A tree without layers gives an empty list", arguments: TreeWalkVariant.allCases)
  func emptyTree(variant: TreeWalkVariant) throws {
    #expect(try Self.quads(variant, []).isEmpty)
  }

  @Test("Trees that make no sense are refused, and the message says what to do")
  func refusals() throws {
    func error(_ change: (inout [LayerTree.Node]) -> Void) -> LayerTreeError? {
      var nodes = (0..<4).map { Self.layer(in: $0 == 0 ? nil : $0 - 1, width: 9, height: 9) }
      change(&nodes)
      do {
        _ = try LayerTree(nodes)
        return nil
      } catch {
        return error
      }
    }
    #expect(error { _ in } == nil)
    #expect(error { $0[1].parent = 3 } == .cycle(layer: 1))
    #expect(error { $0[0].parent = 0 } == .cycle(layer: 0))
    #expect(error { $0[2].parent = 4 } == .unknownParent(layer: 2, parent: 4))
    #expect(error { $0[2].parent = -1 } == .unknownParent(layer: 2, parent: -1))
    #expect(
      error { $0[1].state.bounds = Edges(left: 0, top: 0, right: .nan, bottom: 1) }
        == .notFinite(layer: 1))
    #expect(error { $0[1].state.toParent.m12 = .infinity } == .notFinite(layer: 1))
    #expect(error { $0[3].state.opacity = .nan } == .notFinite(layer: 3))
    #expect(error { $0[3].zPosition = .nan } == .notFinite(layer: 3))
    #expect(
      LayerTreeError.cycle(layer: 7).description
        == "Layer 7 is inside of itself. Remove it from its parent first.")
  }
}
