/// Stretches fractions in 0…1 before they select a piece of a ``TimingTable``.
///
/// A type per warp instead of a case, so that each has a loop of its own without a branch on the
/// case.
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

/// Stretches the start.
enum StartWarp: FractionWarp {
  @inline(__always)
  static func warped<V: Lanes>(_ x: V) -> V { x.magnitude.squareRoot() }
}

/// Stretches the end.
enum EndWarp: FractionWarp {
  @inline(__always)
  static func warped<V: Lanes>(_ x: V) -> V {
    let one = V.splat(1)
    return one - (one - x).magnitude.squareRoot()
  }
}

/// Stretches both ends.
enum BothWarp: FractionWarp {
  @inline(__always)
  static func warped<V: Lanes>(_ x: V) -> V {
    let (half, one) = (V.splat(0.5), V.splat(1))
    let rest = one - x
    let root = (V.select(x, below: half, x, rest) * half).magnitude.squareRoot()
    return V.select(x, below: half, root, one - root)
  }
}
