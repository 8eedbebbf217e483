import MotionKernels

extension Transform3D64 {
  /// The image of a point in the plane z = 0, divided by the fourth coordinate if it is not 1.
  func mapped(_ point: Point) -> Point {
    let x = point.x * m11 + point.y * m21 + m41
    let y = point.x * m12 + point.y * m22 + m42
    let w = point.x * m14 + point.y * m24 + m44
    return w == 1 ? Point(x: x, y: y) : Point(x: x / w, y: y / w)
  }

  /// The point in the plane z = 0 whose image is `point`.
  ///
  /// Solves for the plane, so that a perspective transform is undone exactly. Returns `point` if
  /// the plane is seen edge-on, because then there is no solution.
  func unmapped(_ point: Point) -> Point {
    // The rows and columns that a flat point uses: a 3 × 3 homography.
    let a = m11 - point.x * m14
    let b = m21 - point.x * m24
    let c = point.x * m44 - m41
    let d = m12 - point.y * m14
    let e = m22 - point.y * m24
    let f = point.y * m44 - m42
    let determinant = a * e - b * d
    guard determinant != 0 else { return point }
    return Point(x: (c * e - b * f) / determinant, y: (a * f - c * d) / determinant)
  }

  /// Whether a flat picture shows its front, which means that its image is not mirrored.
  ///
  /// True if the whole picture is in front of the eye and its area keeps its sign; false if it is
  /// seen edge-on.
  var facesTheEye: Bool {
    m11 * (m22 * m44 - m24 * m42) - m12 * (m21 * m44 - m24 * m41) + m14 * (m21 * m42 - m22 * m41)
      > 0
  }

  /// Whether the transform only scales along the axes and translates.
  var isScaleAndTranslation: Bool {
    m12 == 0 && m13 == 0 && m14 == 0 && m21 == 0 && m23 == 0 && m24 == 0
      && m31 == 0 && m32 == 0 && m34 == 0 && m44 == 1
  }

  /// The sixteen entries, row by row.
  var entries: [Double] {
    [
      m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44,
    ]
  }
}
