// A blur adds whole rows to a row of sums, sixteen bytes at a time. This blurs the columns; for the
// rows, the image is transposed first.
extension SIMDPixelKernels {
  package func blur(_ image: inout Bitmap, _ blur: BoxBlur) {
    Self.blur(&image.bytes, image.size, blur, bytesPerPixel: 4, transpose: Transposition.words)
  }

  package func blur(_ mask: inout AlphaMask, _ blur: BoxBlur) {
    Self.blur(&mask.bytes, mask.size, blur, bytesPerPixel: 1, transpose: Transposition.bytes)
  }

  private static func blur(
    _ bytes: inout [UInt8], _ size: PixelSize, _ blur: BoxBlur, bytesPerPixel: Int,
    transpose: (UnsafeRawPointer, UnsafeMutableRawPointer, _ width: Int, _ height: Int) -> Void
  ) {
    guard !blur.windows.isEmpty else { return }
    let (width, height) = (size.width, size.height)
    let count = bytes.count
    let scratch = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
    defer { scratch.deallocate() }
    bytes.withUnsafeMutableBytes { bytes in
      guard let image = bytes.baseAddress else { return }
      // Three averages leave the result in the other buffer; the transposition returns it.
      var columns = ColumnAverages(rowBytes: bytesPerPixel * width, rows: height)
      columns.apply(blur, image, scratch)
      transpose(scratch, image, width, height)
      var rows = ColumnAverages(rowBytes: bytesPerPixel * height, rows: width)
      rows.apply(blur, image, scratch)
      transpose(scratch, image, height, width)
      columns.deallocate()
      rows.deallocate()
    }
  }
}

/// Moving averages down the columns of an image.
private struct ColumnAverages {
  let rowBytes: Int
  let rows: Int
  private let sums: UnsafeMutablePointer<UInt16>
  private let outside: UnsafeMutablePointer<UInt8>

  /// The reciprocal of the current window.
  ///
  /// Kept in memory and loaded for every product, so that the compiler sees a 16-bit factor: it
  /// then computes only the high halves of the products, instead of multiplying in 32 bits.
  private let reciprocal: UnsafeMutablePointer<Words>

  init(rowBytes: Int, rows: Int) {
    self.rowBytes = rowBytes
    self.rows = rows
    sums = .allocate(capacity: rowBytes)
    outside = .allocate(capacity: rowBytes)
    outside.initialize(repeating: 0, count: rowBytes)
    reciprocal = .allocate(capacity: 1)
  }

  func deallocate() {
    sums.deallocate()
    outside.deallocate()
    reciprocal.deallocate()
  }

  /// Averages three times: from `first` to `second`, back, and to `second` again.
  mutating func apply(
    _ blur: BoxBlur, _ first: UnsafeMutableRawPointer, _ second: UnsafeMutableRawPointer
  ) {
    var (source, target) = (first, second)
    for window in blur.windows {
      average(window, UnsafeRawPointer(source), target)
      (source, target) = (target, source)
    }
  }

  private func average(
    _ window: BoxBlur.Window, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer
  ) {
    let outside = UnsafeRawPointer(outside)
    sums.update(repeating: 0, count: rowBytes)
    for row in 0..<min(window.after, rows) {
      add(source + row * rowBytes)
    }
    for row in 0..<rows {
      let entering = row + window.after
      let leaving = row - window.before - 1
      average(
        window, entering < rows ? source + entering * rowBytes : outside,
        leaving >= 0 ? source + leaving * rowBytes : outside, target + row * rowBytes)
    }
  }

  private func add(_ entering: UnsafeRawPointer) {
    let raw = UnsafeMutableRawPointer(sums)
    var index = 0
    while index + 16 <= rowBytes {
      let add = entering.loadUnaligned(fromByteOffset: index, as: Words.self)
      let (even, odd) = Self.sums(raw + 2 * index)
      Self.store(even &+ add & 0xFF, odd &+ add &>> 8, to: raw + 2 * index)
      index += 16
    }
    while index < rowBytes {
      sums[index] &+= UInt16(entering.load(fromByteOffset: index, as: UInt8.self))
      index += 1
    }
  }

  private func average(
    _ window: BoxBlur.Window, _ entering: UnsafeRawPointer, _ leaving: UnsafeRawPointer,
    _ target: UnsafeMutableRawPointer
  ) {
    let raw = UnsafeMutableRawPointer(sums)
    let half = Words(repeating: window.half)
    reciprocal.initialize(to: Words(repeating: window.reciprocal))
    var index = 0
    while index + 16 <= rowBytes {
      let add = entering.loadUnaligned(fromByteOffset: index, as: Words.self)
      let drop = leaving.loadUnaligned(fromByteOffset: index, as: Words.self)
      var (even, odd) = Self.sums(raw + 2 * index)
      even = even &+ (add & 0xFF) &- (drop & 0xFF)
      odd = odd &+ add &>> 8 &- drop &>> 8
      Self.store(even, odd, to: raw + 2 * index)
      let (evenMean, oddMean) = (
        Self.highHalf(even &+ half, reciprocal.pointee),
        Self.highHalf(odd &+ half, reciprocal.pointee)
      )
      target.storeBytes(of: evenMean | oddMean &<< 8, toByteOffset: index, as: Words.self)
      index += 16
    }
    while index < rowBytes {
      sums[index] &+= UInt16(entering.load(fromByteOffset: index, as: UInt8.self))
      sums[index] &-= UInt16(leaving.load(fromByteOffset: index, as: UInt8.self))
      target.storeBytes(
        of: window.average(sums[index]), toByteOffset: index, as: UInt8.self)
      index += 1
    }
  }

  /// Eight pairs of bytes; the first of each pair is in the lower half.
  private typealias Words = SIMD8<UInt16>

  /// The sums of sixteen bytes: those with even indices, and those with odd indices.
  ///
  /// In this order, shifts alone convert bytes to words and back.
  @inline(__always)
  private static func sums(_ raw: UnsafeMutableRawPointer) -> (even: Words, odd: Words) {
    (
      raw.loadUnaligned(as: Words.self), raw.loadUnaligned(fromByteOffset: 16, as: Words.self)
    )
  }

  @inline(__always)
  private static func store(_ even: Words, _ odd: Words, to raw: UnsafeMutableRawPointer) {
    raw.storeBytes(of: even, as: Words.self)
    raw.storeBytes(of: odd, toByteOffset: 16, as: Words.self)
  }

  /// The upper 16 bits of products.
  @inline(__always)
  private static func highHalf(_ a: Words, _ b: Words) -> Words {
    typealias Products = SIMD8<UInt32>
    return Words(
      truncatingIfNeeded: (Products(truncatingIfNeeded: a) &* Products(truncatingIfNeeded: b))
        &>> 16)
  }
}
