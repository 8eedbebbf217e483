/// The parts of a transform that can be interpolated one by one.
///
/// The transform is scale · skew · rotation · translation · perspective; the scale acts first. The
/// parts are found by Gram–Schmidt on the rows, in the order x, y, z (Thomas, Decomposing a Matrix
/// into Simple Transformations, 1991).
@frozen
public struct DecomposedTransform<Scalar: KernelScalar>: Hashable, Sendable {
  /// The fourth column that remains when all other parts are undone; (0, 0, 0, 1) without
  /// perspective.
  public var perspective: SIMD4<Scalar>

  /// The translation in points; w is 0.
  public var translation: SIMD4<Scalar>

  /// The factors along x, y and z; one of them is negative if the transform mirrors; w is 0.
  public var scale: SIMD4<Scalar>

  /// How far y leans along x, z along x, and z along y, in units of the leaning row; w is 0.
  public var skew: SIMD4<Scalar>

  /// The rotation as a unit quaternion (x, y, z, w); w is the real part.
  public var rotation: SIMD4<Scalar>

  /// Creates parts; the defaults are those of the identity.
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
  /// The parts at `progress` between these (0) and `other` (1); extrapolated below 0 and above 1.
  ///
  /// The rotation takes the shorter arc; exactly half a turn goes in the positive direction. All
  /// other parts are interpolated linearly. Between two transforms that mirror, the path does not
  /// depend on which axes their scales negate.
  @inlinable @inline(__always)
  public func interpolated(to other: DecomposedTransform, at progress: Scalar)
    -> DecomposedTransform
  {
    if isMirrored, other.isMirrored {
      return straight(to: other.negatingAxes(of: self), at: progress)
    }
    return straight(to: other, at: progress)
  }

  @inlinable @inline(__always)
  func straight(to end: DecomposedTransform, at progress: Scalar) -> DecomposedTransform {
    DecomposedTransform(
      perspective: perspective + (end.perspective - perspective) * progress,
      translation: translation + (end.translation - translation) * progress,
      scale: scale + (end.scale - scale) * progress,
      skew: skew + (end.skew - skew) * progress,
      rotation: slerp(rotation, end.rotation, at: progress, halfTurns: .forward))
  }

  /// Whether the transform mirrors: an odd number of scales is negative.
  @inlinable @inline(__always)
  var isMirrored: Bool { (scale.x < 0) != ((scale.y < 0) != (scale.z < 0)) }

  /// Parts of the same transform that negate the same axes as `other`, if both mirror.
  ///
  /// Then no scale passes through 0 on the way between them.
  @inlinable @inline(__always)
  package func aligned(with other: DecomposedTransform) -> DecomposedTransform {
    guard other.isMirrored, isMirrored else { return self }
    return negatingAxes(of: other)
  }

  /// Negates the scales that differ from `other` in sign, which needs half a turn about the third
  /// axis.
  @inlinable
  func negatingAxes(of other: DecomposedTransform) -> DecomposedTransform {
    let x: Scalar = (scale.x < 0) == (other.scale.x < 0) ? 1 : -1
    let y: Scalar = (scale.y < 0) == (other.scale.y < 0) ? 1 : -1
    let z: Scalar = (scale.z < 0) == (other.scale.z < 0) ? 1 : -1
    let q = rotation
    var parts = self
    parts.scale *= SIMD4(x, y, z, 1)
    parts.skew *= SIMD4(x * y, x * z, y * z, 1)
    if y < 0, z < 0 {
      parts.rotation = SIMD4(q.w, q.z, -q.y, -q.x)
    } else if x < 0, z < 0 {
      parts.rotation = SIMD4(-q.z, q.w, q.x, -q.y)
    } else if x < 0, y < 0 {
      parts.rotation = SIMD4(q.y, -q.x, q.w, -q.z)
    }
    return parts
  }
}

/// Spherical interpolation between unit quaternions along the shorter arc (Shoemake, 1985).
///
/// Quaternions that are nearly parallel are interpolated linearly and normalized.
@inlinable @inline(__always)
package func slerp<Scalar: KernelScalar>(
  _ start: SIMD4<Scalar>, _ end: SIMD4<Scalar>, at progress: Scalar, halfTurns: HalfTurn
) -> SIMD4<Scalar> {
  let products = start * end
  var cosine = products.x + products.y + products.z + products.w
  var target = end
  if cosine < Scalar.halfTurnCosine,
    cosine < -Scalar.halfTurnCosine
      || (halfTurns == .forward && turnsBackward(from: start, to: end))
  {
    cosine = -cosine
    target = -end
  }
  // So close to 1 that both formulas agree up to rounding, yet far enough that sin(angle) is not 0.
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

/// The direction of a rotation by half a turn, for which both arcs are equally long.
@usableFromInline
package enum HalfTurn {
  /// The arc in the positive direction, so that π and −π are the same turn.
  case forward
  /// The arc between the quaternions as they are: stored quaternions state their direction.
  case stated
}

/// Whether half a turn between two unit quaternions goes in the negative direction about z or, if
/// there is no turn about z, about y or x.
@inlinable
package func turnsBackward<Scalar: KernelScalar>(
  from start: SIMD4<Scalar>, to end: SIMD4<Scalar>
) -> Bool {
  let (a, b) = (start, end)
  let noise = Scalar.ulpOfOne * 16
  let z = a.w * b.z - a.z * b.w + (a.x * b.y - a.y * b.x)
  if z.magnitude > noise { return z < 0 }
  let y = a.w * b.y - a.y * b.w + (a.z * b.x - a.x * b.z)
  if y.magnitude > noise { return y < 0 }
  return a.w * b.x - a.x * b.w + (a.y * b.z - a.z * b.y) < 0
}

extension KernelScalar {
  /// Two quaternions are half a turn apart if their cosine is at most this.
  ///
  /// It includes rotations by `.pi` and `-.pi`, which are not exactly half a turn because π is
  /// rounded, but not rotations by ±3.14159265358979.
  @inlinable @inline(__always)
  static var halfTurnCosine: Self { ulpOfOne * 0.75 }
}
