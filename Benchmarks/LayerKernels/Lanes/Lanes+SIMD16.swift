// Concrete types throughout, because the same code over `Self` and `MaskStorage` is 30 times
// slower.
//
// Signs, exponents, and masks are bits. Vectors have no `bitPattern`, so they are cast to integers
// of the same size and layout.
extension SIMD16: Lanes where Scalar == Float {
  @usableFromInline @inline(__always)
  package static func splat(_ value: Float) -> SIMD16<Float> { SIMD16<Float>(repeating: value) }

  @usableFromInline @inline(__always)
  package var magnitude: SIMD16<Float> {
    let bits = unsafeBitCast(self, to: SIMD16<UInt32>.self) & 0x7FFF_FFFF
    return unsafeBitCast(bits, to: SIMD16<Float>.self)
  }

  @usableFromInline @inline(__always)
  package static func select(
    _ a: SIMD16<Float>, below b: SIMD16<Float>, _ yes: SIMD16<Float>, _ no: SIMD16<Float>
  ) -> SIMD16<Float> {
    // By quarters, because without compiler flags a register holds four lanes: with sixteen lanes
    // at once, the compiler packs the masks into bits and unpacks them again.
    let (aLow, aHigh, bLow, bHigh) = (a.lowHalf, a.highHalf, b.lowHalf, b.highHalf)
    let (yesLow, yesHigh, noLow, noHigh) = (yes.lowHalf, yes.highHalf, no.lowHalf, no.highHalf)
    return join(
      .select(aLow.lowHalf, below: bLow.lowHalf, yesLow.lowHalf, noLow.lowHalf),
      .select(aLow.highHalf, below: bLow.highHalf, yesLow.highHalf, noLow.highHalf),
      .select(aHigh.lowHalf, below: bHigh.lowHalf, yesHigh.lowHalf, noHigh.lowHalf),
      .select(aHigh.highHalf, below: bHigh.highHalf, yesHigh.highHalf, noHigh.highHalf))
  }

  @usableFromInline @inline(__always)
  package static func scale(
    _ value: SIMD16<Float>, byPowerOfTwo bits: SIMD16<Float>
  ) -> SIMD16<Float> {
    let power = unsafeBitCast(bits, to: SIMD16<UInt32>.self) &<< 23
    return unsafeBitCast(unsafeBitCast(value, to: SIMD16<UInt32>.self) &+ power, to: Self.self)
  }

  @usableFromInline @inline(__always)
  package static func rotate(
    sine: SIMD16<Float>, cosine: SIMD16<Float>, byQuarterTurns bits: SIMD16<Float>
  ) -> (sine: SIMD16<Float>, cosine: SIMD16<Float>) {
    let quarters = unsafeBitCast(bits, to: SIMD16<UInt32>.self)
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

  @usableFromInline @inline(__always)
  package static func lookUp(
    _ table: UnsafePointer<SIMD4<Float>>, at bits: SIMD16<Float>
  ) -> (SIMD16<Float>, SIMD16<Float>, SIMD16<Float>, SIMD16<Float>) {
    let (low, high) = (bits.lowHalf, bits.highHalf)
    // On most machines, loads and transposes cost less than a gather.
    let a = SIMD4.lookUp(table, at: low.lowHalf)
    let b = SIMD4.lookUp(table, at: low.highHalf)
    let c = SIMD4.lookUp(table, at: high.lowHalf)
    let d = SIMD4.lookUp(table, at: high.highHalf)
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
