/// The pixel kernels, four pixels or up to sixteen bytes at a time: the `simd` variant.
///
/// Gives the same bytes as ``ScalarPixelKernels``. Built on vectors of integers with 128 bits,
/// which every x86-64 and arm64 processor has.
package struct SIMDPixelKernels: PixelKernels {
  /// Creates the kernels; there is nothing to set up.
  package init() {}

  package func blend(
    _ source: Bitmap, opacity: UInt8, over target: inout Bitmap, at origin: PixelPoint
  ) {
    let factor = QuadPixels.Factor(repeating: UInt16(opacity))
    let isOpaque = opacity == 255
    target.withRows(of: source.bytes, source.size, bytesPerPixel: 4, at: origin) {
      target, source, count in
      QuadPixels.forEach(count) { index, width in
        let front = QuadPixels(source + 4 * index, width)
        let back = QuadPixels(target + 4 * index, width)
        (isOpaque ? front : front.multiplied(by: factor)).over(back)
          .store(to: target + 4 * index, width)
      }
    }
  }

  package func fill(
    _ color: Pixel, through mask: AlphaMask, over target: inout Bitmap, at origin: PixelPoint
  ) {
    let color = QuadPixels(SIMD4(repeating: color.word))
    target.withRows(of: mask.bytes, mask.size, bytesPerPixel: 1, at: origin) {
      target, mask, count in
      QuadPixels.forEach(count) { index, width in
        let coverage = QuadPixels.coverage(mask + index, width)
        // Large parts of a shadow's mask are transparent.
        guard coverage != 0 else { return }
        color.multiplied(by: QuadPixels.factor(coverage))
          .over(QuadPixels(target + 4 * index, width))
          .store(to: target + 4 * index, width)
      }
    }
  }

  package func apply(_ mask: AlphaMask, to target: inout Bitmap, at origin: PixelPoint) {
    target.withRows(of: mask.bytes, mask.size, bytesPerPixel: 1, at: origin) {
      target, mask, count in
      QuadPixels.forEach(count) { index, width in
        let coverage = QuadPixels.coverage(mask + index, width)
        guard coverage != .max else { return }
        QuadPixels(target + 4 * index, width).multiplied(by: QuadPixels.factor(coverage))
          .store(to: target + 4 * index, width)
      }
    }
  }
}

extension Bitmap {
  /// Calls `body` for every row in which another image covers this one, with the first bytes of
  /// this image and of the other one, and with the number of pixels.
  fileprivate mutating func withRows(
    of bytes: [UInt8], _ other: PixelSize, bytesPerPixel: Int, at origin: PixelPoint,
    _ body: (UnsafeMutableRawPointer, UnsafeRawPointer, Int) -> Void
  ) {
    let overlap = Overlap(of: other, at: origin, on: size)
    guard !overlap.columns.isEmpty, !overlap.rows.isEmpty else { return }
    let width = size.width
    self.bytes.withUnsafeMutableBytes { target in
      bytes.withUnsafeBytes { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for row in overlap.rows {
          let x = overlap.columns.lowerBound
          let from = bytesPerPixel * ((row - origin.y) * other.width + x - origin.x)
          body(target + 4 * (row * width + x), source + from, overlap.columns.count)
        }
      }
    }
  }
}

/// Four premultiplied pixels.
///
/// Red and blue are multiplied in one step, and green and alpha in another, so that each has 16
/// bits for its product. Shifts alone bring the alpha of a pixel to both halves.
struct QuadPixels {
  /// Factors of 0…255, one for each 16-bit half of a pixel.
  typealias Factor = SIMD8<UInt16>

  private var words: SIMD4<UInt32>

  @inline(__always)
  init(_ words: SIMD4<UInt32>) { self.words = words }

  /// Loads the first `width` of four pixels; the others are transparent.
  @inline(__always)
  init(_ bytes: UnsafeRawPointer, _ width: Int) {
    if width == 4 {
      words = bytes.loadUnaligned(as: SIMD4<UInt32>.self)
    } else {
      words = .zero
      for index in 0..<width {
        words[index] = bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
      }
    }
  }

  @inline(__always)
  func store(to bytes: UnsafeMutableRawPointer, _ width: Int) {
    if width == 4 {
      bytes.storeBytes(of: words, as: SIMD4<UInt32>.self)
    } else {
      for index in 0..<width {
        bytes.storeBytes(of: words[index], toByteOffset: 4 * index, as: UInt32.self)
      }
    }
  }

  /// Calls `body` with the index of every fourth pixel and the number of pixels from there on, at
  /// most 4.
  @inline(__always)
  static func forEach(_ count: Int, _ body: (_ index: Int, _ width: Int) -> Void) {
    let whole = count & ~3
    var index = 0
    while index < whole {
      body(index, 4)
      index += 4
    }
    if index < count { body(index, count - index) }
  }

  /// Loads four coverages as one number.
  @inline(__always)
  static func coverage(_ bytes: UnsafeRawPointer, _ width: Int) -> UInt32 {
    if width == 4 { return bytes.loadUnaligned(as: UInt32.self) }
    var coverage: UInt32 = 0
    for index in 0..<width {
      coverage |= UInt32(bytes.load(fromByteOffset: index, as: UInt8.self)) << UInt32(8 * index)
    }
    return coverage
  }

  /// The factor of each pixel from its coverage.
  @inline(__always)
  static func factor(_ coverage: UInt32) -> Factor {
    let bytes = unsafeBitCast(coverage, to: SIMD4<UInt8>.self)
    return spread(SIMD4<UInt32>(truncatingIfNeeded: bytes))
  }

  @inline(__always)
  private static func spread(_ values: SIMD4<UInt32>) -> Factor {
    unsafeBitCast(values | values &<< 16, to: Factor.self)
  }

  @inline(__always)
  private static func product(_ a: Factor, _ b: Factor) -> SIMD4<UInt32> {
    let product = a &* b &+ 128
    return unsafeBitCast((product &+ product &>> 8) &>> 8, to: SIMD4<UInt32>.self)
  }

  @inline(__always)
  func multiplied(by factor: Factor) -> QuadPixels {
    let even = unsafeBitCast(words & 0x00FF_00FF, to: Factor.self)
    let odd = unsafeBitCast(words &>> 8 & 0x00FF_00FF, to: Factor.self)
    return QuadPixels(Self.product(even, factor) | Self.product(odd, factor) &<< 8)
  }

  /// These pixels over others.
  @inline(__always)
  func over(_ back: QuadPixels) -> QuadPixels {
    let rest = Self.spread(255 &- words &>> 24)
    // No byte wraps: a premultiplied color is at most its alpha.
    let sum =
      unsafeBitCast(words, to: SIMD16<UInt8>.self)
      &+ unsafeBitCast(back.multiplied(by: rest).words, to: SIMD16<UInt8>.self)
    return QuadPixels(unsafeBitCast(sum, to: SIMD4<UInt32>.self))
  }
}
