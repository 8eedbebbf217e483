extension ScalarTransformKernel {
  /// The parts of this transform, or `nil` if m44 or the determinant of the 3 × 3 part is zero or
  /// not finite.
  ///
  /// One number at a time, as scalar code is commonly written; frozen with the `struct` variant.
  @inlinable
  public var decomposed: DecomposedTransform<Scalar>? {
    guard m44 != 0, m44.isFinite else { return nil }
    let m = self.divided(by: m44)
    guard let perspective = m.decomposedPerspective else { return nil }
    var (x1, x2, x3) = (m.m11, m.m12, m.m13)
    var (y1, y2, y3) = (m.m21, m.m22, m.m23)
    var (z1, z2, z3) = (m.m31, m.m32, m.m33)

    var scaleX = (x1 * x1 + x2 * x2 + x3 * x3).squareRoot()
    x1 = x1 / scaleX
    x2 = x2 / scaleX
    x3 = x3 / scaleX
    var skewXY = x1 * y1 + x2 * y2 + x3 * y3
    y1 = y1 - skewXY * x1
    y2 = y2 - skewXY * x2
    y3 = y3 - skewXY * x3
    var scaleY = (y1 * y1 + y2 * y2 + y3 * y3).squareRoot()
    y1 = y1 / scaleY
    y2 = y2 / scaleY
    y3 = y3 / scaleY
    skewXY /= scaleY
    var skewXZ = x1 * z1 + x2 * z2 + x3 * z3
    z1 = z1 - skewXZ * x1
    z2 = z2 - skewXZ * x2
    z3 = z3 - skewXZ * x3
    var skewYZ = y1 * z1 + y2 * z2 + y3 * z3
    z1 = z1 - skewYZ * y1
    z2 = z2 - skewYZ * y2
    z3 = z3 - skewYZ * y3
    var scaleZ = (z1 * z1 + z2 * z2 + z3 * z3).squareRoot()
    skewXZ /= scaleZ
    skewYZ /= scaleZ
    guard scaleX > 0, scaleY > 0, scaleZ > 0 else { return nil }

    // Recompute z from x and y, so that the axes are exactly those of a rotation.
    let normal1 = x2 * y3 - x3 * y2
    let normal2 = x3 * y1 - x1 * y3
    let normal3 = x1 * y2 - x2 * y1
    let isMirrored = normal1 * z1 + normal2 * z2 + normal3 * z3 < 0
    (z1, z2, z3) = (normal1, normal2, normal3)
    if isMirrored {
      (z1, z2, z3) = (-z1, -z2, -z3)
      let signs = m.mirrorSigns(
        SIMD4(x1, x2, x3, 0), SIMD4(y1, y2, y3, 0), SIMD4(z1, z2, z3, 0))
      scaleX = scaleX * signs.x
      scaleY = scaleY * signs.y
      scaleZ = scaleZ * signs.z
      skewXY = skewXY * signs.x * signs.y
      skewXZ = skewXZ * signs.x * signs.z
      skewYZ = skewYZ * signs.y * signs.z
      x1 = x1 * signs.x
      x2 = x2 * signs.x
      x3 = x3 * signs.x
      y1 = y1 * signs.y
      y2 = y2 * signs.y
      y3 = y3 * signs.y
      z1 = z1 * signs.z
      z2 = z2 * signs.z
      z3 = z3 * signs.z
    }
    return DecomposedTransform(
      perspective: perspective,
      translation: SIMD4(m.m41, m.m42, m.m43, 0),
      scale: SIMD4(scaleX, scaleY, scaleZ, 0),
      skew: SIMD4(skewXY, skewXZ, skewYZ, 0),
      rotation: quaternion(SIMD4(x1, x2, x3, 0), SIMD4(y1, y2, y3, 0), SIMD4(z1, z2, z3, 0)))
  }

  /// Composes a transform from its parts, one general product after another.
  @inlinable
  public init(_ parts: DecomposedTransform<Scalar>) {
    var result = Self.identity
    let perspective = parts.perspective
    result.m14 = perspective.x
    result.m24 = perspective.y
    result.m34 = perspective.z
    result.m44 = perspective.w
    result = result.translated(
      x: parts.translation.x, y: parts.translation.y, z: parts.translation.z)
    result = Self.makeRotation(quaternion: parts.rotation).concatenating(result)
    if parts.skew != .zero {
      var skew = Self.identity
      skew.m21 = parts.skew.x
      skew.m31 = parts.skew.y
      skew.m32 = parts.skew.z
      result = skew.concatenating(result)
    }
    self = result.scaled(x: parts.scale.x, y: parts.scale.y, z: parts.scale.z)
  }

  @inlinable @inline(__always)
  func divided(by divisor: Scalar) -> Self {
    Self(row1 / divisor, row2 / divisor, row3 / divisor, row4 / divisor)
  }
}
