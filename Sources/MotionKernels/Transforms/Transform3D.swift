/// A 4 × 4 transform of 3D points, held as sixteen `Float`s: the `struct` variant.
///
/// Follows Core Animation: points are row vectors, the translation is in the last row, and
/// `a.concatenating(b)` applies `a` first.
///
/// - Shape: 4 rows of 4 `Float`s; 64 bytes, aligned to 4.
/// - Units: translation in points, rotation in radians, scale without unit.
/// - Note: Frozen, so that ratios to it keep their meaning from release to release.
@frozen
public struct Transform3D: ScalarTransformKernel {
  public var m11, m12, m13, m14: Float
  public var m21, m22, m23, m24: Float
  public var m31, m32, m33, m34: Float
  public var m41, m42, m43, m44: Float

  /// Creates a transform from its sixteen numbers, row by row.
  @inlinable @inline(__always)
  public init(
    m11: Float, m12: Float, m13: Float, m14: Float,
    m21: Float, m22: Float, m23: Float, m24: Float,
    m31: Float, m32: Float, m33: Float, m34: Float,
    m41: Float, m42: Float, m43: Float, m44: Float
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
