/// One number for each of several independent items: what the shared formulas are written in.
///
/// `Float` is one lane and the reference; `SIMD16<Float>` is what blocks are made of, `SIMD4<Float>`
/// a quarter of that. The formulas are generic over this protocol; only these few primitives have a body per width, because generic
/// masks and integer conversions cost ten to a hundred times as much as concrete ones.
///
/// - Note: All widths do the same operations in the same order, so they agree bit for bit.
public protocol Lanes: BitwiseCopyable, Sendable {
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

  /// `yes` where `a` is below `b`, else (also for NaN) `no`.
  static func select(_ a: Self, below b: Self, _ yes: Self, _ no: Self) -> Self

  /// `value` · 2ⁿ, where n is the integer that ``Magic/rounded(_:)`` put into the bits of `magic`.
  static func scale(_ value: Self, byPowerIn magic: Self) -> Self

  /// The sine and cosine of an angle, given those of what is left beyond n quarter turns.
  static func turn(_ sine: Self, _ cosine: Self, byQuartersIn magic: Self) -> (Self, Self)

  /// The four coefficients of each lane's segment, whose index is in the bits of `magic`.
  ///
  /// - Precondition: `table` has 128 entries; indices wrap around.
  static func lookUp(_ table: UnsafePointer<SIMD4<Float>>, atIndexIn magic: Self)
    -> (Self, Self, Self, Self)
}

/// The number whose bits hold an integer once a float is added: 1.5 · 2²³.
@usableFromInline
enum Magic {
  @usableFromInline static var number: Float { 12_582_912 }

  /// `value` rounded to the nearest integer n, as (bits that hold n, n).
  @inline(__always)
  static func rounded<V: Lanes>(_ value: V) -> (magic: V, integer: V) {
    let magic = value + V.splat(number)
    return (magic, magic - V.splat(number))
  }
}

extension Lanes {
  /// `a · b + c`, always in two roundings, so that every width and every processor gives the same.
  ///
  /// On x86-64 without flags a fused operation is a call per lane, 20 times the cost; Swift never
  /// merges the two by itself, on arm64 neither.
  @inlinable @inline(__always)
  static func mad(_ a: Self, _ b: Self, _ c: Self) -> Self { a * b + c }

  /// `value` moved into `low`…`high`; NaN stays.
  @inline(__always)
  static func clamp(_ value: Self, _ low: Float, _ high: Float) -> Self {
    let (low, high) = (Self.splat(low), Self.splat(high))
    return select(high, below: value, high, select(value, below: low, low, value))
  }

  /// The polynomial with these coefficients, the constant first.
  @inlinable @inline(__always)
  static func polynomial(_ x: Self, _ c0: Float, _ c1: Float, _ c2: Float, _ c3: Float) -> Self {
    mad(mad(mad(splat(c3), x, splat(c2)), x, splat(c1)), x, splat(c0))
  }

  /// The polynomial with these coefficients, the constant first.
  @inlinable @inline(__always)
  static func polynomial(
    _ x: Self, _ c0: Float, _ c1: Float, _ c2: Float, _ c3: Float, _ c4: Float
  ) -> Self {
    mad(polynomial(x, c1, c2, c3, c4), x, splat(c0))
  }

  /// The polynomial with these coefficients, the constant first.
  @inlinable @inline(__always)
  static func polynomial(
    _ x: Self, _ c0: Float, _ c1: Float, _ c2: Float, _ c3: Float, _ c4: Float, _ c5: Float
  ) -> Self {
    mad(polynomial(x, c1, c2, c3, c4, c5), x, splat(c0))
  }
}
