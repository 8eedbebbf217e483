// The engine's functions for property animators.
extension Engine {
  func keep(_ animator: PropertyAnimator) {
    guard !animators.contains(where: { $0 === animator }) else { return }
    animators.append(animator)
  }

  /// Stops retaining an animator that is not running; its owner may still do so.
  func release(_ animator: PropertyAnimator) { animators.removeAll { $0 === animator } }

  /// Records a block of an animator into a group of its own, which starts after a fraction of the
  /// animator's duration.
  func record(
    _ animations: () -> Void, of playback: Playback, delayFraction: Double,
    anchor: AnimationGroup.Anchor?
  ) {
    let group = takeGroup(
      duration: playback.duration * (1 - delayFraction), delay: 0, timing: playback.resolved.timing)
    group.extraVelocityY = playback.resolved.extraVelocityY
    group.playback = playback
    group.delayFraction = delayFraction
    group.anchor = anchor
    group.clock = playback.clock
    group.beginsFromShown = true
    record(into: group, outside: nil, animations)
    enlist(group)
  }

  /// Lets every group of an animator move in straight lines from its current progress.
  func anchorGroups(of playback: Playback, at position: Double) {
    for group in groups where group.playback === playback {
      group.anchor = AnimationGroup.Anchor(
        position: position, progress: group.progress(in: playback, at: commitTime),
        response: group.response(in: playback, at: commitTime))
    }
  }

  /// Writes the values at a position to the model, and removes an animator's animations.
  func settleAnimations(of playback: Playback, at position: PropertyAnimator.Position) {
    write(position) { $0.playback === playback }
    abandonAnimations(of: playback)
  }

  /// Removes an animator's animations, so that model values are shown.
  func abandonAnimations(of playback: Playback) {
    for group in groups where group.playback === playback { removeAnimations(of: group) }
    discardGroups { $0.playback === playback }
  }

  /// Drops the animators that are still running when their transition ends, and their animations.
  func abandonAnimators(of context: TransitionContext) {
    // If it is paused, it is not among the running ones.
    if let animator = context.interruptible { abandon(animator, of: context) }
    for animator in animators { abandon(animator, of: context) }
  }

  private func abandon(_ animator: PropertyAnimator, of context: TransitionContext) {
    guard let playback = animator.activePlayback, playback.transition === context else { return }
    abandonAnimations(of: playback)
    animator.abandon()
    release(animator)
  }

  /// Ends the animators that a transition scrubbed, together with its run to one of its ends.
  func endAnimators(scrubbedBy context: TransitionContext, at time: Double) {
    for animator in animators where animator.activePlayback?.clock === context.clock {
      animator.activePlayback?.scrubbed = (time, context.transitionWasCancelled ? .start : .end)
    }
  }

  /// The earliest time, up to now, at which an animator ended, or nil if none did.
  func earliestAnimatorEnd() -> Double? {
    var earliest: Double?
    for animator in animators {
      guard let end = animator.end, now >= end - AnimationGroup.tolerance else { continue }
      earliest = min(earliest ?? end, end)
    }
    return earliest
  }

  /// Ends the animators that are due, and their groups with them.
  ///
  /// - Returns: The animators whose completions must be called, and where they ended.
  func endAnimators(
    at due: Double
  ) -> [(animator: PropertyAnimator, position: PropertyAnimator.Position)] {
    var ended: [(animator: PropertyAnimator, position: PropertyAnimator.Position)] = []
    for animator in animators {
      guard let end = animator.end, end <= due + AnimationGroup.tolerance,
        let playback = animator.activePlayback, let position = animator.reachEnd()
      else { continue }
      write(position) { $0.playback === playback }
      for group in groups where group.playback === playback { group.forcedEnd = due }
      ended.append((animator, position))
    }
    return ended
  }

  /// Writes the start values, or the presented values, of some groups' animations to the model, the
  /// last recorded first; end values are already there.
  func write(_ position: PropertyAnimator.Position, where isWritten: (AnimationGroup) -> Bool) {
    guard position != .end else { return }
    for view in animatedViews {
      for animation in view.animations.reversed() where isWritten(animation.group) {
        let size = view.model.bounds.size
        if position == .start {
          view.restoreStart(of: animation)
        } else {
          view.keepShown(of: animation, at: commitTime)
        }
        if view.model.bounds.size != size { view.setNeedsLayout() }
      }
      view.forgetSample()
    }
  }
}
