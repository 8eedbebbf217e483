package import MotionKernels

/// The layers that a frame draws, back to front: the result of a tree walk.
package struct DisplayList: Hashable, Sendable {
  package internal(set) var quads: [DisplayQuad] = []

  /// Creates an empty list with room for `capacity` quads.
  init(capacity: Int) {
    quads.reserveCapacity(capacity)
  }
}

/// A layer to draw.
///
/// - Shape: 56 bytes, with a stride of 64.
/// - Units: points of the screen.
@frozen
package struct DisplayQuad: Hashable, Sendable {
  /// The layer's corners.
  package var quad: Quad<Float>

  /// The rectangle outside of which the layer is cut off: the overlap of the screen and of all
  /// ancestors that clip.
  package var clip: Edges

  /// The product of the opacities of the layer and all its ancestors.
  package var opacity: Float

  /// The layer's index in its tree.
  package var layer: Int32
}
