extension TransformKernel {
  /// The transform at `progress` between `self` (0) and `other` (1), part by part.
  ///
  /// If either end cannot be decomposed, this is `self` below 0.5 and `other` from there on.
  ///
  /// - SeeAlso: ``TransformInterpolation``, which decomposes the ends once.
  @inlinable
  public func interpolated(to other: Self, at progress: Scalar) -> Self {
    guard let start = decomposed, let end = other.decomposed else {
      return progress < 0.5 ? self : other
    }
    return Self(start.interpolated(to: end, at: progress))
  }

  /// The rotation given by a unit quaternion (x, y, z, w); w is the real part.
  @inlinable @inline(__always)
  public static func makeRotation(quaternion: SIMD4<Scalar>) -> Self {
    let (x, y, z, w) = (quaternion.x, quaternion.y, quaternion.z, quaternion.w)
    return Self(
      m11: 1 - 2 * (y * y + z * z), m12: 2 * (x * y + z * w), m13: 2 * (x * z - y * w), m14: 0,
      m21: 2 * (x * y - z * w), m22: 1 - 2 * (x * x + z * z), m23: 2 * (y * z + x * w), m24: 0,
      m31: 2 * (x * z + y * w), m32: 2 * (y * z - x * w), m33: 1 - 2 * (x * x + y * y), m34: 0,
      m41: 0, m42: 0, m43: 0, m44: 1)
  }

  /// The perspective that remains if all other parts of a transform with m44 = 1 are undone, or
  /// `nil` if the transform is singular.
  ///
  /// Cramer's rule in `Double`: the 3 × 3 part may be scaled far from 1.
  @inlinable @inline(__always)
  var decomposedPerspective: SIMD4<Scalar>? {
    let (a, b, c) = (row1, row2, row3)
    let (ax, ay, az) = (Double(a.x), Double(a.y), Double(a.z))
    let (bx, by, bz) = (Double(b.x), Double(b.y), Double(b.z))
    let (cx, cy, cz) = (Double(c.x), Double(c.y), Double(c.z))
    let (crossX, crossY, crossZ) = (by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx)
    let determinant = ax * crossX + ay * crossY + az * crossZ
    guard determinant != 0, determinant.isFinite else { return nil }
    let (p, q, r) = (Double(a.w), Double(b.w), Double(c.w))
    if p == 0, q == 0, r == 0 { return SIMD4(0, 0, 0, 1) }
    let x = (p * crossX + q * (cy * az - cz * ay) + r * (ay * bz - az * by)) / determinant
    let y = (p * crossY + q * (cz * ax - cx * az) + r * (az * bx - ax * bz)) / determinant
    let z = (p * crossZ + q * (cx * ay - cy * ax) + r * (ax * by - ay * bx)) / determinant
    let t = row4
    let w = Double(t.w) - (Double(t.x) * x + Double(t.y) * y + Double(t.z) * z)
    return SIMD4(Scalar(x), Scalar(y), Scalar(z), Scalar(w))
  }

  /// The signs of the scales of a mirrored transform with m44 = 1: −1 for the axis that it mirrors.
  ///
  /// `x`, `y` and `z` are the orthonormal rows. Any one axis may be negated. Negating the axis
  /// whose image points back most leaves the smallest rotation. Between x and y, the entries m11
  /// and m22 decide, as in css-transforms-1. z is negated only if it points back further than both:
  /// never in a transform of the plane, whose z does not point back.
  @inlinable
  func mirrorSigns(
    _ x: SIMD4<Scalar>, _ y: SIMD4<Scalar>, _ z: SIMD4<Scalar>
  ) -> SIMD4<Scalar> {
    let margin = Scalar(mirrorMargin)
    if z.z + margin < x.x, z.z + margin < y.y { return SIMD4(1, 1, -1, 1) }
    return row1.x < row2.y ? SIMD4(-1, 1, 1, 1) : SIMD4(1, -1, 1, 1)
  }
}

/// How much further than x and y the image of z must point back to be the mirrored axis, as a
/// difference of cosines: more than rounding, so that all implementations decide alike.
@inlinable
package var mirrorMargin: Float { 1e-5 }

/// The unit quaternion of a rotation given by its rows, from its largest component.
@inlinable @inline(__always)
func quaternion<Scalar: KernelScalar>(
  _ row1: SIMD4<Scalar>, _ row2: SIMD4<Scalar>, _ row3: SIMD4<Scalar>
) -> SIMD4<Scalar> {
  // Four times the square of each component.
  let x = 1 + row1.x - row2.y - row3.z
  let y = 1 - row1.x + row2.y - row3.z
  let z = 1 - row1.x - row2.y + row3.z
  let w = 1 + row1.x + row2.y + row3.z
  let (sumXY, sumXZ, sumYZ) = (row1.y + row2.x, row3.x + row1.z, row2.z + row3.y)
  let (spinX, spinY, spinZ) = (row2.z - row3.y, row3.x - row1.z, row1.y - row2.x)
  let largest: SIMD4<Scalar>
  if w >= x, w >= y, w >= z {
    largest = SIMD4(spinX, spinY, spinZ, w)
  } else if x >= y, x >= z {
    largest = SIMD4(x, sumXY, sumXZ, spinX)
  } else if y >= z {
    largest = SIMD4(sumXY, y, sumYZ, spinY)
  } else {
    largest = SIMD4(sumXZ, sumYZ, z, spinZ)
  }
  let squares = largest * largest
  return largest / (squares.x + squares.y + squares.z + squares.w).squareRoot()
}
