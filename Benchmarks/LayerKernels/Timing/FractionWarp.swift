/// Stretches fractions in 0…1 before they select a piece of a ``TimingTable``.
///
/// Each warp is a type instead of a case, so that each has its own loop without a branch.
protocol FractionWarp {
  /// The stretched fractions.
  ///
  /// Taking magnitudes tells the compiler that no root has a negative argument.
  static func warped<V: Lanes>(_ x: V) -> V
}

/// No stretching: the curve is smooth at both ends.
enum Unwarped: FractionWarp {
  @inline(__always)
  static func warped<V: Lanes>(_ x: V) -> V { x }
}

/// Stretches the start of the curve.
enum StartWarp: FractionWarp {
  @inline(__always)
  static func warped<V: Lanes>(_ x: V) -> V { x.magnitude.squareRoot() }
}

/// Stretches the end of the curve.
enum EndWarp: FractionWarp {
  @inline(__always)
  static func warped<V: Lanes>(_ x: V) -> V {
    let one = V.splat(1)
    return one - (one - x).magnitude.squareRoot()
  }
}

/// Stretches both ends of the curve.
enum BothWarp: FractionWarp {
  @inline(__always)
  static func warped<V: Lanes>(_ x: V) -> V {
    let (half, one) = (V.splat(0.5), V.splat(1))
    let rest = one - x
    let root = (V.select(x, below: half, x, rest) * half).magnitude.squareRoot()
    return V.select(x, below: half, root, one - root)
  }
}
