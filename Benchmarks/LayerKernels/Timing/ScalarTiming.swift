public import MotionKernels

/// A timing function in the form that the `struct` variant evaluates: `Float` in, `Float` out.
@usableFromInline
enum ScalarTiming: Sendable {
  case linear
  case bezier(NewtonBezier)
  case other(TimingFunction)

  /// Chooses the fastest form of `function`.
  init(_ function: TimingFunction) {
    switch function.shape {
    case .linear: self = .linear
    case .cubicBezier(let curve):
      self = .bezier(NewtonBezier(curve.x1, curve.y1, curve.x2, curve.y2))
    case .piecewiseLinear, .steps: self = .other(function)
    }
  }

  /// The progress at an elapsed fraction in 0…1.
  @inline(__always)
  func progress(at fraction: Float) -> Float {
    switch self {
    case .linear: fraction
    case .bezier(let curve): curve.progress(at: fraction)
    case .other(let function): Float(function.progress(at: Double(fraction)))
    }
  }
}
