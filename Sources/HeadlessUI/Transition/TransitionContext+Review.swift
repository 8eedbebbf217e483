import MotionKernels

// Finds mistakes in animators and interactions at commits, at releases, and at the end, where the
// checks cost no frame anything.
extension TransitionContext {
  struct Observations {
    /// The position of the finger when it took over the transition, or nil if no finger has.
    var grip: Point?

    /// Whether an interaction controls the transition or has controlled it.
    var wasInteractive = false

    /// Whether an interaction has moved the transition or taken it over while it ran.
    var wasDriven = false

    /// Whether an interaction scrubs animations that an animator committed.
    var hasMembers = false

    /// Whether the run after a release is over.
    var hasReleaseRunEnded = false

    /// The position at which an animator of the transition last ended, or nil if none has.
    var animatorEnd: PropertyAnimator.Position?

    /// The frame of the leaving view when the finger was lifted, or nil before that.
    var releaseFrame: Rect?

    /// Whether the engine has reported a fraction outside of 0…1.
    var isFractionReported = false

    /// Whether the engine has reported a stage that outlasts the duration or is not scrubbed.
    var isStageReported = false
  }

  var window: Window? { containerView.root as? Window }

  /// Whether a finger may take over the transition now, while it runs by itself.
  var isInterruptible: Bool {
    interruptible != nil && outcome == nil && (state == .running || state == .ending)
  }

  func observeInteraction() {
    observed.wasInteractive = true
    if let window, window.finger != nil { observed.grip = window.lastTouch?.location }
  }

  /// Reports an interaction that finished without reason: after the system canceled the touch, or
  /// although the finger has not moved.
  ///
  /// - Returns: Whether there was something to report.
  @discardableResult
  func reviewFinish() -> Bool {
    guard let grip = observed.grip, let touch = window?.lastTouch else { return false }
    if touch.phase == .cancelled {
      engine.report(.finishedByCanceledTouch(transition: name))
      return true
    }
    guard touch.phase == .ended, touch.location == grip, percentComplete == 0 else { return false }
    engine.report(.finishedWithoutMovement(transition: name))
    return true
  }

  /// Reviews a fraction that an interaction reports while it moves the views itself.
  func reviewFraction(_ fraction: Double) {
    guard !observed.isFractionReported, fraction < -Self.tolerance || fraction > 1 + Self.tolerance
    else { return }
    observed.isFractionReported = true
    engine.report(.fractionOutOfRange(transition: name, fraction: fraction))
  }

  /// Reports an outcome that contradicts what has happened to the views.
  ///
  /// If there is an interruptible animator, its end position decides, because reversing it does not
  /// notify the context.
  func reviewOutcome(_ didComplete: Bool) {
    let end = observed.animatorEnd
    if interruptible != nil, let end {
      if end != .current, didComplete != (end == .end) {
        return engine.report(.outcomeAgainstPosition(transition: name))
      }
    } else if didComplete == transitionWasCancelled, end == nil || didComplete != (end == .end) {
      // Not even a reversed animator explains the outcome.
      return engine.report(.completionMismatch(transition: name))
    }
    if didComplete, state == .interacting, !reviewFinish() {
      engine.report(.completedBeforeRelease(transition: name))
    }
  }

  /// Reviews the animations that an interaction will scrub: all must be scrubbed, and those that
  /// follow a finger must be linear.
  func reviewMembers() {
    var end = 0.0
    var isLinear = true
    for group in engine.groups where group.clock === clock && group.remaining > 0 {
      observed.hasMembers = true
      end = max(end, group.start + group.wholeDuration - clock.start)
      isLinear = isLinear && group.timing.isLinear
    }
    guard observed.hasMembers else { return }
    if end < clock.duration - Self.tolerance {
      observed.isStageReported = true
      engine.report(.stageNotScrubbed(transition: name))
    }
    if !isLinear, observed.grip != nil { engine.report(.easedUnderFinger(transition: name)) }
  }

  /// Reports a block that the transition commits without having announced it: one that ends after
  /// the reported duration, or one that follows what an interaction scrubbed.
  func reviewCommit(of group: AnimationGroup) {
    guard !observed.isStageReported, outcome == nil, group.remaining > 0 else { return }
    if observed.wasInteractive {
      guard observed.hasMembers, observed.hasReleaseRunEnded else { return }
      observed.isStageReported = true
      engine.report(.stageNotScrubbed(transition: name))
    } else {
      let seconds = group.start + group.wholeDuration - clock.start
      guard seconds > clock.duration + Self.tolerance, seconds.isFinite else { return }
      observed.isStageReported = true
      engine.report(.outlastsDuration(transition: name, reported: clock.duration, seconds: seconds))
    }
  }

  /// Reviews where a completed transition leaves its views.
  func reviewEnd() {
    if let view = view(for: .to) {
      let size = view.bounds.size
      if view.root !== containerView.root {
        engine.report(.arrivedOffScreen(view: view.name, transition: name))
      } else if size.width == 0 || size.height == 0 {
        engine.report(.viewWithoutArea(view: view.name, transition: name))
      }
    }
    guard initiallyInteractive, let view = view(for: .from) else { return }
    let bounds = containerView.bounds
    let frame = view.frame
    let x = max(frame.minX - bounds.maxX, bounds.minX - frame.maxX)
    let y = max(frame.minY - bounds.maxY, bounds.minY - frame.maxY)
    // An animator may throw a view far off the screen. A view that ends there by mistake has moved
    // by its own length or by the container's, starting where the finger left it.
    guard x > 0.25 * bounds.width || y > 0.25 * bounds.height else { return }
    guard let release = observed.releaseFrame else { return }
    let lengths = [
      (frame.minX - release.minX, bounds.width, frame.width),
      (frame.minY - release.minY, bounds.height, frame.height),
    ]
    let isRelative = lengths.contains { translation, container, own in
      abs(abs(translation) - container) < 0.5 || abs(abs(translation) - own) < 0.5
    }
    guard isRelative else { return }
    engine.report(.landedBeyondEdge(view: view.name, points: max(x, y), transition: name))
  }

  /// The tolerance for fractions, and for the end of an animation in seconds.
  private static let tolerance = 0.01
}

extension Timing {
  /// Whether progress is the elapsed fraction.
  fileprivate var isLinear: Bool {
    [0.25, 0.5, 0.75].allSatisfy { abs(progress(after: $0, of: 1) - $0) < 1e-6 }
  }
}
