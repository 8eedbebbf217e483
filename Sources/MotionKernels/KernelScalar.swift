#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#endif

/// The numbers of a transform: `Float` or `Double`.
///
/// Adds the three functions of libm that transforms need, so that each formula is written once.
public protocol KernelScalar: BinaryFloatingPoint, SIMDScalar, Codable, Sendable
where SIMD2Storage: Sendable, SIMD4Storage: Sendable {
  /// The sine of an angle in radians.
  static func sine(_ angle: Self) -> Self

  /// The cosine of an angle in radians.
  static func cosine(_ angle: Self) -> Self

  /// The angle in 0…π whose cosine is `cosine`; NaN outside −1…1.
  static func arcCosine(_ cosine: Self) -> Self
}

extension Float: KernelScalar {
  @inlinable @inline(__always)
  public static func sine(_ angle: Float) -> Float { sin(angle) }

  @inlinable @inline(__always)
  public static func cosine(_ angle: Float) -> Float { cos(angle) }

  @inlinable @inline(__always)
  public static func arcCosine(_ cosine: Float) -> Float { acos(cosine) }
}

extension Double: KernelScalar {
  @inlinable @inline(__always)
  public static func sine(_ angle: Double) -> Double { sin(angle) }

  @inlinable @inline(__always)
  public static func cosine(_ angle: Double) -> Double { cos(angle) }

  @inlinable @inline(__always)
  public static func arcCosine(_ cosine: Double) -> Double { acos(cosine) }
}
