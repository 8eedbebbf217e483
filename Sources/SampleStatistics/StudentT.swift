import Foundation

/// The distribution of the mean of a few normal values, in units of its estimated error.
package enum StudentT {
  /// The value that the magnitude exceeds with a probability of 1 − level.
  ///
  /// From the finite series for whole degrees of freedom (Abramowitz and Stegun, "Handbook of
  /// Mathematical Functions", 26.7.3 and 26.7.4), solved by bisection to 12 digits.
  ///
  /// - Parameters:
  ///   - level: The probability of a smaller magnitude.
  ///   - degrees: One less than the number of values.
  /// - Returns: The value, above 0.
  /// - Precondition: `0 < level < 1` and `degrees >= 1`.
  /// - Complexity: O(*degrees*).
  package static func quantile(level: Double, degrees: Int) -> Double {
    requireProperFraction(level, "level")
    precondition(degrees >= 1, "At least 1 degree of freedom is needed, got \(degrees)")
    // As the angle whose tangent is t / √degrees, the solution is between finite ends.
    let angle = bisect(upTo: .pi / 2, steps: 60) {
      probability(angle: $0, degrees: degrees) >= level
    }
    return tan(angle) * Double(degrees).squareRoot()
  }

  /// The interval of the geometric mean of ratios that scatter normally on a logarithmic scale.
  ///
  /// - Returns: Nil for fewer than 3 values, for values that are not above 0, or for an interval
  ///   that extends to infinity.
  package static func logNormalInterval(of ratios: [Double], level: Double) -> Interval? {
    guard ratios.count >= 3, ratios.allSatisfy({ $0 > 0 }) else { return nil }
    let count = Double(ratios.count)
    let logarithms = ratios.map { log($0) }
    let mean = logarithms.reduce(0, +) / count
    let variance = logarithms.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    let reach = quantile(level: level, degrees: ratios.count - 1) * (variance / count).squareRoot()
    guard exp(mean + reach).isFinite, exp(mean - reach) > 0 else { return nil }
    return Interval(low: exp(mean - reach), high: exp(mean + reach))
  }

  /// The probability of a magnitude below tan(angle)·√degrees.
  private static func probability(angle: Double, degrees: Int) -> Double {
    let (sine, cosine) = (sin(angle), cos(angle))
    let isOdd = !degrees.isMultiple(of: 2)
    // 1 + 1/2·cos² + 3/8·cos⁴ + … for even degrees; cos + 2/3·cos³ + … for odd ones.
    var term = isOdd ? cosine : 1
    var sum = 0.0
    var power = isOdd ? 1 : 0
    while power <= degrees - 2 {
      sum += term
      term *= cosine * cosine * Double(power + 1) / Double(power + 2)
      power += 2
    }
    return isOdd ? 2 / .pi * (angle + sine * sum) : sine * sum
  }
}

extension SortedSamples {
  /// ``StudentT/logNormalInterval(of:level:)`` of these values, for when they are too few for
  /// ``medianInterval(level:)``.
  package func logNormalInterval(level: Double) -> Interval? {
    StudentT.logNormalInterval(of: values, level: level)
  }
}
