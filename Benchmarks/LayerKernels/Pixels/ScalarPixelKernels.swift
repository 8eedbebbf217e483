/// The pixel kernels, one number at a time, as scalar code is commonly written: the reference and
/// the `struct` variant.
///
/// This code is frozen, so that ratios to it keep their meaning from release to release.
package struct ScalarPixelKernels: PixelKernels {
  /// Creates the kernels; there is nothing to set up.
  package init() {}

  package func blend(
    _ source: Bitmap, opacity: UInt8, over target: inout Bitmap, at origin: PixelPoint
  ) {
    let overlap = Overlap(of: source.size, at: origin, on: target.size)
    for y in overlap.rows {
      for x in overlap.columns {
        let to = 4 * (y * target.size.width + x)
        let from = 4 * ((y - origin.y) * source.size.width + x - origin.x)
        let rest = 255 - Self.product(source.bytes[from + 3], opacity)
        for channel in 0..<4 {
          target.bytes[to + channel] =
            Self.product(source.bytes[from + channel], opacity)
            &+ Self.product(target.bytes[to + channel], rest)
        }
      }
    }
  }

  package func fill(
    _ color: Pixel, through mask: AlphaMask, over target: inout Bitmap, at origin: PixelPoint
  ) {
    let overlap = Overlap(of: mask.size, at: origin, on: target.size)
    let color = [color.red, color.green, color.blue, color.alpha]
    for y in overlap.rows {
      for x in overlap.columns {
        let to = 4 * (y * target.size.width + x)
        let coverage = mask.bytes[(y - origin.y) * mask.size.width + x - origin.x]
        let rest = 255 - Self.product(color[3], coverage)
        for channel in 0..<4 {
          target.bytes[to + channel] =
            Self.product(color[channel], coverage)
            &+ Self.product(target.bytes[to + channel], rest)
        }
      }
    }
  }

  package func apply(_ mask: AlphaMask, to target: inout Bitmap, at origin: PixelPoint) {
    let overlap = Overlap(of: mask.size, at: origin, on: target.size)
    for y in overlap.rows {
      for x in overlap.columns {
        let to = 4 * (y * target.size.width + x)
        let coverage = mask.bytes[(y - origin.y) * mask.size.width + x - origin.x]
        for channel in 0..<4 {
          target.bytes[to + channel] = Self.product(target.bytes[to + channel], coverage)
        }
      }
    }
  }

  /// The product of two shares of 255, rounded to nearest.
  private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    let product = UInt16(a) * UInt16(b) + 128
    return UInt8((product + product >> 8) >> 8)
  }
}

// Blurring: a running sum along every column, then along every row.
extension ScalarPixelKernels {
  package func blur(_ image: inout Bitmap, _ blur: BoxBlur) {
    Self.blur(&image.bytes, image.size, channels: 4, blur)
  }

  package func blur(_ mask: inout AlphaMask, _ blur: BoxBlur) {
    Self.blur(&mask.bytes, mask.size, channels: 1, blur)
  }

  private static func blur(
    _ bytes: inout [UInt8], _ size: PixelSize, channels: Int, _ blur: BoxBlur
  ) {
    var line = [UInt8](repeating: 0, count: max(size.width, size.height))
    let row = channels * size.width
    for window in blur.windows {
      for column in 0..<row {
        average(&bytes, from: column, stride: row, count: size.height, window, &line)
      }
    }
    for window in blur.windows {
      for y in 0..<size.height {
        for channel in 0..<channels {
          average(
            &bytes, from: y * row + channel, stride: channels, count: size.width, window, &line)
        }
      }
    }
  }

  private static func average(
    _ bytes: inout [UInt8], from start: Int, stride: Int, count: Int, _ window: BoxBlur.Window,
    _ line: inout [UInt8]
  ) {
    for index in 0..<count { line[index] = bytes[start + index * stride] }
    var sum: UInt16 = 0
    for index in 0..<min(window.after, count) { sum += UInt16(line[index]) }
    for index in 0..<count {
      let entering = index + window.after
      let leaving = index - window.before - 1
      if entering < count { sum += UInt16(line[entering]) }
      if leaving >= 0 { sum -= UInt16(line[leaving]) }
      bytes[start + index * stride] = window.average(sum)
    }
  }
}

// Downsampling: for every pixel, the sum over its area.
extension ScalarPixelKernels {
  package func downsample(_ image: Bitmap, to size: PixelSize) throws(RasterError) -> Bitmap {
    guard size.width <= image.size.width, size.height <= image.size.height else {
      throw .enlarged(from: image.size, to: size)
    }
    var result = Bitmap(size)
    let area = UInt64(image.size.area)
    let columns = AreaWeights(from: image.size.width, to: size.width)
    let rows = AreaWeights(from: image.size.height, to: size.height)
    for (y, rows) in rows.spans.enumerated() {
      for (x, columns) in columns.spans.enumerated() {
        var red: UInt64 = 0
        var green: UInt64 = 0
        var blue: UInt64 = 0
        var alpha: UInt64 = 0
        for row in rows.first...rows.last {
          let height = rows.weight(of: row, whole: size.height)
          for column in columns.first...columns.last {
            let weight = UInt64(height * columns.weight(of: column, whole: size.width))
            let from = 4 * (row * image.size.width + column)
            red += weight * UInt64(image.bytes[from])
            green += weight * UInt64(image.bytes[from + 1])
            blue += weight * UInt64(image.bytes[from + 2])
            alpha += weight * UInt64(image.bytes[from + 3])
          }
        }
        let to = 4 * (y * size.width + x)
        result.bytes[to] = UInt8((red + area / 2) / area)
        result.bytes[to + 1] = UInt8((green + area / 2) / area)
        result.bytes[to + 2] = UInt8((blue + area / 2) / area)
        result.bytes[to + 3] = UInt8((alpha + area / 2) / area)
      }
    }
    return result
  }
}
