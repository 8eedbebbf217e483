import BenchmarkModel
import FramegateKit
import LayerKernels
import SampleStatistics

extension BenchmarkRegistry {
  /// Adds the walk through a tree of layers to a display list, at several sizes:
  /// `kernel.treeWalk.<layers>.<variant>`.
  ///
  /// One operation is one layer of the tree; a call walks all of it after a tenth of the layers
  /// have changed, as in a frame.
  mutating func addTreeWalkSuite() {
    for count in TreeWalkInputs.counts {
      addTreeWalk(StructTreeWalk.self, .struct, count, bytes: StructTreeWalk.bytesPerLayer)
      addTreeWalk(SIMDTreeWalk.self, .simd, count, bytes: SIMDTreeWalk.bytesPerLayer)
      addTreeWalk(BlockTreeWalk.self, .block, count, bytes: BlockTreeWalk.bytesPerLayer)
    }
  }

  private mutating func addTreeWalk<Walk: TreeWalk>(
    _: Walk.Type, _ variant: Variant, _ count: Int, bytes: Int
  ) {
    benchmark(
      "kernel.treeWalk", variant: variant, operations: count,
      options: BenchmarkOptions(
        isReference: variant == .struct, bytesPerOperation: bytes,
        flopsPerOperation: KernelFlops.treeWalk,
        runsByDefault: count == TreeWalkInputs.standardCount,
        parameter: BenchmarkParameter("layers", count)),
      work: .init {
        let tree = try LayerTree(TreeWalkInputs.nodes(count))
        return (walk: Walk(tree), changes: TreeWalkInputs.changes(of: tree), isOdd: false)
      } body: { input in
        for change in input.changes {
          input.walk.update(input.isOdd ? change.first : change.second, at: change.index)
        }
        input.isOdd.toggle()
        input.walk.walk(clip: TreeWalkInputs.screen)
        blackHole(input.walk.displayList.quads.count)
      })
  }
}

/// Trees of layers from a fixed seed, shaped like those of apps.
enum TreeWalkInputs {
  /// The number of layers in each tree: as many as in a light, a typical, and a heavy scene, and
  /// more than any L2 cache holds.
  static let counts = [40, 400, standardCount, 40_000]

  /// The number of layers in the tree that a plain run walks.
  static let standardCount = 1_500

  static let screen = Edges(left: 0, top: 0, right: 375, bottom: 667)

  /// A root that fills the screen and `count` − 1 layers below it, in a tree both deep and wide.
  ///
  /// Three in four layers have a random parent among the previous sixteen layers; the others have
  /// any previous layer.
  ///
  /// One layer in ten is rotated a little, one in eight clips, one in fifty is transparent, and one
  /// in five shows nothing itself.
  static func nodes(_ count: Int, seed: UInt64 = KernelInputs.seed) -> [LayerTree.Node] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { index in
      guard index > 0 else {
        return LayerTree.Node(parent: nil, state: LayerState(bounds: screen, clips: true))
      }
      let isNearby = Int.random(in: 0..<4, using: &generator) > 0
      let parent = Int.random(
        in: isNearby ? max(0, index - 16)..<index : 0..<index, using: &generator)
      return LayerTree.Node(
        parent: parent, zPosition: index % 20 == 7 ? 1 : 0,
        state: state(using: &generator, isRotated: index % 10 == 3))
    }
  }

  /// For every tenth layer of a tree, two states between which frames alternate.
  static func changes(
    of tree: LayerTree
  ) -> [(index: Int, first: LayerState, second: LayerState)] {
    tree.nodes.indices.filter { $0 % 10 == 5 }.map { index in
      let first = tree.nodes[index].state
      var second = first
      second.toParent.m31 += 1
      second.opacity *= 0.75
      return (index, first, second)
    }
  }

  private static func state(
    using generator: inout SplitMix64, isRotated: Bool
  ) -> LayerState {
    let size = SIMD2<Float>.random(in: 20...160, using: &generator)
    let x = Float.random(in: -20...60, using: &generator)
    let y = Float.random(in: -20...90, using: &generator)
    var toParent = PlaneTransform.makeTranslation(x: x, y: y)
    if isRotated {
      let sine = Float.random(in: -0.2...0.2, using: &generator)
      let cosine = (1 - sine * sine).squareRoot()
      toParent.m11 = cosine
      toParent.m12 = sine
      toParent.m21 = -sine
      toParent.m22 = cosine
    }
    let chance = Int.random(in: 0..<200, using: &generator)
    return LayerState(
      toParent: toParent, bounds: Edges(left: 0, top: 0, right: size.x, bottom: size.y),
      opacity: chance < 4 ? 0 : chance < 30 ? 0.8 : 1,
      clips: Int.random(in: 0..<8, using: &generator) == 0,
      isDrawn: Int.random(in: 0..<5, using: &generator) > 0)
  }
}
