/// One number for each of several independent items: the type that the shared formulas compute
/// with.
///
/// `Float` is one lane and the reference; `SIMD16<Float>` is a field of a block, and `SIMD4<Float>`
/// is a quarter of such a field. The formulas are generic over this protocol. Only the few
/// primitives below are implemented for each width, because generic masks and integer conversions
/// cost ten to a hundred times as much as concrete ones.
///
/// - Note: All widths do the same operations in the same order, so they agree bit for bit.
@usableFromInline
package protocol Lanes: BitwiseCopyable, Sendable {
  /// The same number in every lane.
  static func splat(_ value: Float) -> Self

  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self

  /// The square root of each lane.
  func squareRoot() -> Self

  /// The absolute value of each lane.
  var magnitude: Self { get }

  /// `yes` in lanes where `a` is below `b`, otherwise `no`, also if either is NaN.
  static func select(_ a: Self, below b: Self, _ yes: Self, _ no: Self) -> Self

  /// `value` · 2ⁿ, where `bits` holds n (see ``roundedToInteger(_:)``).
  static func scale(_ value: Self, byPowerOfTwo bits: Self) -> Self

  /// The sine and cosine of an angle plus n quarter turns, from those of the angle; `bits` holds n
  /// (see ``roundedToInteger(_:)``).
  static func rotate(sine: Self, cosine: Self, byQuarterTurns bits: Self)
    -> (sine: Self, cosine: Self)

  /// The four coefficients of each lane's table entry; `bits` holds the index of the entry (see
  /// ``roundedToInteger(_:)``).
  ///
  /// - Precondition: `table` has 128 entries; indices wrap around.
  static func lookUp(_ table: UnsafePointer<SIMD4<Float>>, at bits: Self)
    -> (Self, Self, Self, Self)
}

extension Lanes {
  /// Each lane rounded to the nearest integer n: as a float whose lowest bits hold n, and as n.
  ///
  /// Adding 1.5 · 2²³ moves the integer part of a float into its lowest bits, so that no conversion
  /// is needed. Exact for magnitudes below 2²².
  @inline(__always)
  static func roundedToInteger(_ value: Self) -> (bits: Self, integer: Self) {
    let shift = splat(12_582_912)
    let bits = value + shift
    return (bits, bits - shift)
  }

  /// `a · b + c`, always with two roundings, so that every width and every processor gives the same
  /// result.
  ///
  /// On x86-64 without compiler flags, a fused operation is a call per lane, at 20 times the cost.
  /// Swift never fuses the two operations on its own, not even on arm64.
  @inlinable @inline(__always)
  package static func multiplyAdd(_ a: Self, _ b: Self, _ c: Self) -> Self { a * b + c }

  /// `value` clamped to `low`…`high`; NaN stays NaN.
  @inline(__always)
  static func clamp(_ value: Self, _ low: Float, _ high: Float) -> Self {
    let low = splat(low)
    let high = splat(high)
    return select(high, below: value, high, select(value, below: low, low, value))
  }

  /// The polynomial with these coefficients, the constant first.
  @inlinable @inline(__always)
  static func polynomial(_ x: Self, _ c0: Float, _ c1: Float, _ c2: Float, _ c3: Float) -> Self {
    multiplyAdd(multiplyAdd(multiplyAdd(splat(c3), x, splat(c2)), x, splat(c1)), x, splat(c0))
  }

  /// The polynomial with these coefficients, the constant first.
  @inlinable @inline(__always)
  static func polynomial(
    _ x: Self, _ c0: Float, _ c1: Float, _ c2: Float, _ c3: Float, _ c4: Float
  ) -> Self {
    multiplyAdd(polynomial(x, c1, c2, c3, c4), x, splat(c0))
  }

  /// The polynomial with these coefficients, the constant first.
  @inlinable @inline(__always)
  static func polynomial(
    _ x: Self, _ c0: Float, _ c1: Float, _ c2: Float, _ c3: Float, _ c4: Float, _ c5: Float
  ) -> Self {
    multiplyAdd(polynomial(x, c1, c2, c3, c4, c5), x, splat(c0))
  }
}
