/// How a transition continues after the finger is lifted.
///
/// An example: the edge-swipe card is released at 450 points per second. In the first frame of
/// 1/60 s, it moves at 41 points per second if `eased`, at 450 if `continuing`, and at about 630 on
/// a critically damped `spring`, which begins at 450 and accelerates.
public enum ReleaseMotion: Hashable, Sendable {
  /// From rest, along the timing curve or the completion curve, in the unplayed part of the
  /// duration divided by the completion speed. This is the platform's default.
  case eased

  /// At the constant speed of the finger, in either direction, but at least at a tenth of the
  /// transition's own speed: when it finishes, the speed does not jump.
  case continuing

  /// On a spring that starts at the finger's velocity, and settles in the transition's whole
  /// duration divided by the completion speed: the velocity does not jump, whichever end it runs
  /// to.
  case spring(dampingRatio: Double)
}

extension ReleaseMotion {
  /// The state of a released interaction, from which the run afterwards is computed.
  struct Release {
    /// The shown fraction.
    let fraction: Double

    /// Whether the transition runs to 1; otherwise it runs to 0.
    let isFinishing: Bool

    /// The duration of the whole transition, in seconds.
    let duration: Double

    /// The velocity in fractions per second, positive toward 1.
    let velocity: Double

    /// A positive factor on the speed.
    let speed: Double

    /// The timing of an eased run.
    let timing: TimingParameters

    /// The signed distance to the end, as a fraction.
    var distance: Double { (isFinishing ? 1 : 0) - fraction }
  }

  /// The timing and the duration of the run from a release to its end.
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
