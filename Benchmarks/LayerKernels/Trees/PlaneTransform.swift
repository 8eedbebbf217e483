package import MotionKernels

/// A projective transform of the plane: what a 4 × 4 transform does to points with z = 0, if its
/// image is flattened onto the plane again.
///
/// Views are flat in their superviews, so a chain of views is a product of plane transforms, each
/// with 27 multiplications instead of 64. Follows ``TransformKernel``: points are row vectors, the
/// translation is in the last row, the third column holds the perspective, and
/// `a.concatenating(b)` applies `a` first.
///
/// - Shape: 3 rows of 3 `Float`s; 36 bytes.
/// - Units: translation in points.
@frozen
package struct PlaneTransform: Hashable, Sendable {
  package var m11, m12, m13: Float
  package var m21, m22, m23: Float
  package var m31, m32, m33: Float

  package static let identity = PlaneTransform(
    m11: 1, m12: 0, m13: 0, m21: 0, m22: 1, m23: 0, m31: 0, m32: 0, m33: 1)

  /// Creates a transform from its nine numbers, row by row.
  package init(
    m11: Float, m12: Float, m13: Float, m21: Float, m22: Float, m23: Float, m31: Float,
    m32: Float, m33: Float
  ) {
    self.m11 = m11
    self.m12 = m12
    self.m13 = m13
    self.m21 = m21
    self.m22 = m22
    self.m23 = m23
    self.m31 = m31
    self.m32 = m32
    self.m33 = m33
  }

  /// Takes the rows and columns of `transform` that matter for points with z = 0, rounded to
  /// `Float`.
  package init(_ transform: Transform3D64) {
    self.init(
      m11: Float(transform.m11), m12: Float(transform.m12), m13: Float(transform.m14),
      m21: Float(transform.m21), m22: Float(transform.m22), m23: Float(transform.m24),
      m31: Float(transform.m41), m32: Float(transform.m42), m33: Float(transform.m44))
  }
}

extension PlaneTransform {
  /// The transform that shifts by (x, y).
  package static func makeTranslation(x: Float, y: Float) -> PlaneTransform {
    PlaneTransform(m11: 1, m12: 0, m13: 0, m21: 0, m22: 1, m23: 0, m31: x, m32: y, m33: 1)
  }

  /// Whether no number is NaN or infinite.
  package var isFinite: Bool {
    // 0 times NaN or infinity is NaN, so the sum is 0 only if all numbers are finite.
    0 * (m11 + m12 + m13) + 0 * (m21 + m22 + m23) + 0 * (m31 + m32 + m33) == 0
  }
}
