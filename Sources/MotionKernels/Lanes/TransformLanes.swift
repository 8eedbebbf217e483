/// A transform per lane: a structure of sixteen fields.
///
/// - Shape: 16 fields of `V`; with `SIMD16<Float>`, 1 024 bytes for 16 transforms.
public struct TransformLanes<V: Lanes>: BitwiseCopyable, Sendable {
  public var m11, m12, m13, m14: V
  public var m21, m22, m23, m24: V
  public var m31, m32, m33, m34: V
  public var m41, m42, m43, m44: V
}

/// Sixteen transforms.
public typealias TransformBlock = TransformLanes<SIMD16<Float>>

extension TransformLanes {
  /// One number of a product.
  @inline(__always)
  static func dot(
    _ x: V, _ y: V, _ z: V, _ w: V, _ b1: V, _ b2: V, _ b3: V, _ b4: V
  ) -> V {
    .mad(w, b4, .mad(z, b3, .mad(y, b2, x * b1)))
  }

  /// Writes the transforms that apply `left`, then `right`.
  ///
  /// Row by row through memory: a row's four results need four fields of `left`, and `right` is read
  /// where it is multiplied, so that narrow registers suffice. `result` may be neither operand.
  @inline(__always)
  static func concatenate(
    _ left: UnsafePointer<TransformLanes>, _ right: UnsafePointer<TransformLanes>,
    into result: UnsafeMutablePointer<TransformLanes>
  ) {
    let b = right
    @inline(__always)
    func row(_ x: V, _ y: V, _ z: V, _ w: V) -> (V, V, V, V) {
      (
        dot(x, y, z, w, b.pointee.m11, b.pointee.m21, b.pointee.m31, b.pointee.m41),
        dot(x, y, z, w, b.pointee.m12, b.pointee.m22, b.pointee.m32, b.pointee.m42),
        dot(x, y, z, w, b.pointee.m13, b.pointee.m23, b.pointee.m33, b.pointee.m43),
        dot(x, y, z, w, b.pointee.m14, b.pointee.m24, b.pointee.m34, b.pointee.m44)
      )
    }
    let r = result
    (r.pointee.m11, r.pointee.m12, r.pointee.m13, r.pointee.m14) =
      row(left.pointee.m11, left.pointee.m12, left.pointee.m13, left.pointee.m14)
    (r.pointee.m21, r.pointee.m22, r.pointee.m23, r.pointee.m24) =
      row(left.pointee.m21, left.pointee.m22, left.pointee.m23, left.pointee.m24)
    (r.pointee.m31, r.pointee.m32, r.pointee.m33, r.pointee.m34) =
      row(left.pointee.m31, left.pointee.m32, left.pointee.m33, left.pointee.m34)
    (r.pointee.m41, r.pointee.m42, r.pointee.m43, r.pointee.m44) =
      row(left.pointee.m41, left.pointee.m42, left.pointee.m43, left.pointee.m44)
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
