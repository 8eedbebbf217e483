/// A transform per lane: a structure of sixteen fields.
///
/// - Shape: 16 fields of `V`; with `SIMD16<Float>`, 1 024 bytes for 16 transforms.
public struct TransformLanes<V: Lanes>: Sendable {
  public var m11, m12, m13, m14: V
  public var m21, m22, m23, m24: V
  public var m31, m32, m33, m34: V
  public var m41, m42, m43, m44: V
}

/// Sixteen transforms.
public typealias TransformBlock = TransformLanes<SIMD16<Float>>

extension TransformLanes {
  /// The transforms that apply `self`, then `next`.
  @inline(__always)
  func concatenating(_ next: TransformLanes) -> TransformLanes {
    let b = next
    @inline(__always)
    func row(_ x: V, _ y: V, _ z: V, _ w: V, _ b1: V, _ b2: V, _ b3: V, _ b4: V) -> V {
      .mad(w, b4, .mad(z, b3, .mad(y, b2, x * b1)))
    }
    return TransformLanes(
      m11: row(m11, m12, m13, m14, b.m11, b.m21, b.m31, b.m41),
      m12: row(m11, m12, m13, m14, b.m12, b.m22, b.m32, b.m42),
      m13: row(m11, m12, m13, m14, b.m13, b.m23, b.m33, b.m43),
      m14: row(m11, m12, m13, m14, b.m14, b.m24, b.m34, b.m44),
      m21: row(m21, m22, m23, m24, b.m11, b.m21, b.m31, b.m41),
      m22: row(m21, m22, m23, m24, b.m12, b.m22, b.m32, b.m42),
      m23: row(m21, m22, m23, m24, b.m13, b.m23, b.m33, b.m43),
      m24: row(m21, m22, m23, m24, b.m14, b.m24, b.m34, b.m44),
      m31: row(m31, m32, m33, m34, b.m11, b.m21, b.m31, b.m41),
      m32: row(m31, m32, m33, m34, b.m12, b.m22, b.m32, b.m42),
      m33: row(m31, m32, m33, m34, b.m13, b.m23, b.m33, b.m43),
      m34: row(m31, m32, m33, m34, b.m14, b.m24, b.m34, b.m44),
      m41: row(m41, m42, m43, m44, b.m11, b.m21, b.m31, b.m41),
      m42: row(m41, m42, m43, m44, b.m12, b.m22, b.m32, b.m42),
      m43: row(m41, m42, m43, m44, b.m13, b.m23, b.m33, b.m43),
      m44: row(m41, m42, m43, m44, b.m14, b.m24, b.m34, b.m44))
  }

  /// The corners of rectangles about the origin, `halfWidth` and `halfHeight` to either side.
  @inline(__always)
  func mappedQuad(halfWidth: V, halfHeight: V) -> QuadLanes<V> {
    QuadLanes(
      centre: (m41, m42, m44),
      across: (m11 * halfWidth, m12 * halfWidth, m14 * halfWidth),
      down: (m21 * halfHeight, m22 * halfHeight, m24 * halfHeight))
  }
}
