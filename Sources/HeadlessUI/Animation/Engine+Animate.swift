public import MotionKernels

extension Engine {
  /// Animates what `animations` assigns, along a curve.
  ///
  /// Model values change at once. `completion` is called once: with `true` at the first tick at
  /// which the time is up, with `false` once an animation has been replaced. A block that records
  /// nothing or has no duration completes at the next tick.
  ///
  /// - Parameters:
  ///   - duration: Seconds; zero, negative and NaN apply the values at once.
  ///   - delay: Seconds before the start, during which the old values show.
  ///   - curve: How the elapsed fraction becomes progress.
  ///   - animations: Assigns properties of views.
  ///   - completion: Is told whether every animation ran to its end.
  public func animate(
    duration: Double, delay: Double = 0, curve: AnimationCurve = .easeInOut,
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    commit(
      Commitment(resolved: ResolvedTiming(timing: .curve(curve), duration: duration), delay: delay),
      animations: animations, completion: completion)
  }

  /// Animates what `animations` assigns, on a spring that is within 0.1 % of its target at the end.
  ///
  /// The spring's duration is clamped to 0.01…10 seconds, `dampingRatio` to 0…1, exclusive of 0.
  /// `initialVelocity` is in whole distances per second, positive toward the target.
  public func animate(
    duration: Double, delay: Double = 0, dampingRatio: Double, initialVelocity: Double,
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let spring = Spring(
      settlingIn: duration, dampingRatio: dampingRatio, initialVelocity: initialVelocity)
    commit(
      Commitment(
        resolved: ResolvedTiming(
          timing: .spring(spring, velocity: initialVelocity), duration: duration),
        delay: delay), animations: animations, completion: completion)
  }

  /// Animates what `animations` assigns, with timing parameters: a curve with control points of
  /// your own, or a spring whose velocity differs between x and y.
  ///
  /// - Parameters:
  ///   - duration: Seconds; a spring with physical constants has its own.
  ///   - delay: Seconds before the start.
  ///   - timing: How the elapsed time becomes progress.
  ///   - options: Whether it repeats, takes over from what runs, or keeps its own timing inside of
  ///     another block.
  ///   - repeatCount: How often it plays, above 0; ignored where the options repeat without end.
  ///   - animations: Assigns properties of views.
  ///   - completion: Is told whether every animation ran to its end.
  public func animate(
    duration: Double, delay: Double = 0, timing: TimingParameters = .curve(.easeInOut),
    options: AnimationOptions = [], repeatCount: Double = 1,
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    commit(
      Commitment(
        resolved: timing.resolved(duration: duration), delay: delay, options: options,
        repeatCount: repeatCount > 0 ? repeatCount : 1),
      animations: animations, completion: completion)
  }

  /// Animates what `animations` assigns, on a given spring that is cut off after `duration`
  /// seconds.
  public func animate(
    duration: Double, delay: Double = 0, spring: Spring,
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    commit(
      Commitment(
        resolved: ResolvedTiming(timing: .spring(spring, velocity: 0), duration: duration),
        delay: delay),
      animations: animations, completion: completion)
  }

  /// Runs `actions` without recording their assignments, even inside an animation block.
  public func performWithoutAnimation(_ actions: () -> Void) {
    var inside = recording
    inside.group = nil
    inside.outside = nil
    withRecording(inside, actions)
  }

  /// What a block is committed with.
  private struct Commitment {
    var resolved: ResolvedTiming
    let delay: Double
    var options: AnimationOptions = []
    var repeatCount = 1.0
  }

  private func commit(
    _ commitment: Commitment, animations: () -> Void, completion: ((Bool) -> Void)?
  ) {
    let group = takeGroup(commitment)
    group.completion = completion
    record(into: group, outside: nil, animations)
    enlist(group)
  }

  /// A group for a block; inside another block it has that one's duration and timing.
  private func takeGroup(_ commitment: Commitment) -> AnimationGroup {
    var resolved = commitment.resolved
    let options = commitment.options
    let outer = recording.group
    if let outer {
      if !options.contains(.overridesInheritedDuration) { resolved.duration = outer.duration }
      if !options.contains(.overridesInheritedTiming) {
        resolved.timing = outer.timing
        resolved.extraVelocityY = outer.extraVelocityY
      }
    }
    let group = takeGroup(
      duration: resolved.duration, delay: commitment.delay, timing: resolved.timing)
    group.extraVelocityY = resolved.extraVelocityY
    group.repeatCount = options.contains(.repeats) ? .infinity : commitment.repeatCount
    group.autoreverses = options.contains(.autoreverses)
    group.beginsFromShown = options.contains(.beginsFromCurrentState)
    if recording.makesMembers { group.clock = recording.transition?.clock }
    if let outer, outer.playback != nil || outer.clock != nil {
      // It is scrubbed and paused with the block around it.
      group.clock = outer.clock
      if options.isDisjoint(with: [.overridesInheritedDuration, .repeats, .autoreverses]) {
        group.playback = outer.playback
        group.delayFraction = outer.delayFraction
        group.anchor = outer.anchor
        group.beginsFromShown = outer.beginsFromShown
      }
    }
    return group
  }
}

// Keyframes.
extension Engine {
  /// Animates views from station to station.
  ///
  /// `animations` calls ``addKeyframe(relativeStart:relativeDuration:animations:)`` for each
  /// station; what it assigns outside of those takes the whole duration. Between two stations
  /// values rest.
  ///
  /// - Parameters:
  ///   - duration: Seconds of the whole animation.
  ///   - delay: Seconds before the start.
  ///   - timing: How the elapsed time of the whole becomes progress; linear by default.
  ///   - isDiscrete: Whether values jump at the start of their interval instead of moving in it.
  ///   - animations: Adds the stations.
  ///   - completion: Is told whether every animation ran to its end.
  public func animateKeyframes(
    duration: Double, delay: Double = 0, timing: TimingParameters = .curve(.linear),
    isDiscrete: Bool = false, animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let group = takeGroup(Commitment(resolved: timing.resolved(duration: duration), delay: delay))
    group.completion = completion
    record(into: group, outside: nil) {
      withKey(KeyframeTrack.Interval(start: 0, end: 1, isDiscrete: isDiscrete), animations)
    }
    enlist(group)
  }

  /// Adds a station to the keyframe animation whose block runs now; outside of one, assigns at
  /// once.
  ///
  /// - Parameters:
  ///   - relativeStart: The fraction of the whole duration at which the way to the station begins;
  ///     clamped to 0…1, NaN counts as 0.
  ///   - relativeDuration: How long that way takes, as a fraction of the whole; it ends with the
  ///     whole at the latest.
  ///   - animations: Assigns properties of views.
  public func addKeyframe(
    relativeStart: Double, relativeDuration: Double, animations: () -> Void
  ) {
    guard let whole = recording.key else { return animations() }
    let start = relativeStart.clampedToUnit
    let end = min(start + relativeDuration.clampedToUnit, 1)
    withKey(
      KeyframeTrack.Interval(start: start, end: end, isDiscrete: whole.isDiscrete), animations)
  }

  private func withKey(_ key: KeyframeTrack.Interval, _ body: () -> Void) {
    var inside = recording
    inside.key = key
    withRecording(inside, body)
  }
}
