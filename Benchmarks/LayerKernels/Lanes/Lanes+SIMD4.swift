// Concrete types throughout, for the same reason as with sixteen lanes.
//
// Signs, exponents, and masks are bits. Vectors have no `bitPattern`, so they are cast to integers
// of the same size and layout.
extension SIMD4: Lanes where Scalar == Float {
  @inlinable @inline(__always)
  package static func splat(_ value: Float) -> SIMD4<Float> { SIMD4<Float>(repeating: value) }

  @inlinable @inline(__always)
  package var magnitude: SIMD4<Float> {
    let bits = unsafeBitCast(self, to: SIMD4<UInt32>.self) & 0x7FFF_FFFF
    return unsafeBitCast(bits, to: SIMD4<Float>.self)
  }

  @inlinable @inline(__always)
  package static func select(
    _ a: SIMD4<Float>, below b: SIMD4<Float>, _ yes: SIMD4<Float>, _ no: SIMD4<Float>
  ) -> SIMD4<Float> {
    no.replacing(with: yes, where: a .< b)
  }

  @usableFromInline @inline(__always)
  package static func scale(
    _ value: SIMD4<Float>, byPowerOfTwo bits: SIMD4<Float>
  ) -> SIMD4<Float> {
    let power = unsafeBitCast(bits, to: SIMD4<UInt32>.self) &<< 23
    return unsafeBitCast(unsafeBitCast(value, to: SIMD4<UInt32>.self) &+ power, to: Self.self)
  }

  @usableFromInline @inline(__always)
  package static func rotate(
    sine: SIMD4<Float>, cosine: SIMD4<Float>, byQuarterTurns bits: SIMD4<Float>
  ) -> (sine: SIMD4<Float>, cosine: SIMD4<Float>) {
    let quarters = unsafeBitCast(bits, to: SIMD4<UInt32>.self)
    let swapped = SIMD4<UInt32>.zero &- (quarters & 1)
    let sineBits = unsafeBitCast(sine, to: SIMD4<UInt32>.self)
    let cosineBits = unsafeBitCast(cosine, to: SIMD4<UInt32>.self)
    let difference = (sineBits ^ cosineBits) & swapped
    let (s, c) = (sineBits ^ difference, cosineBits ^ difference)
    return (
      unsafeBitCast(s ^ ((quarters & 2) &<< 30), to: Self.self),
      unsafeBitCast(c ^ (((quarters &+ 1) & 2) &<< 30), to: Self.self)
    )
  }

  @usableFromInline @inline(__always)
  package static func lookUp(
    _ table: UnsafePointer<SIMD4<Float>>, at bits: SIMD4<Float>
  ) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    // Indices are extracted and entries transposed two lanes at a time, as 64 bits: otherwise the
    // compiler extracts every lane separately and transposes in twelve shuffles instead of eight.
    let indices = unsafeBitCast(unsafeBitCast(bits, to: SIMD4<UInt32>.self) & 127, to: Pairs.self)
    let (a, b) = (table[Int(indices.x & 0xFFFF_FFFF)], table[Int(indices.x >> 32)])
    let (c, d) = (table[Int(indices.y & 0xFFFF_FFFF)], table[Int(indices.y >> 32)])
    let ab = unsafeBitCast(SIMD4(a.x, b.x, a.y, b.y), to: Pairs.self)
    let cd = unsafeBitCast(SIMD4(c.x, d.x, c.y, d.y), to: Pairs.self)
    let abHigh = unsafeBitCast(SIMD4(a.z, b.z, a.w, b.w), to: Pairs.self)
    let cdHigh = unsafeBitCast(SIMD4(c.z, d.z, c.w, d.w), to: Pairs.self)
    return (
      unsafeBitCast(Pairs(ab.x, cd.x), to: Self.self),
      unsafeBitCast(Pairs(ab.y, cd.y), to: Self.self),
      unsafeBitCast(Pairs(abHigh.x, cdHigh.x), to: Self.self),
      unsafeBitCast(Pairs(abHigh.y, cdHigh.y), to: Self.self)
    )
  }
}

/// Two adjacent lanes in one number, the first in the lower half: Swift runs on little-endian
/// processors only.
private typealias Pairs = SIMD2<UInt64>
