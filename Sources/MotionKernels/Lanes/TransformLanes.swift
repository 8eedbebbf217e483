/// A transform per lane: a structure of sixteen fields.
///
/// - Shape: 16 fields of `V`; with `SIMD16<Float>`, 1,024 bytes for 16 transforms.
package struct TransformLanes<V: Lanes>: BitwiseCopyable, Sendable {
  var m11, m12, m13, m14: V
  var m21, m22, m23, m24: V
  var m31, m32, m33, m34: V
  var m41, m42, m43, m44: V
}

/// Sixteen transforms.
package typealias TransformBlock = TransformLanes<SIMD16<Float>>

/// A pair of numbers per lane: m24 and m34 of a perspective, or half of a width and half of a
/// height.
///
/// - Shape: 2 fields of `V`; with `SIMD16<Float>`, 128 bytes for 16 pairs.
package struct PairLanes<V: Lanes>: BitwiseCopyable, Sendable {
  var first, second: V
}

/// Sixteen pairs.
package typealias PairBlock = PairLanes<SIMD16<Float>>

extension TransformLanes {
  /// One number of a product.
  @inline(__always)
  static func dot(
    _ x: V, _ y: V, _ z: V, _ w: V, _ b1: V, _ b2: V, _ b3: V, _ b4: V
  ) -> V {
    .multiplyAdd(w, b4, .multiplyAdd(z, b3, .multiplyAdd(y, b2, x * b1)))
  }

  /// The transforms that apply these, then `b`.
  @inline(__always)
  func concatenated(_ b: TransformLanes) -> TransformLanes {
    @inline(__always)
    func row(_ x: V, _ y: V, _ z: V, _ w: V) -> (V, V, V, V) {
      (
        Self.dot(x, y, z, w, b.m11, b.m21, b.m31, b.m41),
        Self.dot(x, y, z, w, b.m12, b.m22, b.m32, b.m42),
        Self.dot(x, y, z, w, b.m13, b.m23, b.m33, b.m43),
        Self.dot(x, y, z, w, b.m14, b.m24, b.m34, b.m44)
      )
    }
    let row1 = row(m11, m12, m13, m14)
    let row2 = row(m21, m22, m23, m24)
    let row3 = row(m31, m32, m33, m34)
    let row4 = row(m41, m42, m43, m44)
    return TransformLanes(
      m11: row1.0, m12: row1.1, m13: row1.2, m14: row1.3,
      m21: row2.0, m22: row2.1, m23: row2.2, m24: row2.3,
      m31: row3.0, m32: row3.1, m33: row3.2, m34: row3.3,
      m41: row4.0, m42: row4.1, m43: row4.2, m44: row4.3)
  }

  /// The corners of rectangles centered on the origin, from half of each width and height.
  @inline(__always)
  func mappedQuad(halfWidth: V, halfHeight: V) -> QuadLanes<V> {
    QuadLanes(
      center: (m41, m42, m44),
      across: (m11 * halfWidth, m12 * halfWidth, m14 * halfWidth),
      down: (m21 * halfHeight, m22 * halfHeight, m24 * halfHeight))
  }
}
