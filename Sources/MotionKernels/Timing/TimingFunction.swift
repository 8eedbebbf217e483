/// Maps the elapsed fraction of an animation to its progress.
///
///     let eased = TimingFunction.easeInOut.progress(at: 0.25)  // 0.129…
///
/// Both numbers run from 0 at the start to 1 at the end and have no unit. The result is within 1e-7
/// of the exact curve everywhere; every cubic Bézier curve is exactly 0 and 1 at its ends.
///
/// Outside 0…1, the named curves clamp their input, curves made by ``cubicBezier(_:_:_:_:)`` and
/// ``piecewiseLinear(_:)`` continue along their tangent at that end, and ``steps(_:_:)`` stay at
/// their first or last level, as CSS Easing Functions specifies. NaN gives NaN.
public struct TimingFunction: Hashable, Sendable {
  package enum Shape: Hashable, Sendable {
    case linear
    case cubicBezier(CubicBezier)
    case piecewiseLinear([LinearStop])
    case steps(Int, StepPosition)
  }

  package let shape: Shape

  let clampsInput: Bool
}

extension TimingFunction {
  /// Progress equals the elapsed fraction.
  public static let linear = TimingFunction(shape: .linear, clampsInput: true)

  /// Starts slowly: (0.42, 0) (1, 1).
  public static let easeIn = named(0.42, 0, 1, 1)

  /// Ends slowly: (0, 0) (0.58, 1).
  public static let easeOut = named(0, 0, 0.58, 1)

  /// Starts and ends slowly, the default of block animations: (0.42, 0) (0.58, 1).
  public static let easeInOut = named(0.42, 0, 0.58, 1)

  /// The curve of implicit layer animations: (0.25, 0.1) (0.25, 1).
  public static let `default` = named(0.25, 0.1, 0.25, 1)

  private static func named(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) -> TimingFunction {
    TimingFunction(shape: .cubicBezier(CubicBezier(x1, y1, x2, y2)), clampsInput: true)
  }

  /// The cubic Bézier curve from (0, 0) to (1, 1) with the control points (x1, y1) and (x2, y2).
  ///
  /// - Precondition: `x1` and `x2` are in 0…1, so that the curve is a function; `y1` and `y2` are
  ///   finite.
  public static func cubicBezier(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) -> TimingFunction {
    precondition((0...1).contains(x1), "A control point's x must be in 0...1, got x1 = \(x1)")
    precondition((0...1).contains(x2), "A control point's x must be in 0...1, got x2 = \(x2)")
    precondition(
      y1.isFinite && y2.isFinite, "A control point's y must be finite, got \(y1) and \(y2)")
    return TimingFunction(shape: .cubicBezier(CubicBezier(x1, y1, x2, y2)), clampsInput: false)
  }

  /// Straight lines between stops.
  ///
  /// Without a fraction, the first stop is at 0, the last at 1, and others are spaced evenly
  /// between their neighbors. A fraction below an earlier one is raised to it. If several stops
  /// share a fraction, the last one counts. A single stop is a constant.
  ///
  /// - Precondition: There is at least one stop, and every number is finite.
  public static func piecewiseLinear(_ stops: [LinearStop]) -> TimingFunction {
    precondition(!stops.isEmpty, "A piecewise-linear timing function needs at least 1 stop, got 0")
    return TimingFunction(shape: .piecewiseLinear(LinearStop.placed(stops)), clampsInput: false)
  }

  /// `count` equal steps; `position` says where they jump.
  ///
  /// - Precondition: `count` is at least 1, and at least 2 for `.jumpNone`.
  public static func steps(_ count: Int, _ position: StepPosition = .jumpEnd) -> TimingFunction {
    let least = position == .jumpNone ? 2 : 1
    precondition(count >= least, "\(position) needs at least \(least) steps, got \(count)")
    return TimingFunction(shape: .steps(count, position), clampsInput: false)
  }
}

extension TimingFunction {
  /// The progress at an elapsed fraction.
  public func progress(at fraction: Double) -> Double {
    let input = clampsInput ? (fraction < 0 ? 0 : fraction > 1 ? 1 : fraction) : fraction
    return switch shape {
    case .linear: input
    case .cubicBezier(let curve): curve.value(at: input)
    case .piecewiseLinear(let stops): LinearStop.value(at: input, of: stops)
    case .steps(let count, let position): position.value(at: input, stepCount: count)
    }
  }
}
