/// Turns a tree of layers into a display list, once per frame.
///
///     let walk = TreeWalks.make(.block, try LayerTree(nodes))
///     walk.update(state, at: 7)
///     walk.walk(clip: screen)
///     draw(walk.displayList)
///
/// For every layer, a walk computes its transform to the screen (the product with its parent's),
/// its opacity, its four corners and their bounding box, and the clip of its children. The list
/// has all layers that draw something and are visible on the screen, back to front. It leaves out:
///
/// - layers with an opacity product of at most ``TreeWalks/invisibleOpacity``;
/// - layers whose bounding box has no area within their clip;
/// - layers with a corner on the plane of the eye or behind it, or with a corner that is not
///   finite; if such a layer clips, its descendants as well.
///
/// The clip of a rotated layer is its bounding box, so that nothing visible is cut off. The lists
/// of all variants are the same, bit for bit. A walk allocates nothing. A NaN in one layer stays in
/// that layer and its descendants.
package protocol TreeWalk: AnyObject {
  /// Creates a walk over a tree.
  init(_ tree: LayerTree)

  /// The number of layers.
  var count: Int { get }

  /// The result of the last walk; empty before the first walk.
  var displayList: DisplayList { get }

  /// Sets the state of a layer for the next and later walks.
  ///
  /// - Precondition: `index` is in 0..<`count`.
  func update(_ state: LayerState, at index: Int)

  /// Walks the whole tree.
  ///
  /// - Parameter clip: The screen, in points.
  func walk(clip: Edges)
}

/// An implementation that walks a tree.
///
/// The raw values are the variants' names in benchmarks and result files.
package enum TreeWalkVariant: String, CaseIterable, Sendable {
  /// One object per layer, one number at a time.
  case `struct`

  /// Flat arrays in drawing order, with a `SIMD4` per row of a transform.
  case simd

  /// Level by level, four layers at a time.
  case block
}

/// Makes tree walks by variant.
package enum TreeWalks {
  /// The largest opacity that counts as invisible: half a step of an 8-bit color channel.
  package static let invisibleOpacity: Float = 1.0 / 510

  /// Creates a walk of the given variant.
  package static func make(_ variant: TreeWalkVariant, _ tree: LayerTree) -> any TreeWalk {
    switch variant {
    case .struct: StructTreeWalk(tree)
    case .simd: SIMDTreeWalk(tree)
    case .block: BlockTreeWalk(tree)
    }
  }
}
