/// A walk over one object per layer, one number at a time, as user-interface engines are commonly
/// written: the `struct` variant.
///
/// Uses its own stack instead of recursion, because a tree may have any depth. Frozen, so that
/// ratios to it keep their meaning: faster code belongs in another variant.
package final class StructTreeWalk: TreeWalk {
  /// The bytes that a walk reads and writes per layer.
  package static let bytesPerLayer = MemoryLayout<NodeLanes<Float>>.size

  private final class Layer {
    let index: Int32
    var state: NodeLanes<Float>

    /// The children, back to front.
    var children: [Layer] = []

    init(index: Int32, state: NodeLanes<Float>) {
      self.index = index
      self.state = state
    }
  }

  /// Every layer by index; retaining all of them here keeps a deep tree from recursive release.
  private let layers: [Layer]

  /// The roots, front to back.
  private let roots: [Layer]

  /// The layers that are yet to be visited, the next one last, with what they inherit.
  private var stack: [(layer: Layer, inherited: WorldLanes<Float>)] = []

  package private(set) var displayList: DisplayList

  package init(_ tree: LayerTree) {
    let layers = tree.nodes.enumerated().map { index, node in
      Layer(index: Int32(index), state: NodeLanes(node.state))
    }
    for index in tree.paintOrder {
      if let parent = tree.nodes[index].parent { layers[parent].children.append(layers[index]) }
    }
    self.layers = layers
    roots = tree.paintOrder.reversed().filter { tree.nodes[$0].parent == nil }.map { layers[$0] }
    stack.reserveCapacity(tree.count)
    displayList = DisplayList(capacity: tree.count)
  }
}

extension StructTreeWalk {
  package var count: Int { layers.count }

  package func update(_ state: LayerState, at index: Int) {
    layers[index].state = NodeLanes(state)
  }

  package func walk(clip: Edges) {
    displayList.quads.removeAll(keepingCapacity: true)
    let screen = WorldLanes(clip: clip)
    for root in roots { stack.append((root, screen)) }
    while let (layer, parent) = stack.popLast() {
      var world = layer.state.world(in: parent)
      let corners = layer.state.corners(in: &world)
      if corners.isVisible != 0 {
        displayList.quads.append(
          corners.displayQuad(clip: parent.clip, opacity: world.opacity, layer: layer.index))
      }
      guard world.hidesChildren == 0 else { continue }
      for child in layer.children.reversed() { stack.append((child, world)) }
    }
  }
}
