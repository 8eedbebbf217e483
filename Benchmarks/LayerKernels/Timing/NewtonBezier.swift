/// A cubic Bézier curve solved by Newton's method in `Double`, as browsers do it: the `struct`
/// variant of timing.
///
/// Takes up to eight Newton steps from the fraction itself until x is within 1e-8; if they do not
/// suffice, bisects the parameter. Frozen, so that ratios to it keep their meaning: faster code
/// belongs in another variant.
@frozen
@usableFromInline
package struct NewtonBezier: Hashable, Sendable {
  @usableFromInline let x1, x2, x3, y1, y2, y3: Double

  /// Creates a curve from (0, 0) to (1, 1) with two control points whose x coordinates are in 0…1.
  package init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = 3 * x1
    self.x2 = 3 * (x2 - x1) - self.x1
    x3 = 1 - self.x1 - self.x2
    self.y1 = 3 * y1
    self.y2 = 3 * (y2 - y1) - self.y1
    y3 = 1 - self.y1 - self.y2
  }
}

extension NewtonBezier {
  /// The progress at an elapsed fraction.
  ///
  /// The fraction is clamped to 0…1; NaN gives NaN.
  ///
  /// - Returns: A value within 1.2e-7 of the curve wherever its tangent is not vertical.
  @inlinable @inline(__always)
  package func progress(at fraction: Float) -> Float {
    if fraction <= 0 { return 0 }
    if fraction >= 1 { return 1 }
    let s = parameter(at: Double(fraction))
    return Float(((y3 * s + y2) * s + y1) * s)
  }

  @inlinable
  func parameter(at x: Double) -> Double {
    var s = x
    for _ in 0..<8 {
      let error = ((x3 * s + x2) * s + x1) * s - x
      if abs(error) < 1e-8 { return s }
      let slope = (3 * x3 * s + 2 * x2) * s + x1
      if abs(slope) < 1e-6 { break }
      s -= error / slope
    }
    var (low, high) = (0.0, 1.0)
    s = x
    while high - low > 1e-9 {
      if ((x3 * s + x2) * s + x1) * s < x { low = s } else { high = s }
      s = low + (high - low) / 2
    }
    return s
  }
}
