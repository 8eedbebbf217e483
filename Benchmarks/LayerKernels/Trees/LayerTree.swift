/// A tree of layers from which a tree walk is built: parents, depths, and initial states.
///
/// The index of a layer is its index in ``nodes``. Layers may be in any order, and there may be
/// several roots.
package struct LayerTree: Sendable {
  /// One layer and its place in the tree.
  package struct Node: Hashable, Sendable {
    /// The index of the parent layer, or nil for a root.
    package var parent: Int?

    /// The drawing order among siblings, lowest at the back; equal values keep the order of
    /// indices.
    package var zPosition: Float

    package var state: LayerState

    package init(parent: Int?, zPosition: Float = 0, state: LayerState) {
      self.parent = parent
      self.zPosition = zPosition
      self.state = state
    }
  }

  package let nodes: [Node]

  /// The indices of all layers, back to front: each layer before its children (preorder).
  let paintOrder: [Int]

  /// The number of ancestors of each layer, by index.
  let depths: [Int]

  /// For each layer, the index in ``paintOrder`` after its last descendant.
  let ends: [Int]

  /// Creates a tree and computes its drawing order.
  ///
  /// - Complexity: O(*n* log *n*); uses its own stack, so that no tree is too deep.
  /// - Throws: ``LayerTreeError`` if parents do not exist or form a cycle, or if numbers are not
  ///   finite.
  package init(_ nodes: [Node]) throws(LayerTreeError) {
    var children: [[Int]] = Array(repeating: [], count: nodes.count)
    var roots: [Int] = []
    for (index, node) in nodes.enumerated() {
      guard node.state.isFinite, node.zPosition.isFinite else {
        throw .notFinite(layer: index)
      }
      guard let parent = node.parent else {
        roots.append(index)
        continue
      }
      guard nodes.indices.contains(parent) else {
        throw .unknownParent(layer: index, parent: parent)
      }
      children[parent].append(index)
    }
    let isBehind = { (nodes[$0].zPosition, $0) < (nodes[$1].zPosition, $1) }
    var order: [Int] = []
    order.reserveCapacity(nodes.count)
    var depths = Array(repeating: 0, count: nodes.count)
    var ends = Array(repeating: 0, count: nodes.count)
    var stack = Array(roots.sorted(by: isBehind).reversed())
    while let index = stack.popLast() {
      order.append(index)
      if let parent = nodes[index].parent { depths[index] = depths[parent] + 1 }
      stack += children[index].sorted(by: isBehind).reversed()
    }
    if order.count < nodes.count {
      // The layers of a cycle cannot be reached from a root.
      var isReached = Array(repeating: false, count: nodes.count)
      for index in order { isReached[index] = true }
      throw .cycle(layer: Self.layerOfCycle(nodes, isReached))
    }
    // Backward, so that the children of a layer come before it.
    for position in order.indices.reversed() {
      let index = order[position]
      ends[index] = max(ends[index], position + 1)
      if let parent = nodes[index].parent { ends[parent] = max(ends[parent], ends[index]) }
    }
    self.nodes = nodes
    self.depths = depths
    self.ends = ends
    paintOrder = order
  }
}

extension LayerTree {
  package var count: Int { nodes.count }

  /// A layer that is its own ancestor: the first that repeats on the way up from an unreached
  /// layer.
  private static func layerOfCycle(_ nodes: [Node], _ isReached: [Bool]) -> Int {
    var index = isReached.firstIndex(of: false) ?? 0
    var isSeen = Array(repeating: false, count: nodes.count)
    while !isSeen[index], let parent = nodes[index].parent {
      isSeen[index] = true
      index = parent
    }
    return index
  }
}

/// The properties of a layer that can change from frame to frame.
package struct LayerState: Hashable, Sendable {
  /// Maps points of the layer to points of its parent, or of the screen for a root.
  package var toParent: PlaneTransform

  /// The rectangle that the layer fills, in its own points.
  package var bounds: Edges

  /// The layer's own opacity, clamped to 0…1 and multiplied by the opacities of all ancestors.
  package var opacity: Float

  /// Whether descendants are cut off at the layer's edges.
  package var clips: Bool

  /// Whether the layer itself draws anything; if not, it only moves, fades, and clips others.
  package var isDrawn: Bool

  package init(
    toParent: PlaneTransform = .identity, bounds: Edges, opacity: Float = 1, clips: Bool = false,
    isDrawn: Bool = true
  ) {
    self.toParent = toParent
    self.bounds = bounds
    self.opacity = opacity
    self.clips = clips
    self.isDrawn = isDrawn
  }
}

extension LayerState {
  /// Whether no number is NaN or infinite.
  package var isFinite: Bool {
    toParent.isFinite && bounds.isFinite && opacity.isFinite
  }

  /// The opacity clamped to 0…1; NaN counts as 0.
  var clampedOpacity: Float { opacity > 0 ? (opacity < 1 ? opacity : 1) : 0 }
}

/// The edges of a rectangle whose sides are parallel to the axes, in points.
@frozen
package struct Edges: Hashable, Sendable {
  /// Left, top, right, and bottom.
  var values: SIMD4<Float>

  package init(left: Float, top: Float, right: Float, bottom: Float) {
    values = SIMD4(left, top, right, bottom)
  }

  init(_ values: SIMD4<Float>) {
    self.values = values
  }
}

extension Edges {
  package var left: Float { values.x }
  package var top: Float { values.y }
  package var right: Float { values.z }
  package var bottom: Float { values.w }

  package var isFinite: Bool { (values * 0).sum() == 0 }
}

/// The reason why a tree cannot be walked.
package enum LayerTreeError: Error, Hashable {
  /// A layer is its own ancestor.
  case cycle(layer: Int)

  /// A layer names a parent that does not exist.
  case unknownParent(layer: Int, parent: Int)

  /// A transform, bounds, an opacity, or a `zPosition` is NaN or infinite.
  case notFinite(layer: Int)
}

extension LayerTreeError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cycle(let layer):
      "Layer \(layer) is inside of itself. Remove it from its parent first."
    case .unknownParent(let layer, let parent):
      "Layer \(layer) is in layer \(parent), which does not exist. Also add that one to the tree."
    case .notFinite(let layer):
      """
      Layer \(layer) has a transform, a size, an opacity or a zPosition that is not finite. \
      Look for a division by zero.
      """
    }
  }
}
