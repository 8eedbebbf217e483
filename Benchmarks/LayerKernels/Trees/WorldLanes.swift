/// What a layer passes on to its children, per lane.
///
/// - Shape: 14 fields of `V`.
struct WorldLanes<V: Lanes>: BitwiseCopyable, Sendable {
  /// The transform to the screen; see ``PlaneTransform``.
  var m11, m12, m13, m21, m22, m23, m31, m32, m33: V

  /// The product of the opacities of the layer and its ancestors.
  var opacity: V

  /// The edges outside of which children are cut off, in points of the screen.
  var left, top, right, bottom: V
}

extension WorldLanes {
  /// 1 if no descendant can be visible, otherwise 0.
  @inline(__always)
  var hidesChildren: V {
    let (zero, one) = (V.splat(0), V.splat(1))
    let isOpaque = V.select(.splat(TreeWalks.invisibleOpacity), below: opacity, zero, one)
    return V.select(left, below: right, V.select(top, below: bottom, isOpaque, one), one)
  }
}

extension WorldLanes<Float> {
  /// What roots inherit.
  init(clip: Edges) {
    m11 = 1
    m12 = 0
    m13 = 0
    m21 = 0
    m22 = 1
    m23 = 0
    m31 = 0
    m32 = 0
    m33 = 1
    opacity = 1
    left = clip.left
    top = clip.top
    right = clip.right
    bottom = clip.bottom
  }

  var clip: Edges { Edges(left: left, top: top, right: right, bottom: bottom) }
}

/// What a layer passes on to its children, in the form that the `simd` and `block` walks store.
///
/// - Shape: 64 bytes, aligned to 16.
struct WorldRecord: BitwiseCopyable {
  /// The rows of the transform to the screen; the fourth number of the first row is the opacity,
  /// and that of the second row is 1 if no descendant can be visible.
  var row1, row2, row3: SIMD4<Float>

  /// The edges outside of which children are cut off: left, top, right, and bottom.
  var clip: SIMD4<Float>

  static let zero = WorldRecord(row1: .zero, row2: .zero, row3: .zero, clip: .zero)

  /// What roots inherit.
  static func screen(_ clip: Edges) -> WorldRecord {
    WorldRecord(
      row1: SIMD4(1, 0, 0, 1), row2: SIMD4(0, 1, 0, 0), row3: SIMD4(0, 0, 1, 0),
      clip: clip.values)
  }
}
