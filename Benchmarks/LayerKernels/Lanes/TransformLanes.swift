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

/// A pair of numbers per lane: m24 and m34 of a perspective, or half a width and half a height.
///
/// - Shape: 2 fields of `V`; with `SIMD16<Float>`, 128 bytes for 16 pairs.
package struct PairLanes<V: Lanes>: BitwiseCopyable, Sendable {
  var first, second: V
}

/// Sixteen pairs.
package typealias PairBlock = PairLanes<SIMD16<Float>>

extension TransformLanes {
  /// One entry of a matrix product.
  @inline(__always)
  static func dot(
    _ x: V, _ y: V, _ z: V, _ w: V, _ b1: V, _ b2: V, _ b3: V, _ b4: V
  ) -> V {
    .multiplyAdd(w, b4, .multiplyAdd(z, b3, .multiplyAdd(y, b2, x * b1)))
  }

  /// The corners of rectangles centered on the origin, from half their widths and heights.
  @inline(__always)
  func mappedQuad(halfWidth: V, halfHeight: V) -> QuadLanes<V> {
    QuadLanes(
      center: (m41, m42, m44),
      across: (m11 * halfWidth, m12 * halfWidth, m14 * halfWidth),
      down: (m21 * halfHeight, m22 * halfHeight, m24 * halfHeight))
  }
}

extension TransformLanes<SIMD4<Float>> {
  /// Reads a quarter of a block.
  @inline(__always)
  init(_ m: BlockQuarter) {
    self.init(
      m11: m[0], m12: m[1], m13: m[2], m14: m[3], m21: m[4], m22: m[5], m23: m[6], m24: m[7],
      m31: m[8], m32: m[9], m33: m[10], m34: m[11], m41: m[12], m42: m[13], m43: m[14], m44: m[15])
  }

  @inline(__always)
  func write(to quarter: MutableBlockQuarter) {
    quarter.write(m11, m12, m13, m14, from: 0)
    quarter.write(m21, m22, m23, m24, from: 4)
    quarter.write(m31, m32, m33, m34, from: 8)
    quarter.write(m41, m42, m43, m44, from: 12)
  }
}

extension TransformLanes<SIMD4<Float>> {
  /// Writes a quarter of the transforms that apply `a`, then `b`.
  ///
  /// Two rows at a time, so that the registers hold the eight numbers of two rows, the sums, and
  /// four numbers of `b`, which are loaded once for both rows.
  @inline(__always)
  static func concatenate(_ a: BlockQuarter, _ b: BlockQuarter, into r: MutableBlockQuarter) {
    for row in stride(from: 0, to: 16, by: 8) {
      let (x0, y0, z0, w0) = (a[row], a[row + 1], a[row + 2], a[row + 3])
      let (x1, y1, z1, w1) = (a[row + 4], a[row + 5], a[row + 6], a[row + 7])
      for column in 0..<4 {
        let (b1, b2, b3, b4) = (b[column], b[column + 4], b[column + 8], b[column + 12])
        let first = dot(x0, y0, z0, w0, b1, b2, b3, b4)
        let second = dot(x1, y1, z1, w1, b1, b2, b3, b4)
        r.write(first, to: row + column)
        r.write(second, to: row + column + 4)
      }
    }
  }
}
