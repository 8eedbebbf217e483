public import MotionKernels

extension Engine {
  /// Animates what `animations` assigns, along a curve.
  ///
  /// Model values change at once. `completion` is called once: with `true` at the first tick at
  /// which the time is up, or with `false` as soon as an animation is replaced. A block that
  /// records nothing or has no duration completes at the next tick; a negative duration and NaN
  /// count as 0. During the delay, the old values are shown.
  public func animate(
    duration: Double, delay: Double = 0, curve: AnimationCurve = .easeInOut,
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(
      duration: duration, delay: delay, timing: .curve(curve), animations: animations,
      completion: completion)
  }

  /// Animates what `animations` assigns, on a spring that is within 0.1 % of its target at the end.
  ///
  /// The spring's duration is clamped to 0.01…10 seconds, `dampingRatio` to 0…1, exclusive of 0.
  /// `initialVelocity` is in whole distances per second, positive toward the target.
  public func animate(
    duration: Double, delay: Double = 0, dampingRatio: Double, initialVelocity: Double,
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(
      duration: duration, delay: delay,
      timing: .spring(
        dampingRatio: dampingRatio,
        initialVelocity: Point(x: initialVelocity, y: initialVelocity)),
      animations: animations, completion: completion)
  }

  /// Animates what `animations` assigns, with timing parameters, such as a curve with your own
  /// control points, or a spring with different velocities along x and y.
  ///
  /// A spring with physical constants has its own duration. `options` say whether the animation
  /// repeats, replaces running ones, or keeps its own timing inside another block. It plays
  /// `repeatCount` times, a number above 0, unless the options let it repeat endlessly.
  public func animate(
    duration: Double, delay: Double = 0, timing: TimingParameters = .curve(.easeInOut),
    options: AnimationOptions = [], repeatCount: Double = 1,
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let group = takeGroup(
      timing.resolved(duration: duration), delay: delay, options: options,
      repeatCount: repeatCount > 0 ? repeatCount : 1)
    commit(group, animations: animations, completion: completion)
  }

  /// Animates what `animations` assigns, on a given spring that is cut off after `duration`
  /// seconds.
  public func animate(
    duration: Double, delay: Double = 0, spring: Spring,
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let resolved = ResolvedTiming(timing: .spring(spring, velocity: 0), duration: duration)
    commit(takeGroup(resolved, delay: delay), animations: animations, completion: completion)
  }

  /// Runs `actions` without recording their assignments, even inside an animation block.
  public func performWithoutAnimation(_ actions: () -> Void) {
    var inside = recording
    inside.group = nil
    inside.outside = nil
    withRecording(inside, actions)
  }

  private func commit(
    _ group: AnimationGroup, animations: () -> Void, completion: ((Bool) -> Void)?
  ) {
    group.completion = completion
    record(into: group, outside: nil, animations)
    enlist(group)
  }

  /// A group for a block; inside another block, it has the outer block's duration and timing.
  private func takeGroup(
    _ resolved: ResolvedTiming, delay: Double, options: AnimationOptions = [],
    repeatCount: Double = 1
  ) -> AnimationGroup {
    var resolved = resolved
    let outer = recording.group
    if let outer {
      if !options.contains(.overridesInheritedDuration) { resolved.duration = outer.duration }
      if !options.contains(.overridesInheritedTiming) {
        resolved.timing = outer.timing
        resolved.extraVelocityY = outer.extraVelocityY
      }
    }
    let group = takeGroup(duration: resolved.duration, delay: delay, timing: resolved.timing)
    group.extraVelocityY = resolved.extraVelocityY
    group.repeatCount = options.contains(.repeats) ? .infinity : repeatCount
    group.autoreverses = options.contains(.autoreverses)
    group.beginsFromShown = options.contains(.beginsFromCurrentState)
    if recording.makesMembers { group.clock = recording.transition?.clock }
    if let outer, outer.playback != nil || outer.clock != nil {
      // The inner block is scrubbed and paused with the outer one.
      group.clock = outer.clock
      if group.repeatCount == 1,
        options.isDisjoint(with: [.overridesInheritedDuration, .autoreverses])
      {
        if let playback = outer.playback { group.join(playback, of: outer, after: delay) }
        group.beginsFromShown = outer.beginsFromShown
      }
    }
    return group
  }
}

extension AnimationGroup {
  /// Makes the group one of an animator, whose block `outer` it is in.
  ///
  /// It starts `delay` seconds after that block, and ends with the animator.
  fileprivate func join(_ playback: Playback, of outer: AnimationGroup, after delay: Double) {
    self.playback = playback
    let fraction = outer.delayFraction + (delay > 0 ? delay : 0) / playback.duration
    delayFraction = fraction.clampedToUnit
    duration = playback.duration * (1 - delayFraction)
    if outer.anchor != nil { anchor = Anchor(position: delayFraction, progress: 0, response: 0) }
  }
}

// Keyframes.
extension Engine {
  /// Animates views from keyframe to keyframe.
  ///
  /// `animations` calls ``addKeyframe(relativeStart:relativeDuration:animations:)`` for each
  /// keyframe; what it assigns outside those takes the whole duration. Between two keyframes,
  /// values rest.
  ///
  /// `timing` and `options` apply to the animation as a whole. With `isDiscrete`, values jump at
  /// the start of their interval instead of moving during it.
  public func animateKeyframes(
    duration: Double, delay: Double = 0, timing: TimingParameters = .curve(.linear),
    options: AnimationOptions = [], isDiscrete: Bool = false, animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    // Keyframes always start from the presented value.
    let options = options.subtracting(.beginsFromCurrentState)
    commit(
      takeGroup(timing.resolved(duration: duration), delay: delay, options: options),
      animations: {
        withKey(KeyframeTrack.Interval(start: 0, end: 1, isDiscrete: isDiscrete), animations)
      }, completion: completion)
  }

  /// Adds a keyframe to the keyframe animation whose block is running; outside such a block,
  /// assigns at once.
  ///
  /// The motion to the keyframe starts at `relativeStart` and takes `relativeDuration`, both
  /// fractions of the whole duration, and ends with the whole animation at the latest. Fractions
  /// are clamped to 0…1; NaN counts as 0.
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
