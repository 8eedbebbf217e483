/// An image in premultiplied RGBA with 8 bits per component, like a layer's backing store.
///
/// - Shape: Rows from top to bottom without padding; 4 bytes per pixel, in the order red, green,
///   blue, alpha. A color is at most its alpha, or blending overflows into a wrong color (never
///   into memory).
package struct Bitmap: Hashable, Sendable {
  package let size: PixelSize

  /// The pixels.
  package internal(set) var bytes: [UInt8]

  /// Creates an image of one color.
  package init(_ size: PixelSize, _ color: Pixel = .clear) {
    self.size = size
    let word = color.word
    bytes = [UInt8](unsafeUninitializedCapacity: 4 * size.area) { buffer, count in
      count = 4 * size.area
      UnsafeMutableRawPointer(buffer.baseAddress)?.initializeMemory(
        as: UInt32.self, repeating: word, count: size.area)
    }
  }

  /// Creates an image from its pixels.
  ///
  /// - Throws: ``RasterError/wrongLength(bytes:expected:)`` unless there are 4 bytes per pixel.
  package init(_ size: PixelSize, bytes: [UInt8]) throws(RasterError) {
    guard bytes.count == 4 * size.area else {
      throw .wrongLength(bytes: bytes.count, expected: 4 * size.area)
    }
    self.size = size
    self.bytes = bytes
  }
}

extension Bitmap {
  /// The pixel in column `x` of row `y`.
  ///
  /// - Precondition: The pixel is inside the image.
  package subscript(x: Int, y: Int) -> Pixel {
    get {
      precondition(contains(x, y), "(\(x), \(y)) is outside of an image of \(size)")
      let start = 4 * (y * size.width + x)
      return Pixel(
        red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2], alpha: bytes[start + 3])
    }
    set {
      precondition(contains(x, y), "(\(x), \(y)) is outside of an image of \(size)")
      let start = 4 * (y * size.width + x)
      bytes[start] = newValue.red
      bytes[start + 1] = newValue.green
      bytes[start + 2] = newValue.blue
      bytes[start + 3] = newValue.alpha
    }
  }

  /// Makes all pixels transparent.
  package mutating func clear() {
    bytes.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
  }

  /// Copies all pixels of an image of the same size, without new memory.
  ///
  /// - Precondition: The sizes are equal.
  package mutating func copy(_ other: Bitmap) {
    precondition(other.size == size, "An image of \(other.size) does not fill one of \(size)")
    bytes.withUnsafeMutableBytes { target in
      other.bytes.withUnsafeBytes { target.copyMemory(from: $0) }
    }
  }

  /// A copy of a part of the image, which costs what a snapshot of a view costs.
  ///
  /// Pixels of the part that are outside of the image are transparent.
  ///
  /// - Parameters:
  ///   - part: The size of the copy.
  ///   - origin: The pixel of this image that becomes the copy's first one.
  /// - Returns: An image of the size `part`.
  package func snapshot(_ part: PixelSize, from origin: PixelPoint = .zero) -> Bitmap {
    var copy = Bitmap(part)
    let overlap = Overlap(of: size, at: PixelPoint(x: -origin.x, y: -origin.y), on: part)
    guard !overlap.columns.isEmpty else { return copy }
    copy.bytes.withUnsafeMutableBytes { target in
      bytes.withUnsafeBytes { source in
        for row in overlap.rows {
          let from = 4 * ((row + origin.y) * size.width + overlap.columns.lowerBound + origin.x)
          let to = 4 * (row * part.width + overlap.columns.lowerBound)
          let count = 4 * overlap.columns.count
          target[to..<to + count].copyBytes(from: source[from..<from + count])
        }
      }
    }
    return copy
  }

  private func contains(_ x: Int, _ y: Int) -> Bool {
    (0..<size.width).contains(x) && (0..<size.height).contains(y)
  }
}

/// A premultiplied color.
package struct Pixel: Hashable, Sendable {
  package static let clear = Pixel(red: 0, green: 0, blue: 0, alpha: 0)
  package static let white = Pixel(red: 255, green: 255, blue: 255, alpha: 255)

  package var red, green, blue, alpha: UInt8

  /// Creates a color from its components, already multiplied by `alpha`.
  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
}

extension Pixel {
  /// The color as one number, in the order of its bytes in memory.
  var word: UInt32 {
    (UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24).littleEndian
  }
}
