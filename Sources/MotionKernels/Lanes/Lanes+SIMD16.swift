// Concrete types throughout: the same code over `Self` and `MaskStorage` is 30 times slower.
extension SIMD16: Lanes where Scalar == Float {
  @inline(__always)
  public static func splat(_ value: Float) -> SIMD16<Float> { SIMD16<Float>(repeating: value) }

  @inline(__always)
  public var magnitude: SIMD16<Float> {
    let bits = unsafeBitCast(self, to: SIMD16<UInt32>.self) & 0x7FFF_FFFF
    return unsafeBitCast(bits, to: SIMD16<Float>.self)
  }

  @inline(__always)
  public static func select(
    _ a: SIMD16<Float>, below b: SIMD16<Float>, _ yes: SIMD16<Float>, _ no: SIMD16<Float>
  ) -> SIMD16<Float> {
    // By quarters, which are what a register holds without flags: sixteen comparisons at once are
    // packed into bits and unpacked again.
    let (aLow, aHigh, bLow, bHigh) = (a.lowHalf, a.highHalf, b.lowHalf, b.highHalf)
    let (yesLow, yesHigh, noLow, noHigh) = (yes.lowHalf, yes.highHalf, no.lowHalf, no.highHalf)
    return join(
      .select(aLow.lowHalf, below: bLow.lowHalf, yesLow.lowHalf, noLow.lowHalf),
      .select(aLow.highHalf, below: bLow.highHalf, yesLow.highHalf, noLow.highHalf),
      .select(aHigh.lowHalf, below: bHigh.lowHalf, yesHigh.lowHalf, noHigh.lowHalf),
      .select(aHigh.highHalf, below: bHigh.highHalf, yesHigh.highHalf, noHigh.highHalf))
  }

  @inline(__always)
  public static func scale(
    _ value: SIMD16<Float>, byPowerIn magic: SIMD16<Float>
  ) -> SIMD16<Float> {
    let power = unsafeBitCast(magic, to: SIMD16<UInt32>.self) &<< 23
    return unsafeBitCast(unsafeBitCast(value, to: SIMD16<UInt32>.self) &+ power, to: Self.self)
  }

  @inline(__always)
  public static func turn(
    _ sine: SIMD16<Float>, _ cosine: SIMD16<Float>, byQuartersIn magic: SIMD16<Float>
  ) -> (SIMD16<Float>, SIMD16<Float>) {
    let quarters = unsafeBitCast(magic, to: SIMD16<UInt32>.self)
    let swapped = SIMD16<UInt32>.zero &- (quarters & 1)
    let sineBits = unsafeBitCast(sine, to: SIMD16<UInt32>.self)
    let cosineBits = unsafeBitCast(cosine, to: SIMD16<UInt32>.self)
    let difference = (sineBits ^ cosineBits) & swapped
    let (s, c) = (sineBits ^ difference, cosineBits ^ difference)
    return (
      unsafeBitCast(s ^ ((quarters & 2) &<< 30), to: Self.self),
      unsafeBitCast(c ^ (((quarters &+ 1) & 2) &<< 30), to: Self.self)
    )
  }

  @inline(__always)
  public static func lookUp(
    _ table: UnsafePointer<SIMD4<Float>>, atIndexIn magic: SIMD16<Float>
  ) -> (SIMD16<Float>, SIMD16<Float>, SIMD16<Float>, SIMD16<Float>) {
    let (low, high) = (magic.lowHalf, magic.highHalf)
    // A gather costs more than loads and transposes, here and on most machines.
    let a = SIMD4.lookUp(table, atIndexIn: low.lowHalf)
    let b = SIMD4.lookUp(table, atIndexIn: low.highHalf)
    let c = SIMD4.lookUp(table, atIndexIn: high.lowHalf)
    let d = SIMD4.lookUp(table, atIndexIn: high.highHalf)
    return (
      join(a.0, b.0, c.0, d.0), join(a.1, b.1, c.1, d.1),
      join(a.2, b.2, c.2, d.2), join(a.3, b.3, c.3, d.3)
    )
  }

  @inline(__always)
  private static func join(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>
  ) -> SIMD16<Float> {
    SIMD16(lowHalf: SIMD8(lowHalf: a, highHalf: b), highHalf: SIMD8(lowHalf: c, highHalf: d))
  }
}
