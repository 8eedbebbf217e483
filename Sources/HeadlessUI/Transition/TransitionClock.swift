/// The time of a transition's container: it runs with the engine, or is held at an offset.
///
/// While held, every member animation is sampled at the offset, through its own curve; a leg moves the
/// offset to either end. Whatever the host's rate, the offset is a function of engine time alone.
final class TransitionClock {
  /// A run from one fraction to the other end.
  struct Leg {
    let begin: Double
    let beginTick: Int
    let from: Double
    let isFinishing: Bool
    let length: Double
    let curve: AnimationCurve
  }

  /// Engine time of the transition's start, in seconds.
  let begin: Double

  /// Seconds of container time; nil while the engine's time drives.
  private(set) var offset: Double?

  private(set) var leg: Leg?

  let duration: Double

  init(begin: Double, duration: Double) {
    (self.begin, self.duration) = (begin, duration)
  }
}

extension TransitionClock {
  /// The fraction that shows, clamped to 0…1.
  func fraction(at now: Double) -> Double {
    (duration > 0 ? (offset ?? now - begin) / duration : 1).clampedToUnit
  }

  /// Holds the time at a fraction; ends a leg.
  func hold(at fraction: Double) {
    leg = nil
    offset = fraction * duration
  }

  func start(_ leg: Leg) {
    self.leg = leg
  }

  /// Lets engine time drive again.
  func release() {
    (leg, offset) = (nil, nil)
  }

  /// Moves the leg to `now`; gives the time at which it ended, nil while it runs.
  func advance(to now: Double, tick: Int) -> Double? {
    guard let leg else { return nil }
    let elapsed = now - leg.begin
    if tick > leg.beginTick, elapsed >= leg.length - AnimationGroup.tolerance {
      hold(at: leg.isFinishing ? 1 : 0)
      return leg.begin + leg.length
    }
    let eased = leg.length > 0 ? leg.curve.progress(at: elapsed / leg.length) : 0
    let fraction = leg.isFinishing ? leg.from + (1 - leg.from) * eased : leg.from * (1 - eased)
    offset = fraction * duration
    return nil
  }
}

extension Double {
  /// The number moved into 0…1; 0 when it is not a number.
  var clampedToUnit: Double { isNaN ? 0 : min(max(self, 0), 1) }
}
