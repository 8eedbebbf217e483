package import MotionKernels
package import SampleStatistics

extension TransformKernel {
  /// A transform of sixteen numbers in −`bound`…`bound`, on a grid that `Float` holds exactly.
  package static func random(bound: Double = 8, using generator: inout SplitMix64) -> Self {
    func row() -> SIMD4<Scalar> {
      var row = SIMD4<Scalar>.zero
      for lane in 0..<4 {
        row[lane] = Scalar(Float(Double.random(in: -bound...bound, using: &generator)))
      }
      return row
    }
    return Self(row(), row(), row(), row())
  }

  /// A transform composed from a translation, a rotation, scales and skews, and a perspective.
  ///
  /// Scales are in 0.25…4, or one or all of them in −4…−0.25; every number is exact in `Float`.
  package static func randomPose(using generator: inout SplitMix64) -> Self {
    var parts = DecomposedTransform<Scalar>()
    func number(_ range: ClosedRange<Double>) -> Scalar {
      Scalar(Float(Double.random(in: range, using: &generator)))
    }
    let mirrors: [SIMD4<Scalar>] = [
      SIMD4(1, 1, 1, 0), SIMD4(-1, -1, -1, 0), SIMD4(-1, 1, 1, 0), SIMD4(1, -1, 1, 0),
      SIMD4(1, 1, -1, 0),
    ]
    let mirror = mirrors[Int.random(in: 0..<5, using: &generator)]
    parts.translation = SIMD4(number(-300...300), number(-300...300), number(-50...50), 0)
    parts.scale = SIMD4(number(0.25...4), number(0.25...4), number(0.25...4), 0) * mirror
    parts.skew = SIMD4(number(-0.5...0.5), number(-0.5...0.5), number(-0.5...0.5), 0)
    parts.rotation = randomQuaternion(using: &generator)
    parts.perspective = SIMD4(
      number(-5e-4...5e-4), number(-5e-4...5e-4), number(-2e-3...0), 1)
    let pose = Self(parts)
    return Self(
      pose.row1 / pose.m44, pose.row2 / pose.m44, pose.row3 / pose.m44, pose.row4 / pose.m44)
  }

  /// A unit quaternion.
  package static func randomQuaternion(using generator: inout SplitMix64) -> SIMD4<Scalar> {
    while true {
      var q = SIMD4<Scalar>.zero
      for lane in 0..<4 {
        q[lane] = Scalar(Float(Double.random(in: -1...1, using: &generator)))
      }
      let length = (q * q).sum().squareRoot()
      if length > 0.1, length < 1 { return q / length }
    }
  }

  /// The sixteen numbers, row by row.
  package var entries: [Double] {
    [
      m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44,
    ].map { Double($0) }
  }

  /// Creates a transform from sixteen numbers, row by row.
  package init(entries: [Double]) {
    let e = entries.map { Scalar($0) }
    self.init(
      SIMD4(e[0], e[1], e[2], e[3]), SIMD4(e[4], e[5], e[6], e[7]),
      SIMD4(e[8], e[9], e[10], e[11]), SIMD4(e[12], e[13], e[14], e[15]))
  }

  /// The largest difference between entries, each relative to its size where that is above 1.
  package func distance(to other: Self) -> Double {
    zip(entries, other.entries).map { abs($0 - $1) / max(1, abs($1)) }.max() ?? 0
  }
}
