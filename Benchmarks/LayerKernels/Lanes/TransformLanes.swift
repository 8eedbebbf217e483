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

  /// The corners of rectangles centered on the origin, from half of each width and height.
  @inline(__always)
  func mappedQuad(halfWidth: V, halfHeight: V) -> QuadLanes<V> {
    QuadLanes(
      center: (m41, m42, m44),
      across: (m11 * halfWidth, m12 * halfWidth, m14 * halfWidth),
      down: (m21 * halfHeight, m22 * halfHeight, m24 * halfHeight))
  }
}
