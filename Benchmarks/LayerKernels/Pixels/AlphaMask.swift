/// The coverage of each pixel by a shape, from 0 for none to 255 for the whole pixel.
///
/// - Shape: Rows from top to bottom without padding, one byte per pixel.
package struct AlphaMask: Hashable, Sendable {
  package let size: PixelSize

  /// The coverage of the pixels.
  package internal(set) var bytes: [UInt8]

  /// Creates a mask with the same coverage everywhere.
  package init(_ size: PixelSize, coverage: UInt8 = 0) {
    self.size = size
    bytes = [UInt8](repeating: coverage, count: size.area)
  }

  /// Creates a mask from its pixels.
  ///
  /// - Throws: ``RasterError/wrongLength(bytes:expected:)`` unless there is one byte per pixel.
  package init(_ size: PixelSize, bytes: [UInt8]) throws(RasterError) {
    guard bytes.count == size.area else {
      throw .wrongLength(bytes: bytes.count, expected: size.area)
    }
    self.size = size
    self.bytes = bytes
  }

  /// Creates a mask from an image's alpha, with `margin` transparent pixels added on every side.
  ///
  /// - Throws: ``RasterError/tooLarge(width:height:)``.
  package init(alphaOf image: Bitmap, margin: Int) throws(RasterError) {
    self.init(try image.size.padded(by: margin))
    let (width, padded) = (image.size.width, size.width)
    bytes.withUnsafeMutableBufferPointer { target in
      image.bytes.withUnsafeBufferPointer { source in
        for row in 0..<image.size.height {
          let to = (row + margin) * padded + margin
          for column in 0..<width { target[to + column] = source[4 * (row * width + column) + 3] }
        }
      }
    }
  }
}

/// A rectangle with rounded corners: the path of most shadows and masks.
package struct RoundedRectangle: Hashable, Sendable {
  package let size: PixelSize

  /// The radius in pixels; at most half of the shorter side.
  package let cornerRadius: Int

  /// Creates a shape; the radius is clamped to 0…half of the shorter side.
  package init(_ size: PixelSize, cornerRadius: Int) {
    self.size = size
    self.cornerRadius = min(max(cornerRadius, 0), min(size.width, size.height) / 2)
  }
}

extension RoundedRectangle {
  /// The coverage of the whole shape, with `margin` transparent pixels added on every side.
  ///
  /// The coverage of an edge pixel follows from the distance of its center from the arc. It is
  /// within 0.08 of the share of the pixel's area that is covered.
  ///
  /// - Throws: ``RasterError/tooLarge(width:height:)``.
  package func mask(margin: Int = 0) throws(RasterError) -> AlphaMask {
    var mask = AlphaMask(try size.padded(by: margin))
    let (width, height, padded) = (size.width, size.height, mask.size.width)
    mask.bytes.withUnsafeMutableBufferPointer { target in
      for row in 0..<height {
        let start = (row + margin) * padded + margin
        target[start..<start + width].update(repeating: 255)
      }
      for row in 0..<cornerRadius {
        for column in 0..<cornerRadius {
          let coverage = cornerCoverage(column, row)
          for y in [row, height - 1 - row] {
            for x in [column, width - 1 - column] {
              target[(y + margin) * padded + x + margin] = coverage
            }
          }
        }
      }
    }
    return mask
  }

  /// The mask of the top left corner, a square as wide as the radius; nil if the corners are not
  /// rounded.
  package func cornerMask() throws(RasterError) -> AlphaMask? {
    guard cornerRadius > 0 else { return nil }
    var mask = AlphaMask(try PixelSize(width: cornerRadius, height: cornerRadius))
    for row in 0..<cornerRadius {
      for column in 0..<cornerRadius {
        mask.bytes[row * cornerRadius + column] = cornerCoverage(column, row)
      }
    }
    return mask
  }

  private func cornerCoverage(_ column: Int, _ row: Int) -> UInt8 {
    let radius = Double(cornerRadius)
    let x = radius - Double(column) - 0.5
    let y = radius - Double(row) - 0.5
    let inside = radius + 0.5 - (x * x + y * y).squareRoot()
    return UInt8(255 * min(max(inside, 0), 1) + 0.5)
  }
}

extension AlphaMask {
  /// The mask mirrored from left to right, from top to bottom, or both, for the other corners.
  package func mirrored(horizontally: Bool, vertically: Bool) -> AlphaMask {
    var mirrored = self
    for row in 0..<size.height {
      for column in 0..<size.width {
        let x = horizontally ? size.width - 1 - column : column
        let y = vertically ? size.height - 1 - row : row
        mirrored.bytes[row * size.width + column] = bytes[y * size.width + x]
      }
    }
    return mirrored
  }
}
