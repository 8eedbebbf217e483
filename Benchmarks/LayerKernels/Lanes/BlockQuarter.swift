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
    write(a, to: field)
    write(b, to: field + 1)
  }

  /// Writes a field.
  @inline(__always)
  func write(_ a: SIMD4<Float>, to field: Int) { first[4 * field] = a }
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
  /// Two rows at a time, so that the registers hold the eight numbers of two rows, four of `b`,
  /// which are loaded once for both, and the sums.
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
