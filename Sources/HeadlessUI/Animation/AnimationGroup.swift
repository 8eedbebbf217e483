import MotionKernels

/// The animations that one block recorded: one timing, one completion.
///
/// Groups are taken from and returned to a pool of the engine, so that committing one in the middle of
/// a transition allocates nothing.
final class AnimationGroup {
  enum Timing {
    case curve(AnimationCurve)
    case spring(Spring, velocity: Double)
  }

  /// Engine time at which the animations begin, delay included; in seconds.
  var begin = 0.0
  var duration = 0.0
  var timing = Timing.curve(.linear)
  var completion: ((Bool) -> Void)?

  /// The transition whose time drives this group while it is scrubbed; nil outside a transition.
  var clock: TransitionClock?

  /// The transition that the group was committed for, a member of it or not.
  weak var transition: TransitionContext?

  /// Animations that have neither ended nor been removed.
  var remaining = 0

  /// Whether an animation was removed early, so that the completion is told `false`.
  var isInterrupted = false

  /// Set when something other than time ends the group: the engine time at which it did.
  var forcedEnd: Double?

  /// Empty and zero-duration groups complete at this tick.
  var completionTick: Int?

  /// Its animations are gone and its completion waits for its turn.
  var hasEnded = false

  private var sampledTime = -Double.infinity
  private var sampledProgress = 0.0
}

extension AnimationGroup {
  /// Room for rounding when a time is compared with an end, in seconds (§7.5).
  static let tolerance = 1e-9

  func reset() {
    (begin, duration, timing, completion) = (0, 0, .curve(.linear), nil)
    (clock, transition, remaining, isInterrupted) = (nil, nil, 0, false)
    (forcedEnd, completionTick, hasEnded) = (nil, nil, false)
    forgetSample()
  }

  func forgetSample() {
    sampledTime = -.infinity
  }

  /// Progress at an engine time, or at the offset of the transition's clock while that is held.
  func progress(at time: Double) -> Double {
    let elapsed = elapsed(at: time)
    if elapsed == sampledTime { return sampledProgress }
    sampledTime = elapsed
    sampledProgress = progress(after: elapsed)
    return sampledProgress
  }

  private func elapsed(at time: Double) -> Double {
    guard let clock, let offset = clock.offset else { return time - begin }
    return offset - (begin - clock.begin)
  }

  private func progress(after elapsed: Double) -> Double {
    guard elapsed > 0 else { return 0 }
    switch timing {
    case .curve(let curve): return curve.progress(at: elapsed / duration)
    case .spring(let spring, let velocity):
      return spring.progress(at: elapsed, initialVelocity: velocity)
    }
  }

  /// The time at which the group ended or will have ended by `now`; nil while it runs.
  func due(now: Double, tick: Int) -> Double? {
    if let forcedEnd { return forcedEnd }
    if let completionTick { return tick >= completionTick ? now : nil }
    if let clock, clock.offset != nil { return nil }
    let end = begin + duration
    return now >= end - Self.tolerance ? end : nil
  }

  /// One animation was replaced or overwritten.
  func loseOneAnimation(at time: Double) {
    remaining -= 1
    isInterrupted = true
    if remaining == 0 { forcedEnd = time }
  }
}
