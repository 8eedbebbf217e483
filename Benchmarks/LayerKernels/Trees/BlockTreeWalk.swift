import MotionKernels

/// A walk level by level, four layers at a time: the `block` variant.
///
/// A level has the layers of one depth, in blocks of four that may have different parents. What a
/// layer passes on is stored per layer, because the parents of a block may be anywhere: four loads
/// and a transposition cost less than fourteen gathers. At the end, the list is collected in
/// drawing order. A block is skipped if all its parents hide their children.
package final class BlockTreeWalk: TreeWalk {
  /// The bytes that a walk reads and writes per layer.
  package static let bytesPerLayer =
    MemoryLayout<NodeLanes<Float>>.size + MemoryLayout<WorldRecord>.stride
    + MemoryLayout<Drawn>.stride

  /// Four layers.
  private typealias Block = NodeLanes<SIMD4<Float>>

  /// What a layer draws.
  ///
  /// - Shape: 64 bytes.
  private struct Drawn {
    /// The top and bottom corners: x and y of two corners each.
    var top, bottom: SIMD4<Float>
    var clip: SIMD4<Float>

    /// The opacity, then 1 for a visible layer or else 0; the rest is unused.
    var flags: SIMD4<Float>
  }

  private var blocks: [Block]

  /// For each block, the indices in `worlds` of its lanes' parents.
  private let parents: [SIMD4<Int32>]

  /// What each slot passes on to its children; a slot is 4 · block + lane, and the screen comes
  /// last.
  private var worlds: [WorldRecord]
  private var drawn: [Drawn]

  /// The slot of each layer, by index.
  private let slots: [Int]

  /// The slots and indices of all layers in drawing order.
  private let paintOrder: [SIMD2<Int32>]

  package private(set) var displayList: DisplayList

  package init(_ tree: LayerTree) {
    var levels: [[Int]] = []
    // Siblings are neighbors in their level, back to front.
    for index in tree.paintOrder {
      if tree.depths[index] == levels.count { levels.append([]) }
      levels[tree.depths[index]].append(index)
    }
    var slots = Array(repeating: 0, count: tree.count)
    var slotCount = 0
    for level in levels {
      for (offset, index) in level.enumerated() { slots[index] = slotCount + offset }
      slotCount += (level.count + 3) / 4 * 4
    }
    var states = Array(repeating: NodeLanes<Float>.empty, count: slotCount)
    var parents = Array(repeating: SIMD4(repeating: Int32(slotCount)), count: slotCount / 4)
    for (index, node) in tree.nodes.enumerated() {
      let slot = slots[index]
      states[slot] = NodeLanes(node.state)
      if let parent = node.parent { parents[slot / 4][slot % 4] = Int32(slots[parent]) }
    }
    blocks = parents.indices.map { block in
      Block(states[4 * block], states[4 * block + 1], states[4 * block + 2], states[4 * block + 3])
    }
    self.parents = parents
    self.slots = slots
    worlds = Array(repeating: .zero, count: slotCount + 1)
    drawn = Array(
      repeating: Drawn(top: .zero, bottom: .zero, clip: .zero, flags: .zero), count: slotCount)
    paintOrder = tree.paintOrder.map { SIMD2(Int32(slots[$0]), Int32($0)) }
    displayList = DisplayList(capacity: tree.count)
  }
}

extension BlockTreeWalk {
  package var count: Int { slots.count }

  package func update(_ state: LayerState, at index: Int) {
    blocks[slots[index] / 4].set(NodeLanes(state), lane: slots[index] % 4)
  }

  package func walk(clip: Edges) {
    worlds[worlds.count - 1] = .screen(clip)
    worlds.withUnsafeMutableBufferPointer { worlds in
      drawn.withUnsafeMutableBufferPointer { drawn in
        blocks.withUnsafeBufferPointer { blocks in
          parents.withUnsafeBufferPointer { parents in
            guard let worlds = worlds.baseAddress, let drawn = drawn.baseAddress else { return }
            for block in blocks.indices {
              Self.walk(
                blocks[block], parents[block], worlds, worlds + 4 * block, drawn + 4 * block)
            }
          }
        }
      }
    }
    collect()
  }

  /// Processes four layers: writes what their children inherit and what they draw.
  @inline(__always)
  private static func walk(
    _ block: Block, _ parents: SIMD4<Int32>, _ worlds: UnsafePointer<WorldRecord>,
    _ world: UnsafeMutablePointer<WorldRecord>, _ drawn: UnsafeMutablePointer<Drawn>
  ) {
    let (a, b) = (worlds + Int(parents.x), worlds + Int(parents.y))
    let (c, d) = (worlds + Int(parents.z), worlds + Int(parents.w))
    if (a.pointee.row2.w + b.pointee.row2.w) + (c.pointee.row2.w + d.pointee.row2.w) == 4 {
      for lane in 0..<4 {
        // A child's block that also has other parents is not skipped, and must not see the values
        // of an earlier walk.
        world[lane].row1.w = 0
        world[lane].row2.w = 1
        drawn[lane].flags.y = 0
      }
      return
    }
    let inherited = WorldLanes(a.pointee, b.pointee, c.pointee, d.pointee)
    var own = block.world(in: inherited)
    let corners = block.corners(in: &own)
    let (row1, row2) = (
      transposed(own.m11, own.m12, own.m13, own.opacity),
      transposed(own.m21, own.m22, own.m23, own.hidesChildren)
    )
    let row3 = transposed(own.m31, own.m32, own.m33, .zero)
    let clip = transposed(own.left, own.top, own.right, own.bottom)
    world[0] = WorldRecord(row1: row1.0, row2: row2.0, row3: row3.0, clip: clip.0)
    world[1] = WorldRecord(row1: row1.1, row2: row2.1, row3: row3.1, clip: clip.1)
    world[2] = WorldRecord(row1: row1.2, row2: row2.2, row3: row3.2, clip: clip.2)
    world[3] = WorldRecord(row1: row1.3, row2: row2.3, row3: row3.3, clip: clip.3)
    let top = transposed(
      corners.topLeftX, corners.topLeftY, corners.topRightX, corners.topRightY)
    let bottom = transposed(
      corners.bottomLeftX, corners.bottomLeftY, corners.bottomRightX, corners.bottomRightY)
    let edges = transposed(inherited.left, inherited.top, inherited.right, inherited.bottom)
    let flags = transposed(own.opacity, corners.isVisible, .zero, .zero)
    drawn[0] = Drawn(top: top.0, bottom: bottom.0, clip: edges.0, flags: flags.0)
    drawn[1] = Drawn(top: top.1, bottom: bottom.1, clip: edges.1, flags: flags.1)
    drawn[2] = Drawn(top: top.2, bottom: bottom.2, clip: edges.2, flags: flags.2)
    drawn[3] = Drawn(top: top.3, bottom: bottom.3, clip: edges.3, flags: flags.3)
  }

  /// Appends visible layers to the list, in drawing order.
  private func collect() {
    displayList.quads.removeAll(keepingCapacity: true)
    drawn.withUnsafeBufferPointer { drawn in
      for layer in paintOrder {
        let flags = drawn[Int(layer.x)].flags
        guard flags.y != 0 else { continue }
        let (top, bottom) = (drawn[Int(layer.x)].top, drawn[Int(layer.x)].bottom)
        displayList.quads.append(
          DisplayQuad(
            quad: Quad(
              topLeft: top.lowHalf, topRight: top.highHalf, bottomLeft: bottom.lowHalf,
              bottomRight: bottom.highHalf),
            clip: Edges(drawn[Int(layer.x)].clip), opacity: flags.x, layer: layer.y))
      }
    }
  }
}

extension WorldLanes<SIMD4<Float>> {
  /// Combines the records that the four lanes of a block inherit.
  @inline(__always)
  fileprivate init(
    _ a: WorldRecord, _ b: WorldRecord, _ c: WorldRecord,
    _ d: WorldRecord
  ) {
    (m11, m12, m13, opacity) = transposed(a.row1, b.row1, c.row1, d.row1)
    (m21, m22, m23, _) = transposed(a.row2, b.row2, c.row2, d.row2)
    (m31, m32, m33, _) = transposed(a.row3, b.row3, c.row3, d.row3)
    (left, top, right, bottom) = transposed(a.clip, b.clip, c.clip, d.clip)
  }
}

extension NodeLanes<SIMD4<Float>> {
  fileprivate init(
    _ a: NodeLanes<Float>, _ b: NodeLanes<Float>, _ c: NodeLanes<Float>, _ d: NodeLanes<Float>
  ) {
    let zero = SIMD4<Float>.zero
    self.init(
      m11: zero, m12: zero, m13: zero, m21: zero, m22: zero, m23: zero, m31: zero, m32: zero,
      m33: zero, left: zero, top: zero, right: zero, bottom: zero, opacity: zero, isDrawn: zero,
      clips: zero)
    for (lane, node) in [a, b, c, d].enumerated() { set(node, lane: lane) }
  }

  /// Writes one lane of every field; both structures have their fields in the same order.
  fileprivate mutating func set(_ node: NodeLanes<Float>, lane: Int) {
    withUnsafeMutableBytes(of: &self) { fields in
      withUnsafeBytes(of: node) { node in
        for field in 0..<node.count / MemoryLayout<Float>.size {
          fields.storeBytes(
            of: node.load(fromByteOffset: 4 * field, as: Float.self),
            toByteOffset: 16 * field + 4 * lane, as: Float.self)
        }
      }
    }
  }
}

/// Transposes four rows to columns.
///
/// Two lanes at a time, as 64 bits; otherwise the compiler needs twelve shuffles instead of eight.
@inline(__always)
private func transposed(
  _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>
) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
  typealias Pairs = SIMD2<UInt64>
  let ab = unsafeBitCast(SIMD4(a.x, b.x, a.y, b.y), to: Pairs.self)
  let cd = unsafeBitCast(SIMD4(c.x, d.x, c.y, d.y), to: Pairs.self)
  let abHigh = unsafeBitCast(SIMD4(a.z, b.z, a.w, b.w), to: Pairs.self)
  let cdHigh = unsafeBitCast(SIMD4(c.z, d.z, c.w, d.w), to: Pairs.self)
  return (
    unsafeBitCast(Pairs(ab.x, cd.x), to: SIMD4<Float>.self),
    unsafeBitCast(Pairs(ab.y, cd.y), to: SIMD4<Float>.self),
    unsafeBitCast(Pairs(abHigh.x, cdHigh.x), to: SIMD4<Float>.self),
    unsafeBitCast(Pairs(abHigh.y, cdHigh.y), to: SIMD4<Float>.self)
  )
}
