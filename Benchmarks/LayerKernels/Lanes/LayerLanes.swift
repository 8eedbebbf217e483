import MotionKernels

/// An animated layer per lane, prepared so that no frame repeats the same work: a structure of 23
/// fields.
///
/// The corners of a rectangle need only the images of its x and y axes and of its center. So the
/// scale along z and the third row of the transform never appear, and half the width and half the
/// height are part of the scale. The two quaternions are in the same hemisphere and are divided by
/// (sin θ) / θ.
///
/// - Shape: 23 fields of `V`; with `SIMD16<Float>`, 1,472 bytes for 16 layers.
package struct LayerLanes<V: Lanes>: BitwiseCopyable, Sendable {
  var begin, inverseDuration: V
  var translationX, translationY, translationZ: V
  var shiftX, shiftY, shiftZ: V
  var halfWidth, halfHeight, widthChange, heightChange: V
  var startX, startY, startZ, startW: V
  var endX, endY, endZ, endW: V
  var angleSquared: V
  var m24, m34: V
}

/// Sixteen layers.
package typealias LayerBlock = LayerLanes<SIMD16<Float>>

extension LayerLanes {
  /// The elapsed fraction of every animation: below 0 before its start and above 1 after its end.
  @inline(__always)
  func fraction(at time: V) -> V { (time - begin) * inverseDuration }

  /// The corners at an eased progress.
  @inline(__always)
  func quad(at progress: V, parent: ParentLanes<V>) -> QuadLanes<V> {
    let rest = V.splat(1) - progress
    let end = progress * V.sineOverAngle(squared: angleSquared * (progress * progress))
    let start = rest * V.sineOverAngle(squared: angleSquared * (rest * rest))
    let x = V.multiplyAdd(endX, end, startX * start)
    let y = V.multiplyAdd(endY, end, startY * start)
    let z = V.multiplyAdd(endZ, end, startZ * start)
    let w = V.multiplyAdd(endW, end, startW * start)

    let across = V.multiplyAdd(widthChange, progress, halfWidth)
    let down = V.multiplyAdd(heightChange, progress, halfHeight)
    let (x2, y2, z2) = (x + x, y + y, z + z)
    let (zz, xy, wz) = (z * z2, x * y2, w * z2)
    let one = V.splat(1)
    let m11 = (one - (y * y2 + zz)) * across
    let m12 = (xy + wz) * across
    let m13 = (x * z2 - w * y2) * across
    let m21 = (xy - wz) * down
    let m22 = (one - (x * x2 + zz)) * down
    let m23 = (y * z2 + w * x2) * down
    let m41 = V.multiplyAdd(shiftX, progress, translationX)
    let m42 = V.multiplyAdd(shiftY, progress, translationY)
    let m43 = V.multiplyAdd(shiftZ, progress, translationZ)
    return QuadLanes(
      center: parent.image(m41, m42, m43, .multiplyAdd(m43, m34, .multiplyAdd(m42, m24, one))),
      across: parent.image(m11, m12, m13, .multiplyAdd(m13, m34, m12 * m24)),
      down: parent.image(m21, m22, m23, .multiplyAdd(m23, m34, m22 * m24)))
  }
}

/// The twelve numbers of a parent that corners depend on, the same in every lane.
struct ParentLanes<V: Lanes> {
  let x1, y1, w1, x2, y2, w2, x3, y3, w3, x4, y4, w4: V

  @inline(__always)
  init(_ parent: SIMDTransform3D) {
    x1 = .splat(parent.row1.x)
    y1 = .splat(parent.row1.y)
    w1 = .splat(parent.row1.w)
    x2 = .splat(parent.row2.x)
    y2 = .splat(parent.row2.y)
    w2 = .splat(parent.row2.w)
    x3 = .splat(parent.row3.x)
    y3 = .splat(parent.row3.y)
    w3 = .splat(parent.row3.w)
    x4 = .splat(parent.row4.x)
    y4 = .splat(parent.row4.y)
    w4 = .splat(parent.row4.w)
  }

  /// x, y, and w of the image of a homogeneous vector.
  @inline(__always)
  func image(_ x: V, _ y: V, _ z: V, _ w: V) -> (V, V, V) {
    (
      .multiplyAdd(w, x4, .multiplyAdd(z, x3, .multiplyAdd(y, x2, x * x1))),
      .multiplyAdd(w, y4, .multiplyAdd(z, y3, .multiplyAdd(y, y2, x * y1))),
      .multiplyAdd(w, w4, .multiplyAdd(z, w3, .multiplyAdd(y, w2, x * w1)))
    )
  }
}
