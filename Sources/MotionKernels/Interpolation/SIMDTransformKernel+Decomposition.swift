extension SIMDTransformKernel {
  /// The parts of this transform, or `nil` if m44 or the determinant of the 3 × 3 part is zero or
  /// not finite.
  @inlinable
  public var decomposed: DecomposedTransform<Scalar>? {
    let divisor = row4.w
    guard divisor != 0, divisor.isFinite else { return nil }
    let m = Self(row1 / divisor, row2 / divisor, row3 / divisor, row4 / divisor)
    guard let perspective = m.decomposedPerspective else { return nil }
    var (x, y, z, translation) = (m.row1, m.row2, m.row3, m.row4)
    x.w = 0
    y.w = 0
    z.w = 0
    translation.w = 0

    var scale = SIMD4<Scalar>.zero
    var skew = SIMD4<Scalar>.zero
    scale.x = dot3(x, x).squareRoot()
    x /= scale.x
    skew.x = dot3(x, y)
    y -= skew.x * x
    scale.y = dot3(y, y).squareRoot()
    y /= scale.y
    skew.y = dot3(x, z)
    z -= skew.y * x
    skew.z = dot3(y, z)
    z -= skew.z * y
    scale.z = dot3(z, z).squareRoot()
    guard scale.x > 0, scale.y > 0, scale.z > 0 else { return nil }
    skew /= SIMD4(scale.y, scale.z, scale.z, 1)

    // Recompute z from x and y, so that the axes are exactly those of a rotation.
    let normal = SIMD4(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x, 0)
    let isMirrored = dot3(normal, z) < 0
    z = normal
    if isMirrored {
      z = -z
      let signs = m.mirrorSigns(x, y, z)
      scale *= signs
      skew *= SIMD4(signs.x * signs.y, signs.x * signs.z, signs.y * signs.z, 1)
      x *= signs.x
      y *= signs.y
      z *= signs.z
    }
    return DecomposedTransform(
      perspective: perspective, translation: translation, scale: scale, skew: skew,
      rotation: quaternion(x, y, z))
  }

  /// Composes a transform from its parts, row by row.
  @inlinable
  public init(_ parts: DecomposedTransform<Scalar>) {
    let rotation = Self.makeRotation(quaternion: parts.rotation)
    let (scale, skew) = (parts.scale, parts.skew)
    var x = rotation.row1
    var y = rotation.row2 + skew.x * x
    var z = rotation.row3 + skew.y * x + skew.z * rotation.row2
    x = scale.x * x
    y = scale.y * y
    z = scale.z * z
    var translation = parts.translation
    x.w = dot3(x, parts.perspective)
    y.w = dot3(y, parts.perspective)
    z.w = dot3(z, parts.perspective)
    translation.w = dot3(translation, parts.perspective) + parts.perspective.w
    self.init(x, y, z, translation)
  }
}

/// The sum of the products of x, y and z.
@inlinable @inline(__always)
func dot3<Scalar: KernelScalar>(_ a: SIMD4<Scalar>, _ b: SIMD4<Scalar>) -> Scalar {
  let products = a * b
  return products.x + products.y + products.z
}
