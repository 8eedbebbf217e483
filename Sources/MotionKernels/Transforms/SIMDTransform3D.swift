/// A 4 × 4 transform of 3D points, held as four SIMD rows of `Float`s: the `simd` variant.
///
/// Follows Core Animation: points are row vectors, the translation is in the last row, and
/// `a.concatenating(b)` applies `a` first.
///
///     let toWindow = toParent.concatenating(parentToWindow)
///
/// - Shape: 4 rows of 4 `Float`s; 64 bytes, aligned to 16.
/// - Units: translation in points, rotation in radians, scale without unit.
/// - SeeAlso: ``Transform3D``, the reference this type is tested against.
@frozen
public struct SIMDTransform3D: SIMDTransformKernel {
  public var row1, row2, row3, row4: SIMD4<Float>

  /// Creates a transform from its rows.
  @inlinable @inline(__always)
  public init(
    _ row1: SIMD4<Float>, _ row2: SIMD4<Float>, _ row3: SIMD4<Float>, _ row4: SIMD4<Float>
  ) {
    self.row1 = row1
    self.row2 = row2
    self.row3 = row3
    self.row4 = row4
  }
}

// Implemented here and not in the protocol, because broadcasting a lane of a generic `SIMD4` is
// slower.
extension SIMDTransform3D {
  /// The transform that applies `self`, then `next`.
  ///
  /// - Cost: 64 multiplications and 48 additions, in 16 + 12 row operations.
  @inlinable @inline(__always)
  public func concatenating(_ next: SIMDTransform3D) -> SIMDTransform3D {
    SIMDTransform3D(
      next.applied(to: row1), next.applied(to: row2),
      next.applied(to: row3), next.applied(to: row4))
  }

  /// The image of the homogeneous row vector `vector`: `vector · self`, not divided.
  @inlinable @inline(__always)
  public func applied(to vector: SIMD4<Float>) -> SIMD4<Float> {
    // Adds in the reference's order, so that the two agree bit for bit.
    var image = vector.x * row1
    image += vector.y * row2
    image += vector.z * row3
    image += vector.w * row4
    return image
  }
}
