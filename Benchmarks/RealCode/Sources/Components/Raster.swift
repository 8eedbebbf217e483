/// An image of 32-bit pixels: red, green, blue and alpha.
public struct Raster: Sendable {
  public let width, height: Int

  /// The pixels, row by row.
  public private(set) var pixels: [UInt32]

  /// Creates an image of one color.
  ///
  /// - Precondition: `width > 0`, `height > 0`.
  public init(width: Int, height: Int, color: UInt32) {
    precondition(width > 0 && height > 0, "An image must have pixels, got \(width) × \(height)")
    self.width = width
    self.height = height
    pixels = [UInt32](repeating: color, count: width * height)
  }
}

extension Raster {
  /// Makes every channel of every pixel half as bright, and adds half of a color.
  public mutating func mix(with color: UInt32) {
    let half = (color >> 1) & 0x7F7F_7F7F
    for index in pixels.indices {
      pixels[index] = ((pixels[index] >> 1) & 0x7F7F_7F7F) &+ half
    }
  }
}
