public import MotionKernels

/// How an animation moves from its start to its end: along a curve or on a spring.
public enum TimingParameters: Hashable, Sendable {
  case cubic(CubicTimingParameters)
  case spring(SpringTimingParameters)
}

extension TimingParameters {
  /// One of the four named curves.
  public static func curve(_ curve: AnimationCurve) -> TimingParameters {
    .cubic(CubicTimingParameters(curve))
  }

  /// The curve from (0, 0) to (1, 1) with two control points; see ``CubicTimingParameters``.
  public static func controlPoints(_ first: Point, _ second: Point) -> TimingParameters {
    .cubic(CubicTimingParameters(controlPoint1: first, controlPoint2: second))
  }

  /// A spring that settles in the animation's duration; see ``SpringTimingParameters``.
  public static func spring(dampingRatio: Double, initialVelocity: Point = .zero)
    -> TimingParameters
  {
    .spring(SpringTimingParameters(dampingRatio: dampingRatio, initialVelocity: initialVelocity))
  }

  /// Timing, duration and velocity of an animation for which `duration` seconds are requested.
  func resolved(duration: Double) -> ResolvedTiming {
    switch self {
    case .cubic(let cubic):
      return ResolvedTiming(
        timing: .function(cubic.function), duration: duration > 0 ? duration : 0)
    case .spring(let parameters): return parameters.resolved(duration: duration)
    }
  }
}

struct ResolvedTiming {
  var timing: Timing

  /// The duration in seconds, at least 0.
  var duration: Double

  /// How much faster y starts than x, in whole distances per second; only positions use it.
  var extraVelocityY = 0.0
}

/// A named curve, or a cubic Bézier curve with control points of your own.
public struct CubicTimingParameters: Hashable, Sendable {
  let function: TimingFunction

  public init(_ curve: AnimationCurve) { function = curve.timingFunction }

  /// Creates the curve from (0, 0) to (1, 1) with two control points.
  ///
  /// x is the elapsed fraction, and y the progress. An x outside 0…1 is clamped, because otherwise
  /// the curve is not a function; a coordinate that is not finite counts as 0.
  public init(controlPoint1: Point, controlPoint2: Point) {
    func finite(_ number: Double) -> Double { number.isFinite ? number : 0 }
    function = .cubicBezier(
      finite(controlPoint1.x).clampedToUnit, finite(controlPoint1.y),
      finite(controlPoint2.x).clampedToUnit, finite(controlPoint2.y))
  }

  /// Progress at a fraction of the duration, which is clamped to 0…1.
  public func progress(at fraction: Double) -> Double {
    function.progress(at: fraction.clampedToUnit)
  }
}

/// A spring and its initial velocity.
public struct SpringTimingParameters: Hashable, Sendable {
  private enum Form: Hashable {
    /// A spring that settles in the animation's duration.
    case dampingRatio(Double)
    /// A spring with a duration of its own.
    case physical(Spring)
  }

  private let form: Form

  /// The velocity at the start, in whole distances per second, positive toward the target.
  ///
  /// `y` applies to the y of positions; `x` applies to their x and to every other property.
  public let initialVelocity: Point

  /// The longest duration of a spring that hardly settles, in seconds.
  static let longestDuration = 60.0

  /// Creates a spring that is within 0.1 % of its target after the animation's duration.
  ///
  /// The ratio is clamped to 0…1, exclusive of 0, and NaN counts as 1; a coordinate of the velocity
  /// that is not finite counts as 0.
  public init(dampingRatio: Double, initialVelocity: Point = .zero) {
    form = .dampingRatio(dampingRatio.isNaN ? 1 : dampingRatio)
    self.initialVelocity = initialVelocity.finite
  }

  /// Creates a spring with physical constants.
  ///
  /// The animation lasts until the spring has settled, but at most a minute. The requested duration
  /// has no effect.
  public init(spring: Spring, initialVelocity: Point = .zero) {
    form = .physical(spring)
    self.initialVelocity = initialVelocity.finite
  }

  /// The duration of an animation on this spring for which `duration` seconds are requested.
  public func duration(of duration: Double) -> Double { resolved(duration: duration).duration }

  func resolved(duration: Double) -> ResolvedTiming {
    let velocity = initialVelocity.x
    let extra = initialVelocity.y - initialVelocity.x
    switch form {
    case .dampingRatio(let ratio):
      let spring = Spring(settlingIn: duration, dampingRatio: ratio, initialVelocity: velocity)
      return ResolvedTiming(
        timing: .spring(spring, velocity: velocity), duration: duration > 0 ? duration : 0,
        extraVelocityY: extra)
    case .physical(let spring):
      let settling = max(
        spring.settlingDuration(initialVelocity: velocity),
        spring.settlingDuration(initialVelocity: initialVelocity.y))
      return ResolvedTiming(
        timing: .spring(spring, velocity: velocity),
        duration: min(settling, Self.longestDuration), extraVelocityY: extra)
    }
  }
}

extension Point {
  /// The point with coordinates that are not finite replaced by 0.
  fileprivate var finite: Point { Point(x: x.isFinite ? x : 0, y: y.isFinite ? y : 0) }
}
