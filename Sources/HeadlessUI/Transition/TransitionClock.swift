/// The time of one transition: it runs with the engine, or is held at an offset.
///
/// While time is held, every member animation is sampled at the offset, through its own curve. The
/// run after a release moves the offset to either end. The offset depends on engine time alone, not
/// on the rate of ticks.
final class TransitionClock {
  /// A run from one fraction to an end of the transition.
  struct ReleaseRun {
    /// The engine time at which the run starts, in seconds.
    let start: Double

    let startTick: Int

    /// The fraction at which the run starts.
    let from: Double

    /// Whether the run goes to 1; otherwise it goes to 0.
    let isFinishing: Bool

    /// The timing of the run.
    let motion: ResolvedTiming
  }

  /// The engine time at which the transition starts, in seconds.
  let start: Double

  /// The seconds after the transition's start at which time is held, or nil while it runs with the
  /// engine.
  private(set) var offset: Double?

  private(set) var releaseRun: ReleaseRun?

  /// The duration of the transition, in seconds.
  let duration: Double

  init(start: Double, duration: Double) {
    self.start = start
    self.duration = duration
  }
}

extension TransitionClock {
  /// The fraction of the transition that is shown, clamped to 0…1.
  func fraction(at now: Double) -> Double {
    (duration > 0 ? (offset ?? now - start) / duration : 1).clampedToUnit
  }

  /// Holds the time at a fraction; ends the run after a release.
  func hold(at fraction: Double) {
    releaseRun = nil
    offset = fraction * duration
  }

  func run(_ run: ReleaseRun) { releaseRun = run }

  /// Moves the run after a release to `now`; returns the time at which it ended, or nil if it still
  /// runs or there is none.
  func advance(to now: Double, tick: Int) -> Double? {
    guard let run = releaseRun else { return nil }
    let elapsed = now - run.start
    let length = run.motion.duration
    if tick > run.startTick, elapsed >= length - AnimationGroup.tolerance {
      hold(at: run.isFinishing ? 1 : 0)
      return run.start + length
    }
    let eased = length > 0 ? run.motion.timing.progress(after: elapsed, of: length) : 0
    let fraction = run.isFinishing ? run.from + (1 - run.from) * eased : run.from * (1 - eased)
    // A spring may overshoot; the transition does not go beyond its ends.
    offset = fraction.clampedToUnit * duration
    return nil
  }
}
