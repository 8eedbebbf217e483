/// Four adjacent lanes of a block, to read.
///
/// On x86-64 without flags a value of sixteen lanes takes four of the sixteen registers. A kernel
/// with many values and little arithmetic then spends most of its time moving them to the stack and
/// back. Four lanes take one register. The results are the same, bit for bit.
struct BlockQuarter {
  private let first: UnsafePointer<SIMD4<Float>>

  /// The four lanes from 4 · `quarter` on, in each field of a structure of `SIMD16` fields.
  @inline(__always)
  init<Block: BitwiseCopyable>(_ quarter: Int, of block: UnsafePointer<Block>) {
    first = UnsafeRawPointer(block).assumingMemoryBound(to: SIMD4<Float>.self) + quarter
  }

  /// The four lanes of a field; fields are numbered from 0, in order of declaration.
  @inline(__always)
  subscript(field: Int) -> SIMD4<Float> { first[4 * field] }
}

/// Four adjacent lanes of a block, to write.
struct MutableBlockQuarter {
  private let first: UnsafeMutablePointer<SIMD4<Float>>

  /// The four lanes from 4 · `quarter` on, in each field of a structure of `SIMD16` fields.
  @inline(__always)
  init<Block: BitwiseCopyable>(_ quarter: Int, of block: UnsafeMutablePointer<Block>) {
    first = UnsafeMutableRawPointer(block).assumingMemoryBound(to: SIMD4<Float>.self) + quarter
  }

  /// Writes consecutive fields, starting with `field`.
  @inline(__always)
  func write(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>, from field: Int
  ) {
    write(a, b, from: field)
    write(c, d, from: field + 2)
  }

  /// Writes consecutive fields, starting with `field`.
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
  /// Row by row, so the registers hold only the four numbers of a row and its four sums.
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
    self.init(
      translationX: p[0], translationY: p[1], translationZ: p[2], rotationX: p[3], rotationY: p[4],
      rotationZ: p[5], rotationW: p[6], scaleX: p[7], scaleY: p[8], scaleZ: p[9])
  }
}

extension QuadLanes<SIMD4<Float>> {
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
    self.init(
      rate: s[0], phaseHigh: s[1], phaseLow: s[2], displacement: s[3], displacementSwing: s[4],
      velocity: s[5], velocitySwing: s[6])
  }
}

extension PropagatorLanes<SIMD4<Float>> {
  /// Reads a quarter of a block.
  @inline(__always)
  init(_ p: BlockQuarter) {
    self.init(a: p[0], b: p[1], c: p[2], d: p[3])
  }
}

extension SpringLanes<SIMD4<Float>> {
  /// Reads a quarter of a block.
  @inline(__always)
  init(_ s: BlockQuarter) {
    self.init(frequency: s[0], dampingRatio: s[1], displacement: s[2], velocity: s[3])
  }
}

extension SpringStateLanes<SIMD4<Float>> {
  /// Reads a quarter of a block.
  @inline(__always)
  init(_ s: BlockQuarter) {
    self.init(displacement: s[0], velocity: s[1])
  }

  @inline(__always)
  func write(to quarter: MutableBlockQuarter) {
    quarter.write(displacement, velocity, from: 0)
  }
}
