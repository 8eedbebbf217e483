/// The inputs of a walk for a layer, per lane: a structure of sixteen fields.
///
/// The formulas of all variants are here, generic over the number of lanes.
///
/// - Shape: 16 fields of `V`; 64 bytes per layer.
struct NodeLanes<V: Lanes>: BitwiseCopyable, Sendable {
  /// The transform to the parent's points; see ``PlaneTransform``.
  var m11, m12, m13, m21, m22, m23, m31, m32, m33: V

  /// The layer's own rectangle.
  var left, top, right, bottom: V

  /// The layer's own opacity, 0…1.
  var opacity: V

  /// Flags: 1 for yes, 0 for no.
  var isDrawn, clips: V
}

extension NodeLanes<Float> {
  init(_ state: LayerState) {
    let (toParent, bounds) = (state.toParent, state.bounds)
    m11 = toParent.m11
    m12 = toParent.m12
    m13 = toParent.m13
    m21 = toParent.m21
    m22 = toParent.m22
    m23 = toParent.m23
    m31 = toParent.m31
    m32 = toParent.m32
    m33 = toParent.m33
    left = bounds.left
    top = bounds.top
    right = bounds.right
    bottom = bounds.bottom
    opacity = state.clampedOpacity
    isDrawn = state.isDrawn ? 1 : 0
    clips = state.clips ? 1 : 0
  }

  /// A layer that draws nothing, to fill up a block.
  static let empty = NodeLanes(
    LayerState(bounds: Edges(left: 0, top: 0, right: 0, bottom: 0), opacity: 0, isDrawn: false))
}

extension NodeLanes {
  /// The layer's transform and opacity on the screen, still with its parent's clip.
  @inline(__always)
  func world(in parent: WorldLanes<V>) -> WorldLanes<V> {
    @inline(__always)
    func dot(_ x: V, _ y: V, _ w: V, _ b1: V, _ b2: V, _ b3: V) -> V {
      .multiplyAdd(w, b3, .multiplyAdd(y, b2, x * b1))
    }
    return WorldLanes(
      m11: dot(m11, m12, m13, parent.m11, parent.m21, parent.m31),
      m12: dot(m11, m12, m13, parent.m12, parent.m22, parent.m32),
      m13: dot(m11, m12, m13, parent.m13, parent.m23, parent.m33),
      m21: dot(m21, m22, m23, parent.m11, parent.m21, parent.m31),
      m22: dot(m21, m22, m23, parent.m12, parent.m22, parent.m32),
      m23: dot(m21, m22, m23, parent.m13, parent.m23, parent.m33),
      m31: dot(m31, m32, m33, parent.m11, parent.m21, parent.m31),
      m32: dot(m31, m32, m33, parent.m12, parent.m22, parent.m32),
      m33: dot(m31, m32, m33, parent.m13, parent.m23, parent.m33),
      opacity: opacity * parent.opacity,
      left: parent.left, top: parent.top, right: parent.right, bottom: parent.bottom)
  }

  /// The corners under `world`, and whether the layer is visible; changes the clip in `world` to
  /// that of its children.
  @inline(__always)
  func corners(in world: inout WorldLanes<V>) -> CornerLanes<V> {
    let (leftX, leftY, leftW) = (left * world.m11, left * world.m12, left * world.m13)
    let (rightX, rightY, rightW) = (right * world.m11, right * world.m12, right * world.m13)
    let topX = V.multiplyAdd(top, world.m21, world.m31)
    let topY = V.multiplyAdd(top, world.m22, world.m32)
    let topW = V.multiplyAdd(top, world.m23, world.m33)
    let bottomX = V.multiplyAdd(bottom, world.m21, world.m31)
    let bottomY = V.multiplyAdd(bottom, world.m22, world.m32)
    let bottomW = V.multiplyAdd(bottom, world.m23, world.m33)
    let (w0, w1, w2, w3) = (leftW + topW, rightW + topW, leftW + bottomW, rightW + bottomW)
    let one = V.splat(1)
    let (r0, r1, r2, r3) = (one / w0, one / w1, one / w2, one / w3)
    var corners = CornerLanes(
      topLeftX: (leftX + topX) * r0, topLeftY: (leftY + topY) * r0,
      topRightX: (rightX + topX) * r1, topRightY: (rightY + topY) * r1,
      bottomLeftX: (leftX + bottomX) * r2, bottomLeftY: (leftY + bottomY) * r2,
      bottomRightX: (rightX + bottomX) * r3, bottomRightY: (rightY + bottomY) * r3,
      isVisible: isDrawn)
    corners.cull(clips: clips, .min(.min(w0, w1), .min(w2, w3)), &world)
    return corners
  }
}
