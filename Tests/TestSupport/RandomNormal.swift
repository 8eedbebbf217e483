import Foundation

extension Double {
  /// A random number of the normal distribution with the mean 0 and the deviation 1.
  package static func normal(using generator: inout some RandomNumberGenerator) -> Double {
    (-2 * log(Double.random(in: Double.ulpOfOne...1, using: &generator))).squareRoot()
      * cos(2 * .pi * Double.random(in: 0..<1, using: &generator))
  }
}
