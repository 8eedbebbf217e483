/// Transposes images, so that rows become columns.
enum Transposition {
  /// Transposes an image with one byte per pixel, 8 × 8 pixels at a time.
  static func bytes(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ width: Int, _ height: Int
  ) {
    let (columns, rows) = (width & ~7, height & ~7)
    for row in stride(from: 0, to: rows, by: 8) {
      for column in stride(from: 0, to: columns, by: 8) {
        block(source + row * width + column, width, target + column * height + row, height)
      }
    }
    for row in 0..<height {
      for column in (row < rows ? columns : 0)..<width {
        target.storeBytes(
          of: source.load(fromByteOffset: row * width + column, as: UInt8.self),
          toByteOffset: column * height + row, as: UInt8.self)
      }
    }
  }

  /// Transposes an image with four bytes per pixel, 4 × 4 pixels at a time, in squares that stay in
  /// the cache.
  static func words(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ width: Int, _ height: Int
  ) {
    let side = 16
    let (columns, rows) = (width & ~3, height & ~3)
    for top in stride(from: 0, to: rows, by: side) {
      for left in stride(from: 0, to: columns, by: side) {
        for column in stride(from: left, to: min(left + side, columns), by: 4) {
          for row in stride(from: top, to: min(top + side, rows), by: 4) {
            square(
              source + 4 * (row * width + column), 4 * width,
              target + 4 * (column * height + row), 4 * height)
          }
        }
      }
    }
    for row in 0..<height {
      for column in (row < rows ? columns : 0)..<width {
        target.storeBytes(
          of: source.loadUnaligned(fromByteOffset: 4 * (row * width + column), as: UInt32.self),
          toByteOffset: 4 * (column * height + row), as: UInt32.self)
      }
    }
  }

  /// Transposes 4 × 4 pixels; `width` is the length of a source row in bytes, and `height` that of
  /// a target row.
  @inline(__always)
  private static func square(
    _ source: UnsafeRawPointer, _ width: Int, _ target: UnsafeMutableRawPointer, _ height: Int
  ) {
    @inline(__always)
    func row(_ index: Int) -> SIMD4<UInt32> {
      source.loadUnaligned(fromByteOffset: index * width, as: SIMD4<UInt32>.self)
    }
    @inline(__always)
    func store(_ low: UInt64, _ high: UInt64, _ index: Int) {
      target.storeBytes(of: SIMD2(low, high), toByteOffset: index * height, as: SIMD2<UInt64>.self)
    }
    // Two pixels at a time, as 64 bits: otherwise the compiler needs twelve shuffles instead of
    // eight.
    @inline(__always)
    func pairs(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> SIMD2<UInt64> {
      unsafeBitCast(SIMD4(a, b, c, d), to: SIMD2<UInt64>.self)
    }
    let (a, b, c, d) = (row(0), row(1), row(2), row(3))
    let (ab, cd) = (pairs(a.x, b.x, a.y, b.y), pairs(c.x, d.x, c.y, d.y))
    let (abHigh, cdHigh) = (pairs(a.z, b.z, a.w, b.w), pairs(c.z, d.z, c.w, d.w))
    store(ab.x, cd.x, 0)
    store(ab.y, cd.y, 1)
    store(abHigh.x, cdHigh.x, 2)
    store(abHigh.y, cdHigh.y, 3)
  }

  /// Transposes 8 × 8 bytes.
  ///
  /// Swaps opposite quarters in squares of 2, 4, and 8 bytes; see Warren, Hacker's Delight, 7-3.
  @inline(__always)
  private static func block(
    _ source: UnsafeRawPointer, _ width: Int, _ target: UnsafeMutableRawPointer, _ height: Int
  ) {
    @inline(__always)
    func row(_ index: Int) -> UInt64 {
      UInt64(littleEndian: source.loadUnaligned(fromByteOffset: index * width, as: UInt64.self))
    }
    @inline(__always)
    func swap(_ a: inout UInt64, _ b: inout UInt64, _ mask: UInt64, _ shift: UInt64) {
      let difference = (a &>> shift ^ b) & mask
      a ^= difference &<< shift
      b ^= difference
    }
    var (a, b, c, d) = (row(0), row(1), row(2), row(3))
    var (e, f, g, h) = (row(4), row(5), row(6), row(7))
    swap(&a, &b, 0x00FF_00FF_00FF_00FF, 8)
    swap(&c, &d, 0x00FF_00FF_00FF_00FF, 8)
    swap(&e, &f, 0x00FF_00FF_00FF_00FF, 8)
    swap(&g, &h, 0x00FF_00FF_00FF_00FF, 8)
    swap(&a, &c, 0x0000_FFFF_0000_FFFF, 16)
    swap(&b, &d, 0x0000_FFFF_0000_FFFF, 16)
    swap(&e, &g, 0x0000_FFFF_0000_FFFF, 16)
    swap(&f, &h, 0x0000_FFFF_0000_FFFF, 16)
    swap(&a, &e, 0x0000_0000_FFFF_FFFF, 32)
    swap(&b, &f, 0x0000_0000_FFFF_FFFF, 32)
    swap(&c, &g, 0x0000_0000_FFFF_FFFF, 32)
    swap(&d, &h, 0x0000_0000_FFFF_FFFF, 32)
    @inline(__always)
    func store(_ value: UInt64, _ index: Int) {
      target.storeBytes(of: value.littleEndian, toByteOffset: index * height, as: UInt64.self)
    }
    store(a, 0)
    store(b, 1)
    store(c, 2)
    store(d, 3)
    store(e, 4)
    store(f, 5)
    store(g, 6)
    store(h, 7)
  }
}
