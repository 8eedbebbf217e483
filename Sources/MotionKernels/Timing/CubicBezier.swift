/// A cubic Bézier curve from (0, 0) to (1, 1), solved for y at a given x in `Double`.
///
/// If the curve is steepest at its inflection point, x is expanded about that point: x(s) =
/// origin.x + u·(linear + cubic·u²) with u = s − s₀. No terms cancel in that form, so the root is
/// exact to rounding even where the tangent is vertical, as in (1, 0, 0, 1) at 0.5.
package struct CubicBezier: Hashable, Sendable {
  package let x1, y1, x2, y2: Double

  /// x(s₀), s₀, and the coefficients of u, u² and u³ in x.
  private let originX, originS, linear, quadratic, cubic: Double

  package init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
    let c1 = 3 * x1
    let c2 = 3 * (x2 - 2 * x1)
    let c3 = 1 + 3 * (x1 - x2)
    let inflection = -c2 / (3 * c3)
    if c3 > 0, inflection > 0, inflection < 1 {
      originS = inflection
      originX = inflection * (c1 + inflection * (c2 + inflection * c3))
      // The smallest slope; it cannot be negative because the curve is a function.
      linear = max(0, c1 - c2 * c2 / (3 * c3))
      quadratic = 0
      cubic = c3
    } else {
      originS = 0
      originX = 0
      linear = c1
      quadratic = c2
      cubic = c3
    }
  }
}

extension CubicBezier {
  /// y at `x`; outside 0…1, along the tangents at the ends, as in CSS.
  package func value(at x: Double) -> Double {
    if x < 0 { return x * startSlope }
    if x > 1 { return 1 + (x - 1) * endSlope }
    if x == 0 || x == 1 || x.isNaN { return x }
    return y(at: parameter(at: x))
  }

  /// dy/dx at x = 0; 0 if the tangent is vertical.
  var startSlope: Double {
    if x1 > 0 { return y1 / x1 }
    return y1 == 0 && x2 > 0 ? y2 / x2 : 0
  }

  /// dy/dx at x = 1; 0 if the tangent is vertical.
  var endSlope: Double {
    if x2 < 1 { return (1 - y2) / (1 - x2) }
    return y2 == 1 && x1 < 1 ? (1 - y1) / (1 - x1) : 0
  }

  /// y at the curve's parameter s.
  func y(at s: Double) -> Double {
    s * (3 * y1 + s * (3 * (y2 - 2 * y1) + s * (1 + 3 * (y1 - y2))))
  }

  /// The parameter s in 0…1 with x(s) = `x`.
  ///
  /// Newton's method inside a bracket. Every fourth step bisects, and so does a step that would
  /// leave the bracket.
  ///
  /// - Complexity: About 5 steps, at most 200.
  func parameter(at x: Double) -> Double {
    let target = x - originX
    var (low, high) = (-originS, 1 - originS)
    var u = min(max(x - originS, low), high)
    for step in 1...200 {
      let error = u * (linear + u * (quadratic + u * cubic)) - target
      if error == 0 { break }
      if error < 0 { low = u } else { high = u }
      let slope = linear + u * (2 * quadratic + 3 * cubic * u)
      let newton = u - error / slope
      let bisects = step % 4 == 0 || !(newton > low && newton < high)
      let next = bisects ? low + (high - low) / 2 : newton
      let change = abs(next - u)
      u = next
      if change <= 1e-16 + 1e-15 * abs(u), !bisects || high - low <= 1e-15 { break }
    }
    return originS + u
  }
}
