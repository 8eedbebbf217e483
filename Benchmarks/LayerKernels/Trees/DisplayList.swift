package import MotionKernels

/// What a frame draws, back to front: the result of a tree walk.
package struct DisplayList: Hashable, Sendable {
  package internal(set) var quads: [DisplayQuad] = []

  /// Creates an empty list that `capacity` quads fit into without another allocation.
  init(capacity: Int) {
    quads.reserveCapacity(capacity)
  }
}

/// One layer as it is drawn.
///
/// - Shape: 56 bytes, 64 apart.
/// - Units: points of the screen.
@frozen
package struct DisplayQuad: Hashable, Sendable {
  /// Where the layer's corners are.
  package var quad: Quad<Float>

  /// What is cut off: the edges of the screen and of all layers around this one that clip.
  package var clip: Edges

  /// The product of the opacities of the layer and all layers around it.
  package var opacity: Float

  /// The layer's index in its tree.
  package var layer: Int32
}
