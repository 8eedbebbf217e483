extension Engine {
  /// One tick: everything that happens at one instant, in the order of §19.2.
  ///
  /// Times that are not after the last tick are refused and reported, but for the first tick.
  ///
  /// - Parameter nanoseconds: The tick's time, V(n) of the frame model.
  public func tick(at nanoseconds: Int64) {
    advance(to: nanoseconds)
    endTransitions()
  }

  /// Steps 1 to 7 of a tick: all animations and completions, before transitions are taken down.
  ///
  /// Call ``endTransitions()`` next. Meant for looking at a transition's last frame.
  public func advance(to nanoseconds: Int64) {
    guard nanoseconds > self.nanoseconds || tickIndex == 0 else {
      return report(.timeWentBack(from: self.nanoseconds, to: nanoseconds))
    }
    self.nanoseconds = nanoseconds
    now = Double(nanoseconds) / 1e9
    commitTime = now
    tickIndex += 1
    for view in animatedViews { view.sampled = nil }

    deliverTouches()
    advanceLegs()
    runTimers()
    layOut()
    sample()
    settle()
    commitTime = now
    sample()
    reportStuckTransitions()
  }

  /// Step 2: moves the container time of transitions that finish or cancel.
  private func advanceLegs() {
    for context in transitions {
      guard let end = context.clock.advance(to: now, tick: tickIndex) else { continue }
      for group in groups where group.clock === context.clock { group.forcedEnd = end }
      if context.transitionWasCancelled { context.needsRestore = true }
      context.interactor?.interactionLegEnded()
    }
  }

  /// Step 4: lays out what was marked, in the order in which it was marked.
  func layOut() {
    var rounds = 0
    while !layoutQueue.isEmpty {
      let view = layoutQueue.removeFirst()
      guard view.needsLayout else { continue }
      view.needsLayout = false
      view.layoutSubviews()
      rounds += 1
      guard rounds < 10_000 else { return report(.layoutDidNotSettle(view: view.name)) }
    }
  }

  /// Steps 5 and 7: the presentation values of this tick.
  private func sample() {
    for view in animatedViews where view.sampled == nil {
      view.sampled = view.values(at: now)
    }
  }

  /// Step 6: groups that ended, earliest first, those of one instant in the order of their commits.
  ///
  /// A completion's animations begin when its group was due, so a late tick catches up with every
  /// stage that it missed.
  private func settle() {
    restoreCancelledTransitions()
    while let due = earliestDue() {
      for group in groups where !group.hasEnded {
        guard let end = group.due(now: now, tick: tickIndex), end <= due + AnimationGroup.tolerance
        else { continue }
        group.hasEnded = true
        removeAnimations(of: group)
      }
      while let index = groups.firstIndex(where: \.hasEnded) {
        complete(groups.remove(at: index), at: due)
      }
    }
  }

  private func earliestDue() -> Double? {
    var earliest: Double?
    for group in groups {
      guard let due = group.due(now: now, tick: tickIndex) else { continue }
      earliest = min(earliest ?? due, due)
    }
    return earliest
  }

  private func complete(_ group: AnimationGroup, at due: Double) {
    commitTime = due
    let outer = currentTransition
    currentTransition = group.transition
    let (completion, isFinished) = (group.completion, !group.isInterrupted)
    recycle(group)
    completion?(isFinished)
    currentTransition = outer
  }

  /// Takes a group's animations off their views, so that model values show.
  func removeAnimations(of group: AnimationGroup) {
    for view in animatedViews {
      view.animations.removeAll { $0.group === group }
      view.sampled = nil
    }
    animatedViews.removeAll { $0.animations.isEmpty }
    group.remaining = 0
  }
}
