/// How many additions, multiplications, divisions and roots an operation of each kernel needs.
///
/// Counted in the shared formulas, for one lane; selections and bit operations are free. Every
/// variant is given the same number, as it answers the same question: one that computes more, or in
/// libm, is only further from the limit. A division counts as one though it takes longer.
enum KernelFlops {
  static let concat = 112
  static let compose = 46
  static let invert = 144
  static let mapQuads = 42
  static let interpolateStored = 144
  static let interpolateDecomposed = 541
  static let spring = 98

  /// Of a spring that oscillates; the others take fewer.
  static let springSorted = 58
  static let springFixedStep = 6

  /// With a control point on either end, as `easeInOut` has: the warp takes a root.
  static let timing = 15
  static let wholeFrame = 201
}
