import Foundation

/// Tukey's biweight: how much values count, which is less the farther they are from a location.
///
/// They do not count at all beyond 4.685 scales, which gives 95 % of the efficiency of the mean for
/// normal noise (F. Mosteller and J. W. Tukey, "Data Analysis and Regression", 1977).
struct Biweight {
  /// Where values stop counting, in scales.
  static let cutoff = 4.685

  /// What a launch may change in the logarithms of all ratios without being a disturbance.
  private static let largestShift = log(1.15)

  /// The scale of the values, above 0.
  var scale: Double

  /// The squared distance from the location in units of the cutoff.
  func squared(_ distance: Double) -> Double {
    let distance = distance / (Self.cutoff * scale)
    return distance * distance
  }

  /// 1 minus the squared distance in units of the cutoff; 0 beyond it.
  func nearness(_ distance: Double) -> Double { max(0, 1 - squared(distance)) }

  /// How much a value counts.
  static func weight(nearness: Double) -> Double { nearness * nearness }

  /// The slope of all influences with one more value.
  func slope(_ slope: Double, adding distance: Double, nearness: Double) -> Double {
    slope + Self.weight(nearness: nearness) - 4 * nearness * squared(distance)
  }

  /// A launch's shift, limited to what is no disturbance.
  static func limited(shift: Double) -> Double { min(max(shift, -largestShift), largestShift) }

  /// Whether a shift is no disturbance.
  static func isShift(_ difference: Double) -> Bool { abs(difference) <= largestShift }
}
