import Foundation

/// Tukey's biweight: the farther a value is from a location, the less it counts.
///
/// Values farther away than 4.685 scales do not count at all. This cutoff gives 95 % of the
/// efficiency of the mean for normal noise (F. Mosteller and J. W. Tukey, "Data Analysis and
/// Regression", 1977).
struct Biweight {
  /// The distance from the location beyond which values do not count, in scales.
  static let cutoff = 4.685

  /// The largest shift of all of a launch's log ratios that is not treated as a disturbance.
  private static let largestShift = log(1.15)

  /// The scale of the values, above 0.
  var scale: Double

  /// A distance from the location in units of the cutoff, squared.
  func squared(_ distance: Double) -> Double {
    let distance = distance / (Self.cutoff * scale)
    return distance * distance
  }

  /// 1 minus the squared distance in units of the cutoff; 0 beyond the cutoff.
  func nearness(_ distance: Double) -> Double { max(0, 1 - squared(distance)) }

  /// How much a value counts.
  static func weight(nearness: Double) -> Double { nearness * nearness }

  /// `slope`, the sum of the derivatives of the values' influences, with one more value added.
  func slope(_ slope: Double, adding distance: Double, nearness: Double) -> Double {
    slope + Self.weight(nearness: nearness) - 4 * nearness * squared(distance)
  }

  /// A launch's shift, limited to the range that is not treated as a disturbance.
  static func limited(shift: Double) -> Double { min(max(shift, -largestShift), largestShift) }

  /// Whether a difference is too small to be treated as a disturbance.
  static func isShift(_ difference: Double) -> Bool { abs(difference) <= largestShift }
}
