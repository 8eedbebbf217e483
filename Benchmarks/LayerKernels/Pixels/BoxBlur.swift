/// A Gaussian blur as three moving averages, as browsers draw shadows and filters.
///
/// Differs from the Gaussian by at most 7 % of the largest value, mostly because windows are whole
/// pixels. What is outside of the image is transparent. (Filter Effects Module Level 1,
/// feGaussianBlur.)
package struct BoxBlur: Hashable, Sendable {
  /// The largest standard deviation, in pixels: sums of a wider window would not fit into 16 bits.
  package static let largestSigma = 128.0

  /// How many pixels a moving average takes, and how many of them come before the one it is for.
  struct Window: Hashable, Sendable {
    let length: Int
    let before: Int

    /// How many of them come after.
    var after: Int { length - 1 - before }

    /// What is added to a sum, so that the average is rounded.
    var half: UInt16 { UInt16(length / 2) }

    /// 65,536 divided by the length, rounded to nearest: averages of white are white, up to
    /// ``largestSigma``.
    var reciprocal: UInt16 { UInt16((65_536 + length / 2) / length) }
  }

  /// One window for each of the three averages; empty when nothing is to be blurred.
  let windows: [Window]

  /// Creates a blur.
  ///
  /// - Parameter sigma: The standard deviation in pixels. Below 0.8 pixels the window is a single
  ///   pixel, and nothing is blurred.
  /// - Throws: ``RasterError/sigmaOutOfRange(_:)`` unless it is in 0…``largestSigma``.
  package init(sigma: Double) throws(RasterError) {
    guard sigma >= 0, sigma <= Self.largestSigma else { throw .sigmaOutOfRange(sigma) }
    // 3/4 of the square root of 2π.
    let length = Int(sigma * 1.879_971_205_597_325 + 0.5)
    switch length {
    case ...1: windows = []
    case _ where length % 2 == 1:
      windows = Array(repeating: Window(length: length, before: length / 2), count: 3)
    default:
      // Of two even windows, one leans to either side; the third is odd.
      windows = [
        Window(length: length, before: length / 2),
        Window(length: length, before: length / 2 - 1),
        Window(length: length + 1, before: length / 2),
      ]
    }
  }

  /// How far the blur spreads on every side, in pixels.
  package var extent: Int { windows.reduce(0) { $0 + $1.before } }
}

extension BoxBlur.Window {
  /// The average of a window with this sum, within 1 of the exact one.
  ///
  /// A product with a rounded reciprocal, as vectors have no division; every variant rounds like
  /// this.
  @inline(__always)
  func average(_ sum: UInt16) -> UInt8 {
    UInt8(truncatingIfNeeded: ((UInt32(sum) + UInt32(half)) * UInt32(reciprocal)) >> 16)
  }
}
