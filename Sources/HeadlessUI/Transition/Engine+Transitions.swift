// The engine's side of active transitions.
extension Engine {
  /// Whether a transition is under way.
  public var hasTransitions: Bool { !transitions.isEmpty }

  /// Step 8 of a tick: takes down the transitions whose `completeTransition` was called.
  public func endTransitions() {
    while let context = transitions.first(where: { $0.outcome != nil }) {
      endTransition(context)
    }
  }

  func endTransition(_ context: TransitionContext) {
    transitions.removeAll { $0 === context }
    guard let didComplete = context.outcome else { return }
    removeRunningAnimations(of: context)
    context.state = .ended
    let operation = context.operation
    context.operation = nil
    operation?.end(context, didComplete: didComplete)
    context.interactor = nil
    context.animator = nil
  }

  /// Animations that a transition leaves behind are removed, and model values show.
  private func removeRunningAnimations(of context: TransitionContext) {
    if context.transitionWasCancelled { restoreMembers(of: context) }
    for group in groups where group.transition === context && group.remaining > 0 {
      removeAnimations(of: group)
      group.isInterrupted = true
      group.forcedEnd = now
    }
  }

  /// Writes the start values of cancelled member animations back, last recorded first.
  func restoreCancelledTransitions() {
    for context in transitions where context.needsRestore {
      context.needsRestore = false
      restoreMembers(of: context)
    }
  }

  private func restoreMembers(of context: TransitionContext) {
    for view in animatedViews {
      for animation in view.animations.reversed()
      where animation.group.clock === context.clock {
        let size = view.model.bounds.size
        animation.restore(&view.model)
        if view.model.bounds.size != size { view.setNeedsLayout() }
      }
      view.sampled = nil
    }
  }

  /// Presentation values are computed anew when they are next asked for.
  func forgetSamples() {
    for view in animatedViews { view.sampled = nil }
  }

  /// Names the transitions that nobody will ever complete.
  func reportStuckTransitions() {
    for context in transitions where context.outcome == nil && !context.isReportedStuck {
      if groups.contains(where: { $0.transition === context }) || context.clock.leg != nil {
        context.lastActivity = now
      } else if now - context.lastActivity >= 1 - AnimationGroup.tolerance {
        context.isReportedStuck = true
        report(.transitionStuck(transition: context.name))
      }
    }
  }

  /// Whether a running transition moves `view`, so that touches do not reach it.
  func isLocked(_ view: View) -> Bool {
    transitions.contains { $0.takesPart(view) }
  }

  /// Whether a controller, or a container that it lives in, is in a transition.
  func isBusy(_ controller: ViewController) -> Bool {
    transitions.contains { context in
      [context.from.controller, context.to.controller].contains { party in
        party === controller || party.isAncestor(of: controller) || controller.isAncestor(of: party)
      }
    }
  }
}
