import Foundation

/// How far a normal value is from its mean, in standard deviations.
package enum NormalDeviate {
  /// The value that the magnitude exceeds with a probability of 1 − level.
  ///
  /// - Precondition: `0 < level < 1`.
  package static func magnitude(level: Double) -> Double {
    requireProperFraction(level, "level")
    return bisect(upTo: 40, steps: 80) { erfc($0 / 2.0.squareRoot()) <= 1 - level }
  }
}
