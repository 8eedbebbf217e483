import MotionKernels

/// The four curves of block animations, with the platform's raw values.
public enum AnimationCurve: Int, CaseIterable, Sendable {
  case easeInOut = 0
  case easeIn = 1
  case easeOut = 2
  case linear = 3
}

extension AnimationCurve {
  /// Progress, 0…1, at a fraction of the duration, which is clamped to 0…1.
  public func progress(at fraction: Double) -> Double {
    timingFunction.progress(at: fraction.clampedToUnit)
  }

  /// The cubic Bézier curve with this name.
  var timingFunction: TimingFunction {
    switch self {
    case .easeInOut: .easeInOut
    case .easeIn: .easeIn
    case .easeOut: .easeOut
    case .linear: .linear
    }
  }
}
