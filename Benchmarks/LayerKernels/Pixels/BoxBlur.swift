/// A Gaussian blur as three moving averages, as browsers draw shadows and filters.
///
/// Differs from the Gaussian by at most 7% of the largest value, mostly because windows are whole
/// pixels long. Pixels outside of the image count as transparent. (Filter Effects Module Level 1,
/// feGaussianBlur.)
package struct BoxBlur: Hashable, Sendable {
  /// The largest standard deviation, in pixels; sums of a wider window would not fit into 16 bits.
  package static let largestSigma = 128.0

  /// The pixels of a moving average: their number, and how many come before the averaged pixel.
  struct Window: Hashable, Sendable {
    let length: Int
    let before: Int

    /// The number of pixels after the averaged pixel.
    var after: Int { length - 1 - before }

    /// The number that is added to a sum so that the average is rounded to nearest.
    var half: UInt16 { UInt16(length / 2) }

    /// 65,536 divided by the length, rounded to nearest; up to ``largestSigma``, averages of white
    /// are white.
    var reciprocal: UInt16 { UInt16((65_536 + length / 2) / length) }
  }

  /// One window for each of the three averages; empty if nothing is blurred.
  let windows: [Window]

  /// Creates a blur.
  ///
  /// - Parameter sigma: The standard deviation in pixels. Below 0.8 pixels the window is a single
  ///   pixel, and nothing is blurred.
  /// - Throws: ``RasterError/sigmaOutOfRange(_:)`` unless it is in 0…``largestSigma``.
  package init(sigma: Double) throws(RasterError) {
    guard sigma >= 0, sigma <= Self.largestSigma else { throw .sigmaOutOfRange(sigma) }
    // The factor is 3/4 of the square root of 2π.
    let length = Int(sigma * 1.879_971_205_597_325 + 0.5)
    switch length {
    case ...1: windows = []
    case _ where length % 2 == 1:
      windows = Array(repeating: Window(length: length, before: length / 2), count: 3)
    default:
      // Two even windows, which lean to opposite sides, and an odd one.
      windows = [
        Window(length: length, before: length / 2),
        Window(length: length, before: length / 2 - 1),
        Window(length: length + 1, before: length / 2),
      ]
    }
  }

  /// The distance to which the blur spreads on every side, in pixels.
  package var extent: Int { windows.reduce(0) { $0 + $1.before } }
}

extension BoxBlur.Window {
  /// The average of a window with this sum, within 1 of the exact average.
  ///
  /// Computed as a product with a rounded reciprocal, because vectors have no integer division;
  /// every variant rounds like this.
  @inline(__always)
  func average(_ sum: UInt16) -> UInt8 {
    UInt8(truncatingIfNeeded: ((UInt32(sum) + UInt32(half)) * UInt32(reciprocal)) >> 16)
  }
}
