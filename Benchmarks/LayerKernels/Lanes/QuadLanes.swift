package import MotionKernels

/// The four corners of a mapped rectangle per lane: a structure of eight fields, in points.
///
/// - Shape: 8 fields of `V`; with `SIMD16<Float>`, 512 bytes for 16 quads.
package struct QuadLanes<V: Lanes>: BitwiseCopyable, Sendable {
  var topLeftX, topLeftY, topRightX, topRightY: V
  var bottomLeftX, bottomLeftY, bottomRightX, bottomRightY: V
}

/// Sixteen quads.
package typealias QuadBlock = QuadLanes<SIMD16<Float>>

extension QuadLanes {
  /// Divides the corners of a homogeneous parallelogram by w.
  ///
  /// One division serves all four corners, so a corner with w = 0 makes all four NaN or infinite.
  ///
  /// - Parameters:
  ///   - center: x, y, and w of the center.
  ///   - across: x, y, and w of half an edge from left to right.
  ///   - down: x, y, and w of half an edge from top to bottom.
  @inline(__always)
  init(center: (V, V, V), across: (V, V, V), down: (V, V, V)) {
    let (leftX, leftY, leftW) = (center.0 - across.0, center.1 - across.1, center.2 - across.2)
    let (rightX, rightY, rightW) =
      (center.0 + across.0, center.1 + across.1, center.2 + across.2)
    let (w0, w1, w2, w3) = (leftW - down.2, rightW - down.2, leftW + down.2, rightW + down.2)
    let (top, bottom) = (w0 * w1, w2 * w3)
    let all = V.splat(1) / (top * bottom)
    let (overTop, overBottom) = (all * bottom, all * top)
    let (r0, r1, r2, r3) = (overTop * w1, overTop * w0, overBottom * w3, overBottom * w2)
    topLeftX = (leftX - down.0) * r0
    topLeftY = (leftY - down.1) * r0
    topRightX = (rightX - down.0) * r1
    topRightY = (rightY - down.1) * r1
    bottomLeftX = (leftX + down.0) * r2
    bottomLeftY = (leftY + down.1) * r2
    bottomRightX = (rightX + down.0) * r3
    bottomRightY = (rightY + down.1) * r3
  }
}

extension QuadLanes {
  /// Quads with all corners at the origin.
  static var zero: QuadLanes {
    let zero = V.splat(0)
    return QuadLanes(
      topLeftX: zero, topLeftY: zero, topRightX: zero, topRightY: zero,
      bottomLeftX: zero, bottomLeftY: zero, bottomRightX: zero, bottomRightY: zero)
  }
}

extension QuadLanes<SIMD16<Float>> {
  /// The corners in one lane.
  package subscript(lane: Int) -> Quad<Float> {
    Quad(
      topLeft: SIMD2(topLeftX[lane], topLeftY[lane]),
      topRight: SIMD2(topRightX[lane], topRightY[lane]),
      bottomLeft: SIMD2(bottomLeftX[lane], bottomLeftY[lane]),
      bottomRight: SIMD2(bottomRightX[lane], bottomRightY[lane]))
  }
}

extension QuadLanes<SIMD4<Float>> {
  @inline(__always)
  func write(to quarter: MutableBlockQuarter) {
    quarter.write(topLeftX, topLeftY, topRightX, topRightY, from: 0)
    quarter.write(bottomLeftX, bottomLeftY, bottomRightX, bottomRightY, from: 4)
  }
}
