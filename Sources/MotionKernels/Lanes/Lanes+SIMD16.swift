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
    no.replacing(with: yes, where: a .< b)
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
    let indices = unsafeBitCast(magic, to: SIMD16<UInt32>.self) & 127
    // A gather costs more than loads and transposes, here and on most machines.
    let q0 = Quarter(table, indices[0], indices[1], indices[2], indices[3])
    let q1 = Quarter(table, indices[4], indices[5], indices[6], indices[7])
    let q2 = Quarter(table, indices[8], indices[9], indices[10], indices[11])
    let q3 = Quarter(table, indices[12], indices[13], indices[14], indices[15])
    return (
      join(q0.c0, q1.c0, q2.c0, q3.c0), join(q0.c1, q1.c1, q2.c1, q3.c1),
      join(q0.c2, q1.c2, q2.c2, q3.c2), join(q0.c3, q1.c3, q2.c3, q3.c3)
    )
  }

  @inline(__always)
  private static func join(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>
  ) -> SIMD16<Float> {
    SIMD16(lowHalf: SIMD8(lowHalf: a, highHalf: b), highHalf: SIMD8(lowHalf: c, highHalf: d))
  }
}

/// Four table entries, transposed.
private struct Quarter {
  let c0, c1, c2, c3: SIMD4<Float>

  @inline(__always)
  init(
    _ table: UnsafePointer<SIMD4<Float>>, _ i: UInt32, _ j: UInt32, _ k: UInt32, _ l: UInt32
  ) {
    let (a, b, c, d) = (table[Int(i)], table[Int(j)], table[Int(k)], table[Int(l)])
    c0 = SIMD4(a.x, b.x, c.x, d.x)
    c1 = SIMD4(a.y, b.y, c.y, d.y)
    c2 = SIMD4(a.z, b.z, c.z, d.z)
    c3 = SIMD4(a.w, b.w, c.w, d.w)
  }
}
