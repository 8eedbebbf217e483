/// The size of an image, in pixels; neither empty nor too large for memory.
package struct PixelSize: Hashable, Sendable {
  /// The maximum number of pixels of an image: 134 million, which are 512 MiB.
  ///
  /// That is eleven photos of 12 megapixels. A larger image probably comes from a mistaken unit,
  /// and a kernel would need the memory of two.
  package static let largestArea = 1 << 27

  /// The number of pixels from left to right; at least 1.
  package let width: Int

  /// The number of pixels from top to bottom; at least 1.
  package let height: Int

  /// Creates a size.
  ///
  /// - Throws: ``RasterError`` unless both are positive and the area is at most ``largestArea``.
  package init(width: Int, height: Int) throws(RasterError) {
    guard width > 0, height > 0 else { throw .empty(width: width, height: height) }
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, area <= Self.largestArea else {
      throw .tooLarge(width: width, height: height)
    }
    self.width = width
    self.height = height
  }
}

extension PixelSize {
  /// The number of pixels.
  package var area: Int { width * height }

  /// The size with `margin` pixels added on every side.
  ///
  /// - Throws: ``RasterError/tooLarge(width:height:)``.
  package func padded(by margin: Int) throws(RasterError) -> PixelSize {
    try PixelSize(width: width + 2 * margin, height: height + 2 * margin)
  }
}

extension PixelSize: CustomStringConvertible {
  package var description: String { "\(width) × \(height)" }
}

/// A pixel of an image, counted from its top left corner; may be outside.
package struct PixelPoint: Hashable, Sendable {
  /// The top left corner.
  package static let zero = PixelPoint(x: 0, y: 0)

  package var x: Int
  package var y: Int

  /// Creates a point.
  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// The part of an image that is covered by another image placed on it.
struct Overlap {
  /// The covered columns and rows of the image below; empty if the images do not overlap.
  let columns, rows: Range<Int>

  /// Creates the overlap of an image at `origin` with an image below.
  init(of size: PixelSize, at origin: PixelPoint, on below: PixelSize) {
    columns = Self.clip(origin.x, size.width, below.width)
    rows = Self.clip(origin.y, size.height, below.height)
  }

  private static func clip(_ start: Int, _ length: Int, _ limit: Int) -> Range<Int> {
    let lower = min(max(start, 0), limit)
    let end = start.addingReportingOverflow(length)
    let upper = end.overflow ? limit : min(max(end.partialValue, 0), limit)
    return lower..<max(lower, upper)
  }
}
