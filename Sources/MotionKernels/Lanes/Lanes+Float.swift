extension Float: Lanes {
  @inlinable @inline(__always)
  public static func splat(_ value: Float) -> Float { value }

  @inlinable @inline(__always)
  public static func select(_ a: Float, below b: Float, _ yes: Float, _ no: Float) -> Float {
    a < b ? yes : no
  }

  @inlinable @inline(__always)
  public static func scale(_ value: Float, byPowerIn magic: Float) -> Float {
    Float(bitPattern: value.bitPattern &+ (magic.bitPattern &<< 23))
  }

  @inlinable @inline(__always)
  public static func turn(
    _ sine: Float, _ cosine: Float, byQuartersIn magic: Float
  ) -> (Float, Float) {
    let quarters = magic.bitPattern
    let swapped = quarters & 1 != 0
    let (s, c) = swapped ? (cosine, sine) : (sine, cosine)
    return (
      Float(bitPattern: s.bitPattern ^ ((quarters & 2) &<< 30)),
      Float(bitPattern: c.bitPattern ^ (((quarters &+ 1) & 2) &<< 30))
    )
  }

  @inlinable @inline(__always)
  public static func lookUp(
    _ table: UnsafePointer<SIMD4<Float>>, atIndexIn magic: Float
  ) -> (Float, Float, Float, Float) {
    let entry = table[Int(magic.bitPattern & 127)]
    return (entry.x, entry.y, entry.z, entry.w)
  }
}
