// The stages of a transition; called by its operation and by the engine.
extension TransitionContext {
  /// Makes the transition active: from now on, both controllers return its coordinator, which knows
  /// whether an interaction will drive the transition.
  func activate(
    for operation: any TransitionOperation, interactor: (any InteractiveTransitioning)?
  ) {
    self.operation = operation
    initiallyInteractive = interactor?.wantsInteractiveStart == true
    engine.transitions.append(self)
    let coordinator = coordinator
    fromController.ownCoordinator = coordinator
    toController.ownCoordinator = coordinator
  }

  /// Asks for the duration, starts the animator or the interaction, runs the blocks that were
  /// queued alongside, and lays out the container.
  func start(_ chosen: ChosenAnimator) {
    animator = chosen.animator
    interactor = chosen.interactor
    let duration = chosen.animator.transitionDuration(using: self)
    clock = TransitionClock(start: engine.commitTime, duration: duration > 0 ? duration : 0)
    if let interactor, initiallyInteractive {
      state = .interacting
      observeInteraction()
      clock.hold(at: 0)
      perform { interactor.startInteractiveTransition(self) }
    } else {
      state = .running
      interactor?.prepareInteraction(self)
      runAnimator()
    }
    runAlongsideBlocks()
    containerView.layoutIfNeeded()
  }

  /// Starts a transition that has no animator; complete it in the same call.
  func startWithoutAnimator() {
    state = .running
    runAlongsideBlocks()
  }

  /// Calls the animator; the animations that it records belong to the transition and can be
  /// scrubbed.
  func runAnimator() {
    perform {
      let supplied: PropertyAnimator? = animator?.interruptibleAnimator(using: self)
      interruptible = supplied
    }
    if let interruptible {
      return perform {
        if isInteractive { interruptible.pauseAnimation() } else { interruptible.startAnimation() }
      }
    }
    var inside = engine.recording
    inside.transition = self
    inside.makesMembers = true
    engine.withRecording(inside) { animator?.animateTransition(using: self) }
    if isInteractive { reviewMembers() }
  }

  /// Moves the run after a release; returns the time at which it ended, or nil if it still runs or
  /// there is none.
  func advanceReleaseRun(to now: Double, tick: Int) -> Double? {
    guard let end = clock.advance(to: now, tick: tick) else { return nil }
    observed.hasReleaseRunEnded = true
    if transitionWasCancelled { needsRestoration = true }
    return end
  }

  /// Returns true once, when neither animations nor the run after a release have moved the
  /// transition for a second.
  func isNewlyStuck(isActive: Bool) -> Bool {
    guard !isReportedStuck else { return false }
    guard !isActive else {
      lastActivity = engine.now
      return false
    }
    isReportedStuck = engine.now - lastActivity >= 1 - AnimationGroup.tolerance
    return isReportedStuck
  }

  /// Withdraws the report that nothing moves the transition, because an interaction now does.
  func withdrawStuck() {
    guard isReportedStuck else { return }
    isReportedStuck = false
    engine.withdraw(.transitionStuck(transition: name))
  }

  /// Lets the operation clean up, and releases everything that took part.
  func takeDown(didComplete: Bool) {
    state = .ended
    if didComplete, isAnimated, !transitionWasCancelled { reviewEnd() }
    let operation = operation
    self.operation = nil
    operation?.end(self, didComplete: didComplete)
    interactor = nil
    animator = nil
    interruptible = nil
  }

  /// Runs the completions and tells the animator, after the operation has restored the views.
  func announceEnd(didComplete: Bool) {
    runAlongsideCompletions()
    releaseCoordinator(of: fromController)
    releaseCoordinator(of: toController)
    animator?.animationEnded(didComplete)
  }

  private func releaseCoordinator(of controller: ViewController) {
    guard controller.ownCoordinator?.context === self else { return }
    controller.ownCoordinator = nil
  }

  /// Releases everything that took part, without notifying it.
  func abandon() {
    operation = nil
    animator = nil
    interruptible = nil
    interactor = nil
    fromController.ownCoordinator = nil
    toController.ownCoordinator = nil
  }
}
