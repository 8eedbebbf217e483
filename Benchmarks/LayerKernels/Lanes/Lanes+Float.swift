extension Float: Lanes {
  @inlinable @inline(__always)
  package static func splat(_ value: Float) -> Float { value }

  @inlinable @inline(__always)
  package static func select(_ a: Float, below b: Float, _ yes: Float, _ no: Float) -> Float {
    a < b ? yes : no
  }

  @inlinable @inline(__always)
  package static func scale(_ value: Float, byPowerOfTwo bits: Float) -> Float {
    Float(bitPattern: value.bitPattern &+ (bits.bitPattern &<< 23))
  }

  @inlinable @inline(__always)
  package static func rotate(
    sine: Float, cosine: Float, byQuarterTurns bits: Float
  ) -> (sine: Float, cosine: Float) {
    let quarters = bits.bitPattern
    let swapped = quarters & 1 != 0
    let (s, c) = swapped ? (cosine, sine) : (sine, cosine)
    return (
      Float(bitPattern: s.bitPattern ^ ((quarters & 2) &<< 30)),
      Float(bitPattern: c.bitPattern ^ (((quarters &+ 1) & 2) &<< 30))
    )
  }

  @inlinable @inline(__always)
  package static func lookUp(
    _ table: UnsafePointer<SIMD4<Float>>, at bits: Float
  ) -> (Float, Float, Float, Float) {
    let entry = table[Int(bits.bitPattern & 127)]
    return (entry.x, entry.y, entry.z, entry.w)
  }
}
