// Active transitions, and the steps of a tick that are theirs.
extension Engine {
  /// Whether a transition is in progress.
  public var hasTransitions: Bool { !transitions.isEmpty }

  /// Whether animations or resizing windows need more ticks, or completions are waiting for theirs.
  var hasAnimations: Bool { !groups.isEmpty || !animators.isEmpty || !resizingWindows.isEmpty }

  /// How many property animations are running, on all views.
  public var runningAnimationCount: Int { animatedViews.reduce(0) { $0 + $1.animations.count } }

  /// Step 9: takes down the transitions whose `completeTransition` has been called.
  func endTransitions() {
    while let context = transitions.first(where: { $0.outcome != nil }) { endTransition(context) }
  }

  /// Takes a transition down, if its outcome is known: animations end, and its operation cleans up.
  func endTransition(_ context: TransitionContext) {
    transitions.removeAll { $0 === context }
    guard let didComplete = context.outcome else { return }
    removeRunningAnimations(of: context)
    context.takeDown(didComplete: didComplete)
  }

  /// Removes the animations that still run when their transition ends, so that model values show.
  private func removeRunningAnimations(of context: TransitionContext) {
    if context.transitionWasCancelled { restoreMembers(of: context) }
    abandonAnimators(of: context)
    for group in groups where group.transition === context && group.remaining > 0 {
      removeAnimations(of: group)
      group.isInterrupted = true
      group.forcedEnd = now
    }
  }

  /// Restores model values where a transition has run back to its start, before completions run.
  func restoreCanceledTransitions() {
    for context in transitions where context.needsRestoration {
      context.needsRestoration = false
      restoreMembers(of: context)
    }
  }

  /// Writes the start values of a transition's member animations to the model.
  private func restoreMembers(of context: TransitionContext) {
    write(.start) { $0.clock === context.clock }
  }

  /// Reports each transition that has had nothing left to wait for during the last second.
  func reportStuckTransitions() {
    for context in transitions where context.outcome == nil {
      if context.isNewlyStuck(isActive: isActive(context)) {
        report(.transitionStuck(transition: context.name))
      }
    }
  }

  /// Whether something moves a transition, or may still do so.
  private func isActive(_ context: TransitionContext) -> Bool {
    let isInteracting = context.state == .interacting
    if isInteracting, context.observed.grip != nil {
      // A finger that rests may go on. Once it is lifted, nothing moves what followed it.
      return context.window?.finger != nil || isMovedByTime(context)
    }
    if timers.contains(where: { $0.transition === context }) { return true }
    // An interaction controller that was returned although nothing drives.
    if isInteracting, !context.observed.wasDriven { return isMovedByTime(context) }
    // An animator that is paused, and that no interaction drives, moves nothing.
    return context.clock.releaseRun != nil
      || groups.contains {
        $0.transition === context && (isInteracting || $0.playback?.isHeld != true)
      } || animators.contains { $0.activePlayback?.transition === context }
  }

  /// Whether animations that end by themselves move views of a transition, such as animations of an
  /// interaction that did not report its release to the context.
  private func isMovedByTime(_ context: TransitionContext) -> Bool {
    animatedViews.contains { view in
      view.animations.contains {
        $0.group.clock !== context.clock && $0.group.repeatCount.isFinite
          && $0.group.playback?.isHeld != true
      } && context.takesPart(view)
    }
  }

  /// Whether a running transition that cannot be interrupted moves `view`, so that touches do not
  /// reach it.
  func isLocked(_ view: View) -> Bool {
    transitions.contains { $0.interruptible == nil && $0.takesPart(view) }
  }

  /// Whether a controller, one that contains it, or one in it takes part in a transition.
  func isBusy(_ controller: ViewController) -> Bool {
    transitions.contains { context in
      [context.fromController, context.toController].contains { party in
        party === controller || party.isAncestor(of: controller) || controller.isAncestor(of: party)
      }
    }
  }
}
