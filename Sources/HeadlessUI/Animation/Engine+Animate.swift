public import MotionKernels

extension Engine {
  /// Animates what `animations` assigns, along a curve.
  ///
  /// Model values change at once. `completion` is called once: `true` at the first tick at which the
  /// time is up, `false` once all animations were replaced. A block that records nothing, and one
  /// without duration, completes at the next tick.
  ///
  /// - Parameters:
  ///   - duration: Seconds; zero, negative and NaN apply the values at once.
  ///   - delay: Seconds before the start, during which the old values show.
  ///   - curve: How the elapsed fraction becomes progress.
  ///   - animations: Assigns properties of views.
  ///   - completion: Told whether every animation ran to its end.
  public func animate(
    duration: Double, delay: Double = 0, curve: AnimationCurve = .easeInOut,
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    commit(
      duration: duration, delay: delay, timing: .curve(curve), animations: animations,
      completion: completion)
  }

  /// Animates what `animations` assigns, on a spring that is within 0.1 % of its target in time.
  ///
  /// - Parameters:
  ///   - duration: Seconds, clamped to 0.01…10.
  ///   - delay: Seconds before the start.
  ///   - dampingRatio: Clamped to 0…1, exclusive of 0.
  ///   - initialVelocity: Whole distances per second, positive toward the target.
  ///   - animations: Assigns properties of views.
  ///   - completion: Told whether every animation ran to its end.
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

  /// Animates what `animations` assigns, on a given spring that is cut off after `duration`.
  public func animate(
    duration: Double, delay: Double = 0, spring: Spring,
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    commit(
      duration: duration, delay: delay, timing: .spring(spring, velocity: 0),
      animations: animations,
      completion: completion)
  }

  /// Runs `actions` so that its assignments record nothing, also inside of an animation block.
  public func performWithoutAnimation(_ actions: () -> Void) {
    let outer = (recording, recordingOutside)
    (recording, recordingOutside) = (nil, nil)
    actions()
    (recording, recordingOutside) = outer
  }

  private func commit(
    duration: Double, delay: Double, timing: AnimationGroup.Timing, animations: () -> Void,
    completion: ((Bool) -> Void)?
  ) {
    let group = takeGroup(duration: duration, delay: delay, timing: timing)
    group.completion = completion
    if isRecordingMembers { group.clock = currentTransition?.clock }
    record(into: group, outside: nil, animations)
    enlist(group)
  }

  /// Runs a block whose assignments go to `group`, or to `outside` for views that do not take part in
  /// the current transition.
  func record(into group: AnimationGroup, outside: AnimationGroup?, _ animations: () -> Void) {
    let outer = (recording, recordingOutside)
    (recording, recordingOutside) = group.duration > 0 ? (group, outside) : (nil, nil)
    animations()
    (recording, recordingOutside) = outer
  }

  func takeGroup(duration: Double, delay: Double, timing: AnimationGroup.Timing) -> AnimationGroup {
    let group = groupPool.popLast() ?? AnimationGroup()
    group.begin = commitTime + max(delay, 0)
    group.duration = duration > 0 ? duration : 0
    group.timing = timing
    group.transition = currentTransition
    return group
  }

  func enlist(_ group: AnimationGroup) {
    if group.remaining == 0, !group.isInterrupted {
      guard group.completion != nil else { return recycle(group) }
      group.completionTick = tickIndex + 1
    }
    groups.append(group)
  }

  func recycle(_ group: AnimationGroup) {
    group.reset()
    groupPool.append(group)
  }

  func recordingGroup(for view: View) -> AnimationGroup? {
    guard let outside = recordingOutside, let transition = currentTransition else {
      return recording
    }
    return transition.takesPart(view) ? recording : outside
  }
}
