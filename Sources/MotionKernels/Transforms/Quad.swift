/// The four corners of a mapped rectangle, in points.
///
/// The names refer to the corners before the rectangle was mapped.
///
/// - Shape: 8 numbers, (x, y) per corner; 32 bytes of `Float`.
@frozen
public struct Quad<Scalar: KernelScalar>: Hashable, Sendable {
  public var topLeft, topRight, bottomLeft, bottomRight: SIMD2<Scalar>

  /// Creates a quad from its corners.
  @inlinable @inline(__always)
  public init(
    topLeft: SIMD2<Scalar>, topRight: SIMD2<Scalar>,
    bottomLeft: SIMD2<Scalar>, bottomRight: SIMD2<Scalar>
  ) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomLeft = bottomLeft
    self.bottomRight = bottomRight
  }
}

extension Quad {
  /// All corners at the origin.
  @inlinable
  public static var zero: Quad {
    Quad(topLeft: .zero, topRight: .zero, bottomLeft: .zero, bottomRight: .zero)
  }
}
