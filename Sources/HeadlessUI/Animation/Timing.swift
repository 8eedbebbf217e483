import MotionKernels

/// Maps the time since an animation's start to progress, and says how an initial velocity decays.
///
/// At the start, progress is 0. A curve ends at 1; a spring is near 1 when it is cut off.
enum Timing {
  case function(TimingFunction)
  /// The velocity is in whole distances per second.
  case spring(Spring, velocity: Double)
}

extension Timing {
  static func curve(_ curve: AnimationCurve) -> Timing { .function(curve.timingFunction) }

  /// The progress `elapsed` seconds after the start of an animation of `duration` seconds.
  func progress(after elapsed: Double, of duration: Double) -> Double {
    guard elapsed > 0 else { return 0 }
    switch self {
    case .function(let function):
      return elapsed >= duration ? 1 : function.progress(at: elapsed / duration)
    case .spring(let spring, let velocity):
      return spring.progress(at: elapsed, initialVelocity: velocity)
    }
  }

  /// The change in progress per second.
  ///
  /// Exact for springs. For curves, it is the difference quotient over a millionth of the duration,
  /// which is as accurate as the curve itself.
  func rate(after elapsed: Double, of duration: Double) -> Double {
    if case .spring(let spring, let velocity) = self {
      return elapsed > 0 ? spring.velocity(at: elapsed, initialVelocity: velocity) : velocity
    }
    guard duration > 0 else { return 0 }
    let step = 1e-6 * duration
    let low = min(max(elapsed - step, 0), duration)
    let high = min(max(elapsed + step, 0), duration)
    guard high > low else { return 0 }
    return (progress(after: high, of: duration) - progress(after: low, of: duration)) / (high - low)
  }

  /// The rate at which a curve itself starts, which is subtracted from a velocity that is carried
  /// over.
  ///
  /// Limited to 3 per duration, because a steeper start is intended. Zero for springs, whose own
  /// velocity is added to the one that is carried over.
  func ownRate(of duration: Double) -> Double {
    if case .spring = self { return 0 }
    guard duration > 0 else { return 0 }
    return min(max(rate(after: 0, of: duration), -3 / duration), 3 / duration)
  }

  /// The displacement after `elapsed` seconds per unit of initial velocity, in seconds.
  ///
  /// Starts with slope 1 and ends at 0. For a spring, it is the spring's own response; for a curve,
  /// the cubic s(1 − s)² of the elapsed fraction s.
  func response(after elapsed: Double, of duration: Double) -> Double {
    let elapsed = max(elapsed, 0)
    if case .spring(let spring, _) = self {
      return spring.state(at: elapsed, displacement: 0, velocity: 1).displacement
    }
    guard elapsed < duration else { return 0 }
    let fraction = elapsed / duration
    return elapsed * (1 - fraction) * (1 - fraction)
  }

  /// The change of ``response(after:of:)`` per second.
  func responseRate(after elapsed: Double, of duration: Double) -> Double {
    if case .spring(let spring, _) = self {
      return spring.state(at: max(elapsed, 0), displacement: 0, velocity: 1).velocity
    }
    guard duration > 0, elapsed < duration else { return 0 }
    let fraction = max(elapsed, 0) / duration
    return (1 - fraction) * (1 - 3 * fraction)
  }
}
