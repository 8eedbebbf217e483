/// The parts of a transform that can be interpolated one by one.
///
/// The transform is scale · skew · rotation · translation · perspective; the scale acts first. The
/// parts are found by Gram–Schmidt on the rows, in the order x, y, z (Thomas, Decomposing a Matrix
/// into Simple Transformations, 1991).
@frozen
public struct DecomposedTransform<Scalar: KernelScalar>: Hashable, Sendable {
  /// The fourth column that remains when all else is undone; (0, 0, 0, 1) without perspective.
  public var perspective: SIMD4<Scalar>

  /// The translation in points; w is 0.
  public var translation: SIMD4<Scalar>

  /// The factors along x, y and z, all negative if the transform mirrors; w is 0.
  public var scale: SIMD4<Scalar>

  /// How far y leans along x, z along x, and z along y, in units of the row itself; w is 0.
  public var skew: SIMD4<Scalar>

  /// The rotation as a unit quaternion (x, y, z, w); w is the real part.
  public var rotation: SIMD4<Scalar>

  /// Creates parts; without arguments, those of the identity.
  @inlinable @inline(__always)
  public init(
    perspective: SIMD4<Scalar> = SIMD4(0, 0, 0, 1), translation: SIMD4<Scalar> = .zero,
    scale: SIMD4<Scalar> = SIMD4(1, 1, 1, 0), skew: SIMD4<Scalar> = .zero,
    rotation: SIMD4<Scalar> = SIMD4(0, 0, 0, 1)
  ) {
    self.perspective = perspective
    self.translation = translation
    self.scale = scale
    self.skew = skew
    self.rotation = rotation
  }
}

extension DecomposedTransform {
  /// The parts at `progress` between these (0) and `other` (1); below 0 and above 1, extrapolated.
  ///
  /// The rotation takes the shorter arc; all other parts are interpolated linearly.
  @inlinable @inline(__always)
  public func interpolated(to other: DecomposedTransform, at progress: Scalar)
    -> DecomposedTransform
  {
    DecomposedTransform(
      perspective: perspective + (other.perspective - perspective) * progress,
      translation: translation + (other.translation - translation) * progress,
      scale: scale + (other.scale - scale) * progress,
      skew: skew + (other.skew - skew) * progress,
      rotation: slerp(rotation, other.rotation, at: progress))
  }
}

/// Spherical interpolation between unit quaternions along the shorter arc (Shoemake, 1985).
///
/// Quaternions that are nearly parallel are interpolated linearly and normalized.
@inlinable @inline(__always)
package func slerp<Scalar: KernelScalar>(
  _ start: SIMD4<Scalar>, _ end: SIMD4<Scalar>, at progress: Scalar
) -> SIMD4<Scalar> {
  let products = start * end
  var cosine = products.x + products.y + products.z + products.w
  var target = end
  if cosine < 0 {
    cosine = -cosine
    target = -end
  }
  // So close to 1 that both formulas agree to rounding, far enough that the angle has a sine.
  let nearlyParallel: Scalar = MemoryLayout<Scalar>.size == 4 ? 1 - 1e-6 : 1 - 1e-12
  if cosine > nearlyParallel {
    let straight = start + (target - start) * progress
    let squares = straight * straight
    return straight / (squares.x + squares.y + squares.z + squares.w).squareRoot()
  }
  let angle = Scalar.arcCosine(cosine)
  let sine = Scalar.sine(angle)
  let startWeight = Scalar.sine((1 - progress) * angle) / sine
  let endWeight = Scalar.sine(progress * angle) / sine
  return start * startWeight + target * endWeight
}
