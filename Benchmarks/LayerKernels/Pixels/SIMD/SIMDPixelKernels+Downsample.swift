// Downsampling adds the source rows of a target row, eight bytes at a time, and then the columns of
// each pixel. All sums are whole numbers, so the result is the same as the reference's.
extension SIMDPixelKernels {
  package func downsample(_ image: Bitmap, to size: PixelSize) throws(RasterError) -> Bitmap {
    guard size.width <= image.size.width, size.height <= image.size.height else {
      throw .enlarged(from: image.size, to: size)
    }
    let columns = AreaWeights(from: image.size.width, to: size.width)
    let rows = AreaWeights(from: image.size.height, to: size.height)
    // Weights have 16 bits, and a vector holds two pixels.
    guard AreaWeights.sumsFit(columns: columns, rows: rows), rows.target <= Int(UInt16.max),
      columns.source > 1
    else {
      return try ScalarPixelKernels().downsample(image, to: size)
    }
    var result = Bitmap(size)
    let sums = RowSums(rowBytes: 4 * image.size.width)
    defer { sums.deallocate() }
    result.bytes.withUnsafeMutableBytes { target in
      image.bytes.withUnsafeBytes { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for (y, span) in rows.spans.enumerated() {
          sums.add(source, span, whole: rows.target)
          Self.addColumns(
            sums.pixels, columns, area: image.size.area, into: target + 4 * y * size.width)
        }
      }
    }
    return result
  }

  /// Adds the columns of every pixel of a row, and divides by the area of the whole image, which is
  /// the sum of the weights.
  private static func addColumns(
    _ sums: UnsafePointer<SIMD4<UInt32>>, _ columns: AreaWeights, area: Int,
    into target: UnsafeMutableRawPointer
  ) {
    let part = Double(columns.target)
    let reciprocal = 1 / Double(area)
    // Half of the divisor rounds to nearest. A quarter more keeps a quotient that should be a whole
    // number from falling below it, and is too little to reach the next whole number.
    let half = Double(area / 2) + 0.25
    for (x, span) in columns.spans.enumerated() {
      var sum = value(sums[span.first]) * Double(span.firstWeight)
      sum += value(sums[span.last]) * Double(span.lastWeight)
      var whole = SIMD4<UInt32>.zero
      var column = span.first + 1
      while column < span.last {
        whole &+= sums[column]
        column += 1
      }
      sum += value(whole) * part
      let mean = (sum + half) * reciprocal
      target.storeBytes(
        of: SIMD4(UInt8(mean.x), UInt8(mean.y), UInt8(mean.z), UInt8(mean.w)),
        toByteOffset: 4 * x, as: SIMD4<UInt8>.self)
    }
  }

  /// Sums of at most 31 bits as doubles, which hold them exactly.
  @inline(__always)
  private static func value(_ sums: SIMD4<UInt32>) -> SIMD4<Double> {
    SIMD4(
      Double(Int32(truncatingIfNeeded: sums.x)), Double(Int32(truncatingIfNeeded: sums.y)),
      Double(Int32(truncatingIfNeeded: sums.z)), Double(Int32(truncatingIfNeeded: sums.w)))
  }
}

/// The weighted sums of some rows of an image, one for every byte of a row.
private struct RowSums {
  /// Eight bytes of a row, and their sums.
  private typealias Bytes = SIMD8<UInt8>
  private typealias Words = SIMD8<UInt16>
  private typealias Sums = SIMD8<UInt32>

  /// The number of rows whose bytes add up to at most 16 bits: 65,535 / 255 = 257.
  private static let chunk = 257

  let rowBytes: Int
  private let sums: UnsafeMutableRawPointer

  init(rowBytes: Int) {
    self.rowBytes = rowBytes
    sums = .allocate(byteCount: 4 * rowBytes, alignment: 16)
  }

  func deallocate() { sums.deallocate() }

  /// The sums of the pixels' columns.
  var pixels: UnsafePointer<SIMD4<UInt32>> {
    UnsafePointer(sums.assumingMemoryBound(to: SIMD4<UInt32>.self))
  }

  /// Adds the rows that a target row covers.
  func add(_ image: UnsafeRawPointer, _ rows: AreaWeights.Span, whole: Int) {
    let (first, last) = (rows.first, rows.last)
    let firstWeight = Self.weight(rows.firstWeight)
    let lastWeight = Self.weight(rows.lastWeight)
    let wholeWeight = Self.weight(whole)
    var column = 0
    while column < rowBytes {
      // Some of the last eight bytes may be done twice, which does no harm: sums are set, not
      // accumulated.
      let start = min(column, rowBytes - 8)
      let bytes = image + start
      var sum = Self.words(bytes + first * rowBytes, firstWeight)
      sum &+= Self.words(bytes + last * rowBytes, lastWeight)
      var row = first + 1
      while row < last {
        let end = min(row + Self.chunk, last)
        var whole = Words.zero
        while row < end {
          whole &+= Self.words(bytes + row * rowBytes)
          row += 1
        }
        sum &+= Sums(truncatingIfNeeded: whole) &* wholeWeight
      }
      sums.storeBytes(of: sum, toByteOffset: 4 * start, as: Sums.self)
      column += 8
    }
  }

  @inline(__always)
  private static func weight(_ weight: Int) -> Sums {
    Sums(truncatingIfNeeded: Words(repeating: UInt16(weight)))
  }

  @inline(__always)
  private static func words(_ bytes: UnsafeRawPointer) -> Words {
    Words(truncatingIfNeeded: bytes.loadUnaligned(as: Bytes.self))
  }

  @inline(__always)
  private static func words(_ bytes: UnsafeRawPointer, _ weight: Sums) -> Sums {
    Sums(truncatingIfNeeded: words(bytes)) &* weight
  }
}
