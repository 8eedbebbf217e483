#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#endif

/// A number that the kernels are written for: `Float` or `Double`.
///
/// Adds the three functions of libm that transforms need, so that one formula serves both widths.
public protocol KernelScalar: BinaryFloatingPoint, SIMDScalar, Codable, Sendable
where SIMD2Storage: Sendable, SIMD4Storage: Sendable {
  /// The sine of an angle in radians.
  static func sine(_ angle: Self) -> Self

  /// The cosine of an angle in radians.
  static func cosine(_ angle: Self) -> Self

  /// The cosine of the angle below which two quaternions are interpolated linearly.
  ///
  /// Close to 1 by so little that the two ways agree to rounding, and far enough for the sine of
  /// the angle to be computed.
  static var nearlyParallel: Self { get }

  /// The angle in 0…π whose cosine is `cosine`; NaN outside −1…1.
  static func arcCosine(_ cosine: Self) -> Self
}

extension Float: KernelScalar {
  @inlinable @inline(__always)
  public static var nearlyParallel: Float { 1 - 1e-6 }

  @inlinable @inline(__always)
  public static func sine(_ angle: Float) -> Float { sin(angle) }

  @inlinable @inline(__always)
  public static func cosine(_ angle: Float) -> Float { cos(angle) }

  @inlinable @inline(__always)
  public static func arcCosine(_ cosine: Float) -> Float { acos(cosine) }
}

extension Double: KernelScalar {
  @inlinable @inline(__always)
  public static var nearlyParallel: Double { 1 - 1e-12 }

  @inlinable @inline(__always)
  public static func sine(_ angle: Double) -> Double { sin(angle) }

  @inlinable @inline(__always)
  public static func cosine(_ angle: Double) -> Double { cos(angle) }

  @inlinable @inline(__always)
  public static func arcCosine(_ cosine: Double) -> Double { acos(cosine) }
}
