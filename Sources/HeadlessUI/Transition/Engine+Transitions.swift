// Active transitions, and the steps of a tick that concern them.
extension Engine {
  /// Whether a transition is in progress.
  public var hasTransitions: Bool { !transitions.isEmpty }

  /// Whether animations, their completions, or resizing windows need more ticks.
  var hasAnimations: Bool { !groups.isEmpty || !animators.isEmpty || !resizingWindows.isEmpty }

  /// The number of property animations running on all views.
  public var runningAnimationCount: Int { animatedViews.reduce(0) { $0 + $1.animations.count } }

  /// Step 9: takes down the transitions whose `completeTransition` has been called.
  func endTransitions() {
    while let context = transitions.first(where: { $0.outcome != nil }) { endTransition(context) }
  }

  /// Takes a transition down if its outcome is known: its animations end, and its operation cleans
  /// up.
  func endTransition(_ context: TransitionContext) {
    transitions.removeAll { $0 === context }
    guard let didComplete = context.outcome else { return }
    removeRunningAnimations(of: context)
    context.takeDown(didComplete: didComplete)
  }

  /// Removes the animations that still run when their transition ends, so that model values are
  /// shown.
  private func removeRunningAnimations(of context: TransitionContext) {
    if context.transitionWasCancelled { restoreMembers(of: context) }
    abandonAnimators(of: context)
    for group in groups where group.transition === context && group.remaining > 0 {
      removeAnimations(of: group)
      group.isInterrupted = true
      group.forcedEnd = now
    }
  }

  /// Restores the model values of transitions that have run back to their start, before completions
  /// run.
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
      // A resting finger may move again. Once it is lifted, nothing moves the views that followed
      // it.
      return context.window?.finger != nil || isMovedByTime(context)
    }
    if timers.contains(where: { $0.transition === context }) { return true }
    // The delegate returned an interaction controller although no interaction drives the
    // transition.
    if isInteracting, !context.observed.wasDriven { return isMovedByTime(context) }
    // A paused animator moves nothing unless an interaction drives it.
    return context.clock.releaseRun != nil
      || groups.contains {
        $0.transition === context && (isInteracting || $0.playback?.isHeld != true)
      } || animators.contains { $0.activePlayback?.transition === context }
  }

  /// Whether animations that end by themselves move views of a transition, for example because an
  /// interaction animates them without having reported its release to the context.
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

  /// Whether a controller, a controller that contains it, or one inside it takes part in a
  /// transition.
  func isBusy(_ controller: ViewController) -> Bool {
    transitions.contains { context in
      [context.fromController, context.toController].contains { party in
        party === controller || party.isAncestor(of: controller) || controller.isAncestor(of: party)
      }
    }
  }
}
