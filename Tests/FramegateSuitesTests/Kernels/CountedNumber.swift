import MotionKernels

@testable import LayerKernels

/// What a formula computes, counted while it runs.
final class FlopCounter: Sendable {
  /// The counter of the current task.
  @TaskLocal private static var current: FlopCounter?

  /// Written by the task that runs the formula, and by no other.
  private nonisolated(unsafe) var count = 0

  /// Counts the additions, subtractions, multiplications, divisions and roots of `CountedNumber`s
  /// in `formula`.
  static func flops(_ formula: () -> Void) -> Int {
    let counter = FlopCounter()
    $current.withValue(counter, operation: formula)
    return counter.count
  }

  fileprivate static func note() { current?.count += 1 }
}

/// A number that counts what is computed with it.
///
/// It is a lane of the shared formulas, and a scalar of transforms. Selections, negations,
/// magnitudes and what moves bits are free.
struct CountedNumber: BitwiseCopyable, Sendable {
  var value: Float

  init(_ value: Float) { self.value = value }

  private static func counted(_ value: Float) -> CountedNumber {
    FlopCounter.note()
    return CountedNumber(value)
  }

  static func + (a: Self, b: Self) -> Self { counted(a.value + b.value) }
  static func - (a: Self, b: Self) -> Self { counted(a.value - b.value) }
  static func * (a: Self, b: Self) -> Self { counted(a.value * b.value) }
  static func / (a: Self, b: Self) -> Self { counted(a.value / b.value) }
  func squareRoot() -> Self { Self.counted(value.squareRoot()) }
  static prefix func - (a: Self) -> Self { CountedNumber(-a.value) }
  var magnitude: Self { CountedNumber(value.magnitude) }
}

extension CountedNumber: Lanes {
  static func splat(_ value: Float) -> Self { CountedNumber(value) }

  static func select(_ a: Self, below b: Self, _ yes: Self, _ no: Self) -> Self {
    a.value < b.value ? yes : no
  }

  static func scale(_ value: Self, byPowerOfTwo bits: Self) -> Self {
    CountedNumber(Float.scale(value.value, byPowerOfTwo: bits.value))
  }

  static func rotate(
    sine: Self, cosine: Self, byQuarterTurns bits: Self
  ) -> (sine: Self, cosine: Self) {
    let rotated = Float.rotate(
      sine: sine.value, cosine: cosine.value, byQuarterTurns: bits.value)
    return (CountedNumber(rotated.sine), CountedNumber(rotated.cosine))
  }

  static func lookUp(
    _ table: UnsafePointer<SIMD4<Float>>, at bits: Self
  ) -> (Self, Self, Self, Self) {
    let entry = Float.lookUp(table, at: bits.value)
    return (
      CountedNumber(entry.0), CountedNumber(entry.1), CountedNumber(entry.2),
      CountedNumber(entry.3)
    )
  }
}

/// A transform of counted numbers, whose formulas are those of the variant `struct`.
struct CountedTransform: ScalarTransformKernel {
  var m11, m12, m13, m14, m21, m22, m23, m24: CountedNumber
  var m31, m32, m33, m34, m41, m42, m43, m44: CountedNumber
}

// What a scalar of transforms has to have, all of it from Float.
extension CountedNumber: KernelScalar {
  typealias SIMDMaskScalar = Float.SIMDMaskScalar
  typealias SIMD2Storage = CountedStorage<Float.SIMD2Storage>
  typealias SIMD4Storage = CountedStorage<Float.SIMD4Storage>
  typealias SIMD8Storage = CountedStorage<Float.SIMD8Storage>
  typealias SIMD16Storage = CountedStorage<Float.SIMD16Storage>
  typealias SIMD32Storage = CountedStorage<Float.SIMD32Storage>
  typealias SIMD64Storage = CountedStorage<Float.SIMD64Storage>

  static func sine(_ angle: Self) -> Self { CountedNumber(.sine(angle.value)) }
  static func cosine(_ angle: Self) -> Self { CountedNumber(.cosine(angle.value)) }
  static func arcCosine(_ cosine: Self) -> Self { CountedNumber(.arcCosine(cosine.value)) }

  init(from decoder: any Decoder) throws { self.init(try Float(from: decoder)) }
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension CountedNumber: BinaryFloatingPoint {
  init(integerLiteral value: Int) { self.init(Float(value)) }
  init(floatLiteral value: Float) { self.init(value) }
  init(sign: FloatingPointSign, exponent: Int, significand: Self) {
    self.init(Float(sign: sign, exponent: exponent, significand: significand.value))
  }
  init(signOf sign: Self, magnitudeOf magnitude: Self) {
    self.init(Float(signOf: sign.value, magnitudeOf: magnitude.value))
  }
  init(sign: FloatingPointSign, exponentBitPattern: UInt, significandBitPattern: UInt32) {
    self.init(
      Float(
        sign: sign, exponentBitPattern: exponentBitPattern,
        significandBitPattern: significandBitPattern))
  }

  static var exponentBitCount: Int { Float.exponentBitCount }
  static var significandBitCount: Int { Float.significandBitCount }
  static var nan: Self { CountedNumber(.nan) }
  static var signalingNaN: Self { CountedNumber(.signalingNaN) }
  static var infinity: Self { CountedNumber(.infinity) }
  static var greatestFiniteMagnitude: Self { CountedNumber(.greatestFiniteMagnitude) }
  static var leastNormalMagnitude: Self { CountedNumber(.leastNormalMagnitude) }
  static var leastNonzeroMagnitude: Self { CountedNumber(.leastNonzeroMagnitude) }
  static var pi: Self { CountedNumber(.pi) }

  var sign: FloatingPointSign { value.sign }
  var exponent: Int { value.exponent }
  var significand: Self { CountedNumber(value.significand) }
  var exponentBitPattern: UInt { value.exponentBitPattern }
  var significandBitPattern: UInt32 { value.significandBitPattern }
  var significandWidth: Int { value.significandWidth }
  var binade: Self { CountedNumber(value.binade) }
  var ulp: Self { CountedNumber(value.ulp) }
  var nextUp: Self { CountedNumber(value.nextUp) }
  var isNormal: Bool { value.isNormal }
  var isFinite: Bool { value.isFinite }
  var isZero: Bool { value.isZero }
  var isSubnormal: Bool { value.isSubnormal }
  var isInfinite: Bool { value.isInfinite }
  var isNaN: Bool { value.isNaN }
  var isSignalingNaN: Bool { value.isSignalingNaN }
  var isCanonical: Bool { value.isCanonical }

  static func += (a: inout Self, b: Self) { a = a + b }
  static func -= (a: inout Self, b: Self) { a = a - b }
  static func *= (a: inout Self, b: Self) { a = a * b }
  static func /= (a: inout Self, b: Self) { a = a / b }
  mutating func formSquareRoot() { self = squareRoot() }
  mutating func addProduct(_ a: Self, _ b: Self) { self = a * b + self }
  mutating func formRemainder(dividingBy other: Self) {
    value.formRemainder(dividingBy: other.value)
  }
  mutating func formTruncatingRemainder(dividingBy other: Self) {
    value.formTruncatingRemainder(dividingBy: other.value)
  }
  mutating func round(_ rule: FloatingPointRoundingRule) { value.round(rule) }

  func isEqual(to other: Self) -> Bool { value == other.value }
  func isLess(than other: Self) -> Bool { value < other.value }
  func isLessThanOrEqualTo(_ other: Self) -> Bool { value <= other.value }
  func distance(to other: Self) -> Self { CountedNumber(value.distance(to: other.value)) }
  func advanced(by other: Self) -> Self { CountedNumber(value.advanced(by: other.value)) }
  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

/// Counted numbers in the storage of a vector of Floats.
struct CountedStorage<Storage: SIMDStorage & Sendable>: SIMDStorage, Sendable
where Storage.Scalar == Float {
  private var storage = Storage()

  var scalarCount: Int { storage.scalarCount }

  subscript(index: Int) -> CountedNumber {
    get { CountedNumber(storage[index]) }
    set { storage[index] = newValue.value }
  }
}
