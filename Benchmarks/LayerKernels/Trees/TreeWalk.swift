/// Turns a tree of layers into a display list, once per frame.
///
///     let walk = TreeWalks.make(.block, try LayerTree(nodes))
///     walk.update(state, at: 7)
///     walk.walk(clip: screen)
///     draw(walk.displayList)
///
/// A walk computes for every layer: its transform to the screen (the product with its parent's),
/// its opacity, its four corners and their bounding box, and the clip that its children have. The
/// list has all layers that are drawn and show on the screen, back to front. These are left out:
///
/// - layers with an opacity product of at most ``TreeWalks/invisibleOpacity``;
/// - layers whose bounding box has no area within their clip;
/// - layers with a corner on the plane of the eye or behind it, or with a corner that is not
///   finite; if such a layer clips, its descendants as well.
///
/// The clip of a rotated layer is its bounding box, so that nothing is cut off that shows. All
/// variants give equal lists, bit for bit. A walk allocates nothing. A NaN in one layer stays in
/// that layer and its descendants.
package protocol TreeWalk: AnyObject {
  /// Creates a walk over a tree.
  init(_ tree: LayerTree)

  /// How many layers there are.
  var count: Int { get }

  /// What the last walk found; empty before the first.
  var displayList: DisplayList { get }

  /// Changes a layer from the next walk on.
  ///
  /// - Precondition: `index` is in 0..<`count`.
  func update(_ state: LayerState, at index: Int)

  /// Walks the whole tree.
  ///
  /// - Parameter clip: The screen, in points.
  func walk(clip: Edges)
}

/// Which implementation walks a tree.
///
/// The raw values are the variants' names in benchmarks and result files.
package enum TreeWalkVariant: String, CaseIterable, Sendable {
  /// An object per layer, one number at a time.
  case `struct`

  /// Flat arrays in the order of drawing, a `SIMD4` per row of a transform.
  case simd

  /// Level by level, four layers at a time.
  case block
}

/// Makes tree walks by variant.
package enum TreeWalks {
  /// The largest opacity that shows nothing: half a step of a color channel of eight bits.
  package static let invisibleOpacity: Float = 1.0 / 510

  /// A walk by the given variant.
  package static func make(_ variant: TreeWalkVariant, _ tree: LayerTree) -> any TreeWalk {
    switch variant {
    case .struct: StructTreeWalk(tree)
    case .simd: SIMDTreeWalk(tree)
    case .block: BlockTreeWalk(tree)
    }
  }
}
