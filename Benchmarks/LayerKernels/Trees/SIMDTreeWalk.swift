/// A walk over flat arrays in drawing order, one layer at a time with `SIMD4` values: the `simd`
/// variant.
///
/// The parent of a layer always comes before it, so one pass through the arrays is enough. Subtrees
/// that cannot be visible are skipped.
package final class SIMDTreeWalk: TreeWalk {
  /// The bytes that a walk reads and writes per layer.
  package static let bytesPerLayer = MemoryLayout<Layer>.stride + MemoryLayout<WorldRecord>.stride

  /// One layer's inputs.
  ///
  /// - Shape: 96 bytes, aligned to 16.
  fileprivate struct Layer {
    /// The rows of the transform to the parent: x, y, and w; the fourth number is 0.
    var row1, row2, row3: SIMD4<Float>
    var bounds: SIMD4<Float>
    var opacity: Float
    var isDrawn, clips: Bool

    /// The position of the parent, where 0 is the screen.
    let parent: Int32

    /// The position after the last descendant.
    let end: Int32
    let index: Int32
  }

  /// The layers in drawing order, from position 1 on; position 0 is the screen.
  private var layers: [Layer]
  private var worlds: [WorldRecord]

  /// The position of each layer, by index.
  private let positions: [Int]

  package private(set) var displayList: DisplayList

  package init(_ tree: LayerTree) {
    var positions = Array(repeating: 0, count: tree.count)
    for (position, index) in tree.paintOrder.enumerated() { positions[index] = position + 1 }
    layers = [
      Layer(
        LayerState(bounds: Edges(.zero)), parent: 0, end: Int32(tree.count + 1), index: -1)
    ]
    layers += tree.paintOrder.map { index in
      let node = tree.nodes[index]
      return Layer(
        node.state, parent: Int32(node.parent.map { positions[$0] } ?? 0),
        end: Int32(tree.ends[index] + 1), index: Int32(index))
    }
    worlds = Array(
      repeating: .zero, count: layers.count)
    self.positions = positions
    displayList = DisplayList(capacity: tree.count)
  }
}

extension SIMDTreeWalk {
  package var count: Int { positions.count }

  package func update(_ state: LayerState, at index: Int) {
    layers[positions[index]].update(state)
  }

  package func walk(clip: Edges) {
    displayList.quads.removeAll(keepingCapacity: true)
    worlds[0] = .screen(clip)
    layers.withUnsafeBufferPointer { layers in
      worlds.withUnsafeMutableBufferPointer { worlds in
        var position = 1
        while position < layers.count {
          let parent = worlds[Int(layers[position].parent)]
          let hidesChildren = layers[position].walk(
            in: parent, &worlds[position], &displayList.quads)
          position = hidesChildren ? Int(layers[position].end) : position + 1
        }
      }
    }
  }
}

extension SIMDTreeWalk.Layer {
  init(_ state: LayerState, parent: Int32, end: Int32, index: Int32) {
    self.parent = parent
    self.end = end
    self.index = index
    row1 = .zero
    row2 = .zero
    row3 = .zero
    bounds = .zero
    opacity = 0
    isDrawn = false
    clips = false
    update(state)
  }

  mutating func update(_ state: LayerState) {
    let toParent = state.toParent
    row1 = SIMD4(toParent.m11, toParent.m12, toParent.m13, 0)
    row2 = SIMD4(toParent.m21, toParent.m22, toParent.m23, 0)
    row3 = SIMD4(toParent.m31, toParent.m32, toParent.m33, 0)
    bounds = state.bounds.values
    opacity = state.clampedOpacity
    isDrawn = state.isDrawn
    clips = state.clips
  }

  /// Processes one layer: writes what its children inherit, and appends what it draws.
  ///
  /// - Returns: Whether no descendant can be visible.
  @inline(__always)
  func walk(
    in parent: WorldRecord, _ world: inout WorldRecord, _ quads: inout [DisplayQuad]
  ) -> Bool {
    @inline(__always)
    func row(_ row: SIMD4<Float>) -> SIMD4<Float> {
      row.x * parent.row1 + row.y * parent.row2 + row.z * parent.row3
    }
    let (row1, row2, row3) = (row(row1), row(row2), row(row3))
    let (left, right) = (bounds.x * row1, bounds.z * row1)
    let (top, bottom) = (bounds.y * row2 + row3, bounds.w * row2 + row3)
    let (c0, c1, c2, c3) = (left + top, right + top, left + bottom, right + bottom)
    let w = SIMD4(c0.z, c1.z, c2.z, c3.z)
    let r = 1 / w
    let x = SIMD4(c0.x, c1.x, c2.x, c3.x) * r
    let y = SIMD4(c0.y, c1.y, c2.y, c3.y) * r
    // Each remaining step needs other lanes, so the rest is done one number at a time.
    var inherited = WorldLanes<Float>(clip: Edges(parent.clip))
    inherited.opacity = opacity * parent.row1.w
    var corners = CornerLanes(
      topLeftX: x.x, topLeftY: y.x, topRightX: x.y, topRightY: y.y,
      bottomLeftX: x.z, bottomLeftY: y.z, bottomRightX: x.w, bottomRightY: y.w,
      isVisible: isDrawn ? 1 : 0)
    corners.cull(clips: clips ? 1 : 0, .min(.min(w.x, w.y), .min(w.z, w.w)), &inherited)
    world.row1 = SIMD4(row1.x, row1.y, row1.z, inherited.opacity)
    world.row2 = row2
    world.row3 = row3
    world.clip = SIMD4(inherited.left, inherited.top, inherited.right, inherited.bottom)
    if corners.isVisible != 0 {
      quads.append(
        corners.displayQuad(clip: Edges(parent.clip), opacity: inherited.opacity, layer: index))
    }
    return inherited.hidesChildren != 0
  }
}
