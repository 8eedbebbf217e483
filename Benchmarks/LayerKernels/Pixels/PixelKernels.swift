/// One implementation of what a compositor does with pixels.
///
/// All implementations give the same bytes: ``ScalarPixelKernels`` is the reference.
package protocol PixelKernels: Sendable {
  /// Blends an image over another one: `source · opacity + target · (1 − opacity · source alpha)`.
  ///
  /// Each product is rounded to nearest. Pixels outside of `target` are left out.
  ///
  /// - Parameters:
  ///   - source: The image in front.
  ///   - opacity: 0 for invisible, 255 for opaque.
  ///   - target: The image behind, which the result replaces.
  ///   - origin: The pixel of `target` on which the first pixel of `source` is placed.
  func blend(
    _ source: Bitmap, opacity: UInt8, over target: inout Bitmap, at origin: PixelPoint)

  /// Blends one color over an image, as far as a mask covers it, which draws a shadow.
  func fill(
    _ color: Pixel, through mask: AlphaMask, over target: inout Bitmap, at origin: PixelPoint)

  /// Multiplies an image by a mask; pixels outside of the mask keep their values.
  func apply(_ mask: AlphaMask, to target: inout Bitmap, at origin: PixelPoint)

  /// Replaces every pixel with a weighted mean of its neighbors.
  func blur(_ image: inout Bitmap, _ blur: BoxBlur)

  /// Replaces every coverage with a weighted mean of its neighbors.
  func blur(_ mask: inout AlphaMask, _ blur: BoxBlur)

  /// Scales an image down by any ratio: each pixel is the mean of exactly the area that it covers,
  /// rounded to nearest.
  ///
  /// The mean is taken of the stored values, not of linear light.
  ///
  /// - Throws: ``RasterError/enlarged(from:to:)`` if `size` is larger in any direction.
  func downsample(_ image: Bitmap, to size: PixelSize) throws(RasterError) -> Bitmap
}

extension PixelKernels {
  /// Blends an opaque image over another one.
  package func blend(_ source: Bitmap, over target: inout Bitmap, at origin: PixelPoint = .zero) {
    blend(source, opacity: 255, over: &target, at: origin)
  }

  /// Blends several images as one, with group opacity.
  ///
  /// The images are first blended over each other in `group`, so that what one of them covers does
  /// not show through. A view with subviews and an alpha below 1 costs this much.
  ///
  /// - Parameters:
  ///   - images: The images, back to front, with the place of each in the group.
  ///   - opacity: The opacity of the group.
  ///   - group: An image as large as the group, which is overwritten.
  ///   - target: The image behind.
  ///   - origin: The pixel of `target` on which the group's first pixel is placed.
  package func blendGroup(
    _ images: [(image: Bitmap, origin: PixelPoint)], opacity: UInt8, in group: inout Bitmap,
    over target: inout Bitmap, at origin: PixelPoint
  ) {
    group.clear()
    for (image, origin) in images { blend(image, over: &group, at: origin) }
    blend(group, opacity: opacity, over: &target, at: origin)
  }

  /// The shadow of whatever an image shows: a mask that is larger by ``BoxBlur/extent`` on every
  /// side.
  ///
  /// Blurs the alpha of every pixel. A shadow without a path costs this much each time that
  /// anything in the view changes.
  ///
  /// - Throws: ``RasterError/tooLarge(width:height:)``.
  package func shadow(of image: Bitmap, _ blur: BoxBlur) throws(RasterError) -> AlphaMask {
    var mask = try AlphaMask(alphaOf: image, margin: blur.extent)
    self.blur(&mask, blur)
    return mask
  }

  /// The shadow of a known shape: the same bytes as the shadow of an image of that shape.
  ///
  /// Blurs only the corners and one pixel between them, and repeats that pixel along the edges.
  ///
  /// - Throws: ``RasterError/tooLarge(width:height:)``.
  package func shadow(of path: RoundedRectangle, _ blur: BoxBlur) throws(RasterError) -> AlphaMask {
    // Further inward than this, all pixels along an edge are the same.
    let reach = path.cornerRadius + blur.extent
    let small = RoundedRectangle(
      try PixelSize(
        width: min(path.size.width, 2 * reach + 1), height: min(path.size.height, 2 * reach + 1)),
      cornerRadius: path.cornerRadius)
    var mask = try small.mask(margin: blur.extent)
    self.blur(&mask, blur)
    return mask.stretched(to: try path.size.padded(by: blur.extent))
  }

  /// Rounds the corners of an image, processing only the pixels of the corners.
  package func round(_ corners: CornerMasks, of image: inout Bitmap) {
    for (mask, origin) in corners.placed(on: image.size) { apply(mask, to: &image, at: origin) }
  }
}

/// The masks of a view's corners, made once.
package struct CornerMasks: Sendable {
  private let masks: [AlphaMask]

  /// Creates masks for corners with a radius in pixels; if it is 0 or less, nothing is rounded.
  ///
  /// - Throws: ``RasterError/tooLarge(width:height:)``.
  package init(radius: Int) throws(RasterError) {
    guard radius > 0 else {
      masks = []
      return
    }
    let (side, overflow) = radius.multipliedReportingOverflow(by: 2)
    guard !overflow else { throw .tooLarge(width: radius, height: radius) }
    let shape = RoundedRectangle(
      try PixelSize(width: side, height: side), cornerRadius: radius)
    guard let corner = try shape.cornerMask() else {
      masks = []
      return
    }
    masks = [
      corner,
      corner.mirrored(horizontally: true, vertically: false),
      corner.mirrored(horizontally: false, vertically: true),
      corner.mirrored(horizontally: true, vertically: true),
    ]
  }

  /// The masks with their places in the corners of an image.
  fileprivate func placed(on size: PixelSize) -> [(AlphaMask, PixelPoint)] {
    guard let side = masks.first?.size.width else { return [] }
    let origins = [
      PixelPoint.zero, PixelPoint(x: size.width - side, y: 0),
      PixelPoint(x: 0, y: size.height - side),
      PixelPoint(x: size.width - side, y: size.height - side),
    ]
    return Array(zip(masks, origins))
  }
}

extension AlphaMask {
  /// The mask with its middle column and row repeated until it has a size.
  fileprivate func stretched(to larger: PixelSize) -> AlphaMask {
    guard larger != size else { return self }
    var result = AlphaMask(larger)
    let (width, wide) = (size.width, larger.width)
    result.bytes.withUnsafeMutableBufferPointer { target in
      bytes.withUnsafeBufferPointer { source in
        for row in 0..<larger.height {
          let from = Self.index(row, of: larger.height, in: size.height) * width
          let middle = width / 2
          let line = row * wide
          for column in 0..<middle { target[line + column] = source[from + column] }
          let right = width - middle - 1
          target[line + middle..<line + wide - right].update(repeating: source[from + middle])
          for column in 0..<right {
            target[line + wide - right + column] = source[from + middle + 1 + column]
          }
        }
      }
    }
    return result
  }

  /// The index in a short line for an index in a longer line that repeats its middle.
  private static func index(_ index: Int, of long: Int, in short: Int) -> Int {
    let middle = short / 2
    if index <= middle { return index }
    return max(middle, index - (long - short))
  }
}
