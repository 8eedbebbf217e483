/// The reason why an image cannot be made or processed.
///
/// Every message ends with what to do.
package enum RasterError: Error, Hashable {
  /// An image without pixels.
  case empty(width: Int, height: Int)

  /// An image of more than ``PixelSize/largestArea`` pixels.
  case tooLarge(width: Int, height: Int)

  /// A number of bytes that does not match the size of the image.
  case wrongLength(bytes: Int, expected: Int)

  /// A target that is larger than the image to downsample.
  case enlarged(from: PixelSize, to: PixelSize)

  /// A standard deviation that is negative, not finite, or above ``BoxBlur/largestSigma``.
  case sigmaOutOfRange(Double)
}

extension RasterError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty(let width, let height):
      "An image of \(width) × \(height) has no pixels. Give it at least 1 × 1."
    case .tooLarge(let width, let height):
      """
      An image of \(width) × \(height) needs more than \(PixelSize.largestArea >> 18) MiB. \
      Downsample it in parts, or check whether the size is in pixels.
      """
    case .wrongLength(let bytes, let expected):
      "\(bytes) bytes do not fill the image. Pass exactly \(expected)."
    case .enlarged(let from, let to):
      "An image of \(from) cannot be downsampled to \(to). Choose a size that is not larger."
    case .sigmaOutOfRange(let sigma):
      """
      A blur with a standard deviation of \(sigma) pixels is out of range. \
      Choose 0 to \(Int(BoxBlur.largestSigma)); to blur more, downsample first.
      """
    }
  }
}
