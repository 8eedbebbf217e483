/// An animated layer per lane, prepared so that a frame does no work twice: a structure of 23
/// fields.
///
/// The corners of a rectangle need the images of its x and y axes and of its middle, so the scale
/// along z and the third row of the transform never appear, and the half width and half height are
/// part of the scale. The quaternions are on the same side, and divided by sin θ / θ.
///
/// - Shape: 23 fields of `V`; with `SIMD16<Float>`, 1 472 bytes for 16 layers.
public struct LayerLanes<V: Lanes>: BitwiseCopyable, Sendable {
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
public typealias LayerBlock = LayerLanes<SIMD16<Float>>

extension LayerLanes {
  /// The elapsed fraction of every animation; outside 0…1 before its begin and after its end.
  @inline(__always)
  func fraction(at time: V) -> V { (time - begin) * inverseDuration }

  /// The corners at an eased progress.
  @inline(__always)
  func quad(at progress: V, parent: ParentLanes<V>) -> QuadLanes<V> {
    let rest = V.splat(1) - progress
    let end = progress * V.sineOverAngle(squared: angleSquared * (progress * progress))
    let start = rest * V.sineOverAngle(squared: angleSquared * (rest * rest))
    let x = V.mad(endX, end, startX * start)
    let y = V.mad(endY, end, startY * start)
    let z = V.mad(endZ, end, startZ * start)
    let w = V.mad(endW, end, startW * start)

    let across = V.mad(widthChange, progress, halfWidth)
    let down = V.mad(heightChange, progress, halfHeight)
    let (x2, y2, z2) = (x + x, y + y, z + z)
    let (zz, xy, wz) = (z * z2, x * y2, w * z2)
    let one = V.splat(1)
    let m11 = (one - (y * y2 + zz)) * across
    let m12 = (xy + wz) * across
    let m13 = (x * z2 - w * y2) * across
    let m21 = (xy - wz) * down
    let m22 = (one - (x * x2 + zz)) * down
    let m23 = (y * z2 + w * x2) * down
    let m41 = V.mad(shiftX, progress, translationX)
    let m42 = V.mad(shiftY, progress, translationY)
    let m43 = V.mad(shiftZ, progress, translationZ)
    return QuadLanes(
      centre: parent.image(
        m41, m42, m43, .mad(m43, m34, .mad(m42, m24, one))),
      across: parent.image(m11, m12, m13, .mad(m13, m34, m12 * m24)),
      down: parent.image(m21, m22, m23, .mad(m23, m34, m22 * m24)))
  }
}

/// The twelve numbers of a parent that corners depend on, the same in every lane.
struct ParentLanes<V: Lanes> {
  let x1, y1, w1, x2, y2, w2, x3, y3, w3, x4, y4, w4: V

  @inline(__always)
  init(_ parent: SIMDTransform3D) {
    (x1, y1, w1) = (.splat(parent.row1.x), .splat(parent.row1.y), .splat(parent.row1.w))
    (x2, y2, w2) = (.splat(parent.row2.x), .splat(parent.row2.y), .splat(parent.row2.w))
    (x3, y3, w3) = (.splat(parent.row3.x), .splat(parent.row3.y), .splat(parent.row3.w))
    (x4, y4, w4) = (.splat(parent.row4.x), .splat(parent.row4.y), .splat(parent.row4.w))
  }

  /// x, y and w of the image of a homogeneous vector.
  @inline(__always)
  func image(_ x: V, _ y: V, _ z: V, _ w: V) -> (V, V, V) {
    (
      .mad(w, x4, .mad(z, x3, .mad(y, x2, x * x1))),
      .mad(w, y4, .mad(z, y3, .mad(y, y2, x * y1))),
      .mad(w, w4, .mad(z, w3, .mad(y, w2, x * w1)))
    )
  }
}
