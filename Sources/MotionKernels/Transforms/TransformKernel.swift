/// A 4 × 4 transform of 3D points: the interface of every implementation, so that one test and one
/// benchmark cover them all.
///
/// Follows Core Animation: points are row vectors, `m41`, `m42`, `m43` hold the translation, the
/// fourth column holds the perspective, and `a.concatenating(b)` applies `a` first.
///
/// ``ScalarTransformKernel`` and ``SIMDTransformKernel`` hold the formulas; the types
/// ``Transform3D``, ``Transform3D64`` and ``SIMDTransform3D``, and `SIMDTransform3D64`, hold the
/// storage.
public protocol TransformKernel: Hashable, Sendable {
  /// The type of the sixteen numbers.
  associatedtype Scalar: KernelScalar

  var m11: Scalar { get set }
  var m12: Scalar { get set }
  var m13: Scalar { get set }
  var m14: Scalar { get set }
  var m21: Scalar { get set }
  var m22: Scalar { get set }
  var m23: Scalar { get set }
  var m24: Scalar { get set }
  var m31: Scalar { get set }
  var m32: Scalar { get set }
  var m33: Scalar { get set }
  var m34: Scalar { get set }
  var m41: Scalar { get set }
  var m42: Scalar { get set }
  var m43: Scalar { get set }
  var m44: Scalar { get set }

  /// The rows: the images of the x, y and z directions and of the origin.
  var row1: SIMD4<Scalar> { get set }
  var row2: SIMD4<Scalar> { get set }
  var row3: SIMD4<Scalar> { get set }
  var row4: SIMD4<Scalar> { get set }

  /// Creates a transform from its rows.
  init(_ row1: SIMD4<Scalar>, _ row2: SIMD4<Scalar>, _ row3: SIMD4<Scalar>, _ row4: SIMD4<Scalar>)

  /// Creates a transform from its sixteen numbers, row by row.
  init(
    m11: Scalar, m12: Scalar, m13: Scalar, m14: Scalar,
    m21: Scalar, m22: Scalar, m23: Scalar, m24: Scalar,
    m31: Scalar, m32: Scalar, m33: Scalar, m34: Scalar,
    m41: Scalar, m42: Scalar, m43: Scalar, m44: Scalar)

  /// The transform that applies `self`, then `next`: the matrix product `self · next`.
  func concatenating(_ next: Self) -> Self

  /// The image of the homogeneous row vector `vector`: `vector · self`, not divided.
  func applied(to vector: SIMD4<Scalar>) -> SIMD4<Scalar>

  /// The transform that undoes `self`, or `nil` if `self` is singular.
  ///
  /// Singular means that the determinant is zero, or not finite.
  var inverse: Self? { get }

  /// The parts of this transform, or `nil` if it cannot be decomposed.
  var decomposed: DecomposedTransform<Scalar>? { get }

  /// Composes a transform from its parts.
  init(_ parts: DecomposedTransform<Scalar>)

  /// The transform that shifts by (x, y, z), then applies `self`.
  func translated(x: Scalar, y: Scalar, z: Scalar) -> Self

  /// The transform that scales by (x, y, z), then applies `self`.
  func scaled(x: Scalar, y: Scalar, z: Scalar) -> Self
}

extension TransformKernel {
  /// The transform that undoes `self`; if `self` is singular, `self` unchanged, as in Core
  /// Animation.
  ///
  /// - SeeAlso: ``inverse``, which is `nil` for singular transforms.
  @inlinable @inline(__always)
  public func inverted() -> Self { inverse ?? self }
}
