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
      duration: duration, delay: delay, timing: .curve(curve), animations: animations,
      completion: completion)
  }

  /// Animates what `animations` assigns, on a spring that is within 0.1 % of its target at the end.
  ///
  /// - Parameters:
  ///   - duration: Seconds, clamped to 0.01…10.
  ///   - delay: Seconds before the start.
  ///   - dampingRatio: Clamped to 0…1, exclusive of 0.
  ///   - initialVelocity: Whole distances per second, positive toward the target.
  ///   - animations: Assigns properties of views.
  ///   - completion: Is told whether every animation ran to its end.
  public func animate(
    duration: Double, delay: Double = 0, dampingRatio: Double, initialVelocity: Double,
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let spring = Spring(
      settlingIn: duration, dampingRatio: dampingRatio, initialVelocity: initialVelocity)
    commit(
      duration: duration, delay: delay, timing: .spring(spring, velocity: initialVelocity),
      animations: animations, completion: completion)
  }

  /// Animates what `animations` assigns, with timing parameters: a curve with control points of your
  /// own, or a spring whose velocity differs between x and y.
  ///
  /// - Parameters:
  ///   - duration: Seconds; a spring with physical constants has its own.
  ///   - delay: Seconds before the start.
  ///   - timing: How the elapsed time becomes progress.
  ///   - animations: Assigns properties of views.
  ///   - completion: Is told whether every animation ran to its end.
  public func animate(
    duration: Double, delay: Double = 0, timing: TimingParameters,
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let resolved = timing.resolved(duration: duration)
    commit(
      duration: resolved.duration, delay: delay, timing: resolved.timing,
      extraVelocityY: resolved.extraVelocityY, animations: animations, completion: completion)
  }

  /// Animates what `animations` assigns, on a given spring that is cut off after `duration`
  /// seconds.
  public func animate(
    duration: Double, delay: Double = 0, spring: Spring,
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    commit(
      duration: duration, delay: delay, timing: .spring(spring, velocity: 0),
      animations: animations, completion: completion)
  }

  /// Runs `actions` without recording their assignments, even inside an animation block.
  public func performWithoutAnimation(_ actions: () -> Void) {
    var inside = recording
    inside.group = nil
    inside.outside = nil
    withRecording(inside, actions)
  }

  private func commit(
    duration: Double, delay: Double, timing: Timing, extraVelocityY: Double = 0,
    animations: () -> Void, completion: ((Bool) -> Void)?
  ) {
    let group = takeGroup(duration: duration, delay: delay, timing: timing)
    group.extraVelocityY = extraVelocityY
    group.completion = completion
    if recording.makesMembers { group.clock = recording.transition?.clock }
    record(into: group, outside: nil, animations)
    enlist(group)
  }
}
