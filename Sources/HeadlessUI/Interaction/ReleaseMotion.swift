/// How a transition goes on after the finger has been lifted.
///
/// A drag at 450 points per second is released, and the edge-swipe card goes on, in the first frame
/// of 1/60 s, at 41 points per second if it is `eased`, at 450 if it is `continuing`, and at about
/// 630 on a critically damped `spring`, which begins at 450 and accelerates.
public enum ReleaseMotion: Hashable, Sendable {
  /// From rest, along the timing curve or the completion curve, in the unplayed part of the
  /// duration over the completion speed: what the platform does by default.
  case eased

  /// Straight on at the rate of the finger, in either direction, but at least at a tenth of the
  /// transition's own: the motion has no jump in speed when it finishes.
  case continuing

  /// On a spring that starts at the finger's velocity, and settles in the transition's whole
  /// duration over the completion speed: the motion has no jump in velocity, whichever end it runs
  /// to.
  case spring(dampingRatio: Double)
}

extension ReleaseMotion {
  /// What the run after a release needs to know of the interaction that was released.
  struct Release {
    /// The fraction that shows.
    let fraction: Double

    /// Whether the transition runs to 1; otherwise it runs to 0.
    let isFinishing: Bool

    /// Seconds of the whole transition.
    let duration: Double

    /// Fractions per second, positive toward 1.
    let velocity: Double

    /// A positive factor on the speed.
    let speed: Double

    /// The timing of an eased run.
    let timing: TimingParameters

    /// The signed distance to the end, as a fraction.
    var distance: Double { (isFinishing ? 1 : 0) - fraction }
  }

  /// Timing and seconds of the run from a release to its end.
  func run(after release: Release) -> ResolvedTiming {
    let distance = release.distance
    let unplayed = abs(distance) * release.duration / release.speed
    guard distance != 0, release.duration > 0 else {
      return ResolvedTiming(timing: .curve(.linear), duration: unplayed)
    }
    let velocity = release.velocity.isFinite ? release.velocity : 0
    switch self {
    case .eased: return release.timing.resolved(duration: unplayed)
    case .continuing:
      let rate = max(abs(velocity), 0.1 / release.duration)
      return ResolvedTiming(timing: .curve(.linear), duration: abs(distance) / rate)
    case .spring(let ratio):
      return SpringTimingParameters(
        dampingRatio: ratio, initialVelocity: Point(x: velocity / distance, y: velocity / distance)
      ).resolved(duration: release.duration / release.speed)
    }
  }
}
