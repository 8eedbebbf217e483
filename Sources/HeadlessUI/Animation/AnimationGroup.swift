/// The animations that one block recorded: one timing, one completion.
///
/// The engine keeps a pool of groups, so committing one in the middle of a transition allocates
/// nothing.
final class AnimationGroup {
  /// The engine time at which the animations start, including the delay, in seconds.
  var start = 0.0

  /// The duration in seconds.
  var duration = 0.0

  var timing = Timing.curve(.linear)

  /// How much faster positions start along y than along x, in whole distances per second.
  var extraVelocityY = 0.0

  var completion: ((Bool) -> Void)?

  /// The clock of the transition that scrubs this group, or nil for a group that runs with the
  /// engine.
  var clock: TransitionClock?

  /// The playback of the property animator that moves this group, or nil for a plain block.
  var playback: Playback?

  /// The fraction of the animator's duration after which the group starts.
  var delayFraction = 0.0

  /// The point where its two straight segments meet after scrubbing or a new timing, see
  /// ``Playback``.
  var anchor: Anchor?

  /// Whether its animations replace those that are running on the same properties.
  var beginsFromShown = false

  /// How often the group plays, and whether it plays in reverse after each time.
  var repeatCount = 1.0
  var autoreverses = false

  /// The transition that the group was committed for, whether or not the transition scrubs it.
  weak var transition: TransitionContext?

  /// The number of animations that have neither ended nor been removed.
  var remaining = 0

  /// Whether an animation was removed early, so that the completion is passed `false`.
  var isInterrupted = false

  /// The engine time at which something other than time ended the group; nil otherwise.
  var forcedEnd: Double?

  /// The tick at which a group without animations or without duration completes.
  var completionTick: Int?

  /// Whether its animations have been removed and its completion is next.
  var hasEnded = false

  private var sampledTime = -Double.infinity
  private var sampledProgress = 0.0
}

extension AnimationGroup {
  /// How much too early a group may end because of rounding, in seconds.
  static let tolerance = 1e-9

  /// Returns the group to the state in which it was created, before it goes back to the pool.
  func reset() {
    start = 0
    duration = 0
    timing = .curve(.linear)
    extraVelocityY = 0
    completion = nil
    clock = nil
    playback = nil
    delayFraction = 0
    anchor = nil
    beginsFromShown = false
    repeatCount = 1
    autoreverses = false
    transition = nil
    remaining = 0
    isInterrupted = false
    forcedEnd = nil
    completionTick = nil
    hasEnded = false
    sampledTime = -.infinity
  }

  /// Progress at an engine time or, while the transition's clock is held, at its offset.
  func progress(at time: Double) -> Double {
    if let playback { return progress(in: playback, at: time) }
    let elapsed = elapsed(at: time)
    if elapsed == sampledTime { return sampledProgress }
    sampledTime = elapsed
    sampledProgress = timing.progress(after: elapsed, of: duration)
    return sampledProgress
  }

  /// The displacement at a time per unit of initial velocity, in seconds.
  func response(at time: Double) -> Double {
    if let playback { return response(in: playback, at: time) }
    return timing.response(after: elapsed(at: time), of: duration)
  }

  /// The change of progress, and of the response, per second.
  func rates(at time: Double) -> (progress: Double, response: Double) {
    if let playback { return rates(in: playback, at: time) }
    // While the transition is held, nothing moves.
    if let clock, clock.offset != nil { return (0, 0) }
    let whole = time - start
    guard whole >= 0 else { return (0, 0) }
    let elapsed = folded(whole)
    let sign: Double = autoreverses && elapsed <= folded(whole - 1e-6 * duration) ? -1 : 1
    return (
      sign * timing.rate(after: elapsed, of: duration),
      sign * timing.responseRate(after: elapsed, of: duration)
    )
  }

  private func elapsed(at time: Double) -> Double {
    guard let clock, let offset = clock.offset else { return folded(time - start) }
    return folded(offset - (start - clock.start))
  }

  /// The duration of all repetitions together, in seconds.
  var wholeDuration: Double { repeatCount * (autoreverses ? 2 : 1) * duration }

  /// The time within one repetition.
  private func folded(_ elapsed: Double) -> Double {
    guard repeatCount != 1 || autoreverses, elapsed > 0, duration > 0 else { return elapsed }
    let cycle = (autoreverses ? 2 : 1) * duration
    let played = min(elapsed, wholeDuration)
    let local = played.truncatingRemainder(dividingBy: cycle)
    // The end of the last repetition, not the start of another one.
    if played == wholeDuration, local == 0 { return autoreverses ? 0 : duration }
    return local > duration ? cycle - local : local
  }

  /// The time at which the group ended, which is at most `now`, or nil while it is running.
  func due(now: Double, tick: Int) -> Double? {
    if let forcedEnd { return forcedEnd }
    if let completionTick { return tick >= completionTick ? now : nil }
    if let clock, clock.offset != nil { return nil }
    guard playback == nil else { return nil }
    let end = start + wholeDuration
    return now >= end - Self.tolerance ? end : nil
  }

  /// Accounts for an animation that was replaced or overwritten.
  func loseOneAnimation(at time: Double) {
    remaining -= 1
    isInterrupted = true
    playback?.loseOneAnimation(at: time)
    if remaining == 0 { forcedEnd = time }
  }
}
