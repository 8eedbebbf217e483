// How a transition starts, and what its parties may call while it runs.
extension TransitionContext {
  /// Steps 9 to 12 of §9.1: asks for the duration, starts the animator or the interaction, runs what was
  /// queued alongside and lays the container out.
  func start(animator: any AnimatedTransitioning, interactor: (any InteractiveTransitioning)?) {
    self.animator = animator
    self.interactor = interactor
    let duration = animator.transitionDuration(using: self)
    clock = TransitionClock(begin: engine.commitTime, duration: duration > 0 ? duration : 0)
    if let interactor, interactor.wantsInteractiveStart {
      initiallyInteractive = true
      state = .interacting
      clock.hold(at: 0)
      interactor.startInteractiveTransition(self)
    } else {
      state = .running
      interactor?.prepareInteraction(self)
      runAnimator()
    }
    runAlongsideBlocks()
    containerView.layoutIfNeeded()
  }

  /// Calls the animator; what it records belongs to the transition and can be scrubbed.
  func runAnimator() {
    let outer = (engine.currentTransition, engine.isRecordingMembers)
    (engine.currentTransition, engine.isRecordingMembers) = (self, true)
    animator?.animateTransition(using: self)
    (engine.currentTransition, engine.isRecordingMembers) = outer
  }

  /// Reports the fraction of an interaction, and shows member animations at that time.
  public func updateInteractiveTransition(_ percentComplete: Double) {
    guard state == .interacting else { return ignore("updateInteractiveTransition") }
    self.percentComplete = percentComplete.clampedToUnit
    lastActivity = engine.now
    clock.hold(at: self.percentComplete)
    engine.forgetSamples()
  }

  /// The interaction is over and the transition will complete.
  public func finishInteractiveTransition() {
    guard state == .interacting else { return ignore("finishInteractiveTransition") }
    startLeg(isFinishing: true)
    interactionChanged()
  }

  /// The interaction is over and the transition will be undone.
  public func cancelInteractiveTransition() {
    guard state == .interacting else { return ignore("cancelInteractiveTransition") }
    transitionWasCancelled = true
    startLeg(isFinishing: false)
    interactionChanged()
    operation?.appearanceTurns()
  }

  /// Stops the transition at its current fraction and puts it under control of an interaction.
  public func pauseInteractiveTransition() {
    guard state == .running || state == .ending, outcome == nil else {
      return ignore("pauseInteractiveTransition")
    }
    clock.hold(at: clock.fraction(at: engine.commitTime))
    percentComplete = clock.fraction(at: engine.commitTime)
    state = .interacting
    lastActivity = engine.now
    engine.forgetSamples()
    interactionChanged()
    if transitionWasCancelled {
      transitionWasCancelled = false
      operation?.appearanceTurns()
    }
  }

  /// Ends the transition at the end of this tick, or of the next one.
  ///
  /// `didComplete` decides the outcome, also when it disagrees with `transitionWasCancelled`. A second
  /// call is ignored and reported.
  public func completeTransition(_ didComplete: Bool) {
    guard state != .ended, outcome == nil else {
      return engine.report(.completedTwice(transition: name))
    }
    guard state != .preparing else { return ignore("completeTransition") }
    if didComplete == transitionWasCancelled {
      engine.report(.completionMismatch(transition: name))
    }
    outcome = didComplete
    state = .ending
  }

  private func startLeg(isFinishing: Bool) {
    state = .ending
    lastActivity = engine.now
    let speed = interactor?.completionSpeed ?? 1
    let fraction = clock.fraction(at: engine.commitTime)
    let unplayed = isFinishing ? 1 - fraction : fraction
    clock.start(
      TransitionClock.Leg(
        begin: engine.commitTime, beginTick: engine.tickIndex, from: fraction,
        isFinishing: isFinishing, length: unplayed * clock.duration / (speed > 0 ? speed : 1),
        curve: interactor?.completionCurve ?? .easeInOut))
  }

  func ignore(_ call: String) {
    engine.report(.ignoredCall(call, transition: name))
  }
}
