/// Four neighbouring lanes of a block, to be read.
///
/// On x86-64 without flags a value of sixteen lanes takes four of the sixteen registers, so that a
/// kernel of many values and little arithmetic spends most of its time on moving them to the stack
/// and back. Four lanes take one. The results are the same, bit for bit.
struct BlockQuarter {
  private let first: UnsafePointer<SIMD4<Float>>

  /// Lanes 4 · `quarter` and on of a structure of `SIMD16` fields.
  @inline(__always)
  init<Block: BitwiseCopyable>(_ quarter: Int, of block: UnsafePointer<Block>) {
    first = UnsafeRawPointer(block).assumingMemoryBound(to: SIMD4<Float>.self) + quarter
  }

  /// A field's four lanes, fields being counted from 0 in order of declaration.
  @inline(__always)
  subscript(field: Int) -> SIMD4<Float> { first[4 * field] }
}

/// Four neighbouring lanes of a block, to be written.
struct MutableBlockQuarter {
  private let first: UnsafeMutablePointer<SIMD4<Float>>

  /// Lanes 4 · `quarter` and on of a structure of `SIMD16` fields.
  @inline(__always)
  init<Block: BitwiseCopyable>(_ quarter: Int, of block: UnsafeMutablePointer<Block>) {
    first = UnsafeMutableRawPointer(block).assumingMemoryBound(to: SIMD4<Float>.self) + quarter
  }

  /// Writes fields from `field` on.
  @inline(__always)
  func write(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>, from field: Int
  ) {
    write(a, b, from: field)
    write(c, d, from: field + 2)
  }

  /// Writes fields from `field` on.
  @inline(__always)
  func write(_ a: SIMD4<Float>, _ b: SIMD4<Float>, from field: Int) {
    first[4 * field] = a
    first[4 * field + 4] = b
  }
}

extension TransformLanes<SIMD4<Float>> {
  /// Reads a quarter of a block.
  @inline(__always)
  init(_ m: BlockQuarter) {
    (m11, m12, m13, m14) = (m[0], m[1], m[2], m[3])
    (m21, m22, m23, m24) = (m[4], m[5], m[6], m[7])
    (m31, m32, m33, m34) = (m[8], m[9], m[10], m[11])
    (m41, m42, m43, m44) = (m[12], m[13], m[14], m[15])
  }

  /// Writes a quarter of a block.
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
  /// Row by row, so that a row's four numbers and its four sums are all that registers hold.
  @inline(__always)
  static func concatenate(_ a: BlockQuarter, _ b: BlockQuarter, into r: MutableBlockQuarter) {
    for row in 0..<4 {
      let (x, y, z, w) = (a[4 * row], a[4 * row + 1], a[4 * row + 2], a[4 * row + 3])
      r.write(
        dot(x, y, z, w, b[0], b[4], b[8], b[12]), dot(x, y, z, w, b[1], b[5], b[9], b[13]),
        dot(x, y, z, w, b[2], b[6], b[10], b[14]), dot(x, y, z, w, b[3], b[7], b[11], b[15]),
        from: 4 * row)
    }
  }
}

extension PoseLanes<SIMD4<Float>> {
  /// Reads a quarter of a block.
  @inline(__always)
  init(_ p: BlockQuarter) {
    (translationX, translationY, translationZ) = (p[0], p[1], p[2])
    (rotationX, rotationY, rotationZ, rotationW) = (p[3], p[4], p[5], p[6])
    (scaleX, scaleY, scaleZ) = (p[7], p[8], p[9])
  }
}

extension QuadLanes<SIMD4<Float>> {
  /// Writes a quarter of a block.
  @inline(__always)
  func write(to quarter: MutableBlockQuarter) {
    quarter.write(topLeftX, topLeftY, topRightX, topRightY, from: 0)
    quarter.write(bottomLeftX, bottomLeftY, bottomRightX, bottomRightY, from: 4)
  }
}

extension PreparedSpringLanes<SIMD4<Float>> {
  /// Reads a quarter of a block.
  @inline(__always)
  init(_ s: BlockQuarter) {
    (rate, phaseHigh, phaseLow) = (s[0], s[1], s[2])
    (displacement, displacementSwing, velocity, velocitySwing) = (s[3], s[4], s[5], s[6])
  }
}

extension PropagatorLanes<SIMD4<Float>> {
  /// Reads a quarter of a block.
  @inline(__always)
  init(_ p: BlockQuarter) { (a, b, c, d) = (p[0], p[1], p[2], p[3]) }
}

extension SpringLanes<SIMD4<Float>> {
  /// Reads a quarter of a block.
  @inline(__always)
  init(_ s: BlockQuarter) {
    (frequency, dampingRatio, displacement, velocity) = (s[0], s[1], s[2], s[3])
  }
}
