/// A 4 × 4 transform of 3D points, held as sixteen `Double`s: the equivalent of Core Animation's
/// own type, used for model values.
///
/// Follows Core Animation: points are row vectors, the translation is in the last row, and
/// `a.concatenating(b)` applies `a` first.
///
///     let pose = Transform3D64.makePerspective(m34: -1 / 800)
///       .rotated(angle: 0.3, x: 0, y: 1, z: 0)
///
/// - Shape: 4 rows of 4 `Double`s; 128 bytes, aligned to 8.
/// - Units: translation in points, rotation in radians, scale without unit.
@frozen
public struct Transform3D64: ScalarTransformKernel {
  public var m11, m12, m13, m14: Double
  public var m21, m22, m23, m24: Double
  public var m31, m32, m33, m34: Double
  public var m41, m42, m43, m44: Double

  /// Creates a transform from its sixteen numbers, row by row.
  @inlinable @inline(__always)
  public init(
    m11: Double, m12: Double, m13: Double, m14: Double,
    m21: Double, m22: Double, m23: Double, m24: Double,
    m31: Double, m32: Double, m33: Double, m34: Double,
    m41: Double, m42: Double, m43: Double, m44: Double
  ) {
    self.m11 = m11
    self.m12 = m12
    self.m13 = m13
    self.m14 = m14
    self.m21 = m21
    self.m22 = m22
    self.m23 = m23
    self.m24 = m24
    self.m31 = m31
    self.m32 = m32
    self.m33 = m33
    self.m34 = m34
    self.m41 = m41
    self.m42 = m42
    self.m43 = m43
    self.m44 = m44
  }
}
