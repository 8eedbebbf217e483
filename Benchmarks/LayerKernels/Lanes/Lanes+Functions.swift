extension Lanes {
  /// sin(√z) / √z for z in 0…5.6, within 3e-9; the weight of spherical interpolation.
  @inlinable @inline(__always)
  static func sineOverAngle(squared z: Self) -> Self {
    polynomial(
      z, 0.9999999977678377, -0.16666663795661024, 0.008333273404037266, -0.0001983668535764751,
      2.7398215464228253e-06, -2.2484978539978963e-08)
  }

  /// (2·asin √h)² for h in 0…0.5, within 6e-8 relative: the square of an angle from its chord.
  @inlinable @inline(__always)
  static func angleSquared(fromChord h: Self) -> Self {
    let upper = polynomial(
      h, 0.0411786360496241, 0.21760003335223327, -0.26622383517752307, 0.3197135473435667)
    let p = polynomial(
      h, 0.9999999667954854, 0.3333418027411137, 0.17742836562747474, 0.11968681544511288)
    let h2 = h * h
    return splat(4) * h * multiplyAdd(upper, h2 * h2, p)
  }

  /// eˣ for x in −87…87, within 1.3e-7 relative; smaller x count as −87.
  @inline(__always)
  static func exponential(_ x: Self) -> Self {
    let x = select(x, below: splat(-87), splat(-87), x)
    let (bits, n) = roundedToInteger(x * splat(1.442695040888963))
    // Subtracts n · ln 2 in two parts. The first has so few bits that its product with n is exact.
    let r = x - n * splat(0.693359375) - n * splat(-2.12194440e-4)
    let p = multiplyAdd(
      polynomial(
        r, 1.0000000379432985, 0.5000000047401351, 0.16666414507171737, 0.04166635163859208,
        0.008375210200723933, 0.0013941213090030704), r, splat(1))
    return scale(p, byPowerOfTwo: bits)
  }

  /// eˣ − 1 for x in −87…87, without cancellation near 0; smaller x count as −87.
  @inline(__always)
  static func exponentialMinusOne(_ x: Self) -> Self {
    let x = select(x, below: splat(-87), splat(-87), x)
    let (bits, n) = roundedToInteger(x * splat(1.442695040888963))
    let r = x - n * splat(0.693359375) - n * splat(-2.12194440e-4)
    let p = polynomial(
      r, 1.0000000379432985, 0.5000000047401351, 0.16666414507171737, 0.04166635163859208,
      0.008375210200723933, 0.0013941213090030704)
    let power = scale(splat(1), byPowerOfTwo: bits)
    return multiplyAdd(power * r, p, power - splat(1))
  }

  /// The sine and cosine of the angle `high` + `low` in radians; `low` is the rounding error of
  /// `high`.
  ///
  /// Within 1.5e-7 for angles up to 8,000 (Cody and Waite's reduction in three parts).
  @inline(__always)
  static func sineCosine(_ high: Self, plus low: Self) -> (sine: Self, cosine: Self) {
    let (bits, n) = roundedToInteger(high * splat(0.6366197723675814))
    var r = high - n * splat(1.5703125)
    r = r - n * splat(4.837512969970703125e-4)
    r = r - n * splat(7.549789948768648e-8) + low
    let z = r * r
    let sine =
      r
      * polynomial(
        z, 0.9999999969053907, -0.1666665062614806, 0.008332033202329373, -0.00019503569485274414)
    let cosine = polynomial(
      z, 0.999999999952252, -0.4999999961331936, 0.04166661654302717, -0.0013886613478630177,
      2.4379412716867387e-05)
    return rotate(sine: sine, cosine: cosine, byQuarterTurns: bits)
  }
}
