extension SIMDTransformKernel {
  /// The transform that undoes `self`, or `nil` if the determinant is zero or not finite.
  ///
  /// The expansion of ``ScalarTransformKernel/inverse``, four entries of a row at a time. Lanes 0
  /// and 1 use the minors of the lower two rows, lanes 2 and 3 the minors of the upper two.
  @inlinable @inline(__always)
  public var inverse: Self? {
    let (r1, r2, r3, r4) = (row1, row2, row3, row4)
    let x0 = SIMD4(r3.x, r3.x, r1.x, r1.x)
    let x1 = SIMD4(r3.y, r3.y, r1.y, r1.y)
    let x2 = SIMD4(r3.z, r3.z, r1.z, r1.z)
    let x3 = SIMD4(r3.w, r3.w, r1.w, r1.w)
    let y0 = SIMD4(r4.x, r4.x, r2.x, r2.x)
    let y1 = SIMD4(r4.y, r4.y, r2.y, r2.y)
    let y2 = SIMD4(r4.z, r4.z, r2.z, r2.z)
    let y3 = SIMD4(r4.w, r4.w, r2.w, r2.w)
    let f0 = x0 * y1 - y0 * x1
    let f1 = x0 * y2 - y0 * x2
    let f2 = x0 * y3 - y0 * x3
    let f3 = x1 * y2 - y1 * x2
    let f4 = x1 * y3 - y1 * x3
    let f5 = x2 * y3 - y2 * x3
    let determinant =
      f0.z * f5.x - f1.z * f4.x + f2.z * f3.x + f3.z * f2.x - f4.z * f1.x + f5.z * f0.x
    guard determinant != 0, determinant.isFinite else { return nil }
    let factor = 1 / determinant
    let a0 = SIMD4(r2.x, r1.x, r4.x, r3.x)
    let a1 = SIMD4(r2.y, r1.y, r4.y, r3.y)
    let a2 = SIMD4(r2.z, r1.z, r4.z, r3.z)
    let a3 = SIMD4(r2.w, r1.w, r4.w, r3.w)
    let even = SIMD4(factor, -factor, factor, -factor)
    return Self(
      (a1 * f5 - a2 * f4 + a3 * f3) * even,
      (a0 * f5 - a2 * f2 + a3 * f1) * (0 - even),
      (a0 * f4 - a1 * f2 + a3 * f0) * even,
      (a0 * f3 - a1 * f1 + a2 * f0) * (0 - even))
  }
}
