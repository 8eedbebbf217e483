/// A layer's pose per lane: a structure of ten fields.
///
/// - Shape: 10 fields of `V`; with `SIMD16<Float>`, 640 bytes for 16 poses.
package struct PoseLanes<V: Lanes>: BitwiseCopyable, Sendable {
  var translationX, translationY, translationZ: V
  var rotationX, rotationY, rotationZ, rotationW: V
  var scaleX, scaleY, scaleZ: V
}

/// Sixteen poses.
package typealias PoseBlock = PoseLanes<SIMD16<Float>>

extension PoseLanes {
  /// The poses at `progress` between these (0) and `other` (1).
  ///
  /// The rotation takes the shorter arc. Uses neither libm nor a branch: the square of the angle
  /// comes from the chord, and the weights come from a polynomial in that square (see
  /// ``Lanes/sineOverAngle(squared:)``).
  @inline(__always)
  func interpolated(to other: PoseLanes, at progress: V) -> PoseLanes {
    @inline(__always)
    func straight(_ a: V, _ b: V) -> V { .multiplyAdd(b - a, progress, a) }
    let rotation = slerp(
      (rotationX, rotationY, rotationZ, rotationW),
      (other.rotationX, other.rotationY, other.rotationZ, other.rotationW), at: progress)
    return PoseLanes(
      translationX: straight(translationX, other.translationX),
      translationY: straight(translationY, other.translationY),
      translationZ: straight(translationZ, other.translationZ),
      rotationX: rotation.0, rotationY: rotation.1, rotationZ: rotation.2, rotationW: rotation.3,
      scaleX: straight(scaleX, other.scaleX), scaleY: straight(scaleY, other.scaleY),
      scaleZ: straight(scaleZ, other.scaleZ))
  }

  /// scale · rotation · translation · perspective, with the perspective's entries m24 and m34.
  @inline(__always)
  func composed(m24: V, m34: V) -> TransformLanes<V> {
    let r = RotationLanes(rotationX, rotationY, rotationZ, rotationW)
    let (m12, m13) = (r.m12 * scaleX, r.m13 * scaleX)
    let (m22, m23) = (r.m22 * scaleY, r.m23 * scaleY)
    let (m32, m33) = (r.m32 * scaleZ, r.m33 * scaleZ)
    return TransformLanes(
      m11: r.m11 * scaleX, m12: m12, m13: m13, m14: .multiplyAdd(m13, m34, m12 * m24),
      m21: r.m21 * scaleY, m22: m22, m23: m23, m24: .multiplyAdd(m23, m34, m22 * m24),
      m31: r.m31 * scaleZ, m32: m32, m33: m33, m34: .multiplyAdd(m33, m34, m32 * m24),
      m41: translationX, m42: translationY, m43: translationZ,
      m44: .multiplyAdd(translationZ, m34, .multiplyAdd(translationY, m24, .splat(1))))
  }

  /// scale · rotation · translation, without perspective.
  @inline(__always)
  func composed() -> TransformLanes<V> {
    let r = RotationLanes(rotationX, rotationY, rotationZ, rotationW)
    let zero = V.splat(0)
    return TransformLanes(
      m11: r.m11 * scaleX, m12: r.m12 * scaleX, m13: r.m13 * scaleX, m14: zero,
      m21: r.m21 * scaleY, m22: r.m22 * scaleY, m23: r.m23 * scaleY, m24: zero,
      m31: r.m31 * scaleZ, m32: r.m32 * scaleZ, m33: r.m33 * scaleZ, m34: zero,
      m41: translationX, m42: translationY, m43: translationZ, m44: .splat(1))
  }
}

/// The nine entries of a rotation per lane.
struct RotationLanes<V: Lanes> {
  let m11, m12, m13, m21, m22, m23, m31, m32, m33: V

  /// The rotation of a unit quaternion.
  @inline(__always)
  init(_ x: V, _ y: V, _ z: V, _ w: V) {
    let (x2, y2, z2) = (x + x, y + y, z + z)
    let (xx, yy, zz) = (x * x2, y * y2, z * z2)
    let (xy, xz, yz) = (x * y2, x * z2, y * z2)
    let (wx, wy, wz) = (w * x2, w * y2, w * z2)
    let one = V.splat(1)
    m11 = one - (yy + zz)
    m12 = xy + wz
    m13 = xz - wy
    m21 = xy - wz
    m22 = one - (xx + zz)
    m23 = yz + wx
    m31 = xz + wy
    m32 = yz - wx
    m33 = one - (xx + yy)
  }
}

/// The largest absolute cosine between two quaternions that count as half a turn apart.
///
/// With it, a rotation by −π takes the same path as a rotation by π.
@inlinable @inline(__always)
var halfTurnCosine: Float { 0.75 * 0x1p-23 }

/// Spherical interpolation along the shorter arc, without a branch or libm.
///
/// For half a turn, neither quaternion is negated.
@inline(__always)
func slerp<V: Lanes>(
  _ a: (V, V, V, V), _ b: (V, V, V, V), at progress: V
) -> (V, V, V, V) {
  let cosine = V.multiplyAdd(a.3, b.3, .multiplyAdd(a.2, b.2, .multiplyAdd(a.1, b.1, a.0 * b.0)))
  let sign = V.select(cosine, below: .splat(-halfTurnCosine), .splat(-1), .splat(1))
  let (b0, b1, b2, b3) = (b.0 * sign, b.1 * sign, b.2 * sign, b.3 * sign)
  let (d0, d1, d2, d3) = (b0 - a.0, b1 - a.1, b2 - a.2, b3 - a.3)
  let chord =
    V.multiplyAdd(d3, d3, .multiplyAdd(d2, d2, .multiplyAdd(d1, d1, d0 * d0))) * .splat(0.25)
  let (start, end) = slerpWeights(chord: chord, at: progress)
  return (
    .multiplyAdd(b0, end, a.0 * start), .multiplyAdd(b1, end, a.1 * start),
    .multiplyAdd(b2, end, a.2 * start), .multiplyAdd(b3, end, a.3 * start)
  )
}

/// The weights of the two ends of a spherical interpolation, from a quarter of the squared distance
/// between the two quaternions.
@inlinable @inline(__always)
func slerpWeights<V: Lanes>(chord: V, at progress: V) -> (start: V, end: V) {
  let one = V.splat(1)
  let angleSquared = V.angleSquared(fromChord: chord)
  let rest = one - progress
  let whole = one / V.sineOverAngle(squared: angleSquared)
  let end = progress * V.sineOverAngle(squared: angleSquared * (progress * progress)) * whole
  let start = rest * V.sineOverAngle(squared: angleSquared * (rest * rest)) * whole
  return (start, end)
}

extension PoseLanes<SIMD4<Float>> {
  /// Reads a quarter of a block.
  @inline(__always)
  init(_ p: BlockQuarter) {
    self.init(
      translationX: p[0], translationY: p[1], translationZ: p[2], rotationX: p[3], rotationY: p[4],
      rotationZ: p[5], rotationW: p[6], scaleX: p[7], scaleY: p[8], scaleZ: p[9])
  }
}
