import MotionKernels

// Notices what is written wrong in animators and interactions, where that costs a frame nothing: at
// commits, at releases and at the end.
extension TransitionContext {
  struct Observations {
    /// Where the finger was when it took the transition, or nil if none has.
    var grip: Point?

    /// Whether an interaction controls the transition, or did.
    var wasInteractive = false

    /// Whether it has moved the transition, or has taken it up while it ran.
    var wasDriven = false

    /// Whether an interaction scrubs what an animator committed.
    var hasMembers = false

    /// Whether the run after a release is over.
    var hasReleaseRunEnded = false

    /// Where an animator of the transition ended last, or nil if none has.
    var animatorEnd: PropertyAnimator.Position?

    /// Where the leaving view was when the finger was lifted, or nil before that.
    var releaseFrame: Rect?

    /// Whether a fraction outside of 0…1 has been reported.
    var isFractionReported = false

    /// Whether a stage that outlasts the duration, or is not scrubbed, has been reported.
    var isStageReported = false
  }

  var window: Window? { containerView.root as? Window }

  /// Whether a finger may take the transition up now, while it runs by itself.
  var isInterruptible: Bool {
    interruptible != nil && outcome == nil && (state == .running || state == .ending)
  }

  func observeInteraction() {
    observed.wasInteractive = true
    if let window, window.finger != nil { observed.grip = window.lastTouch?.location }
  }

  /// What a finished interaction decided without reason: after a touch that the system canceled, or
  /// after a finger that has not moved.
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

  /// Whether the outcome contradicts what has happened to the views.
  ///
  /// Decided by where an interruptible animator ended, if there is one, because reversing it does
  /// not notify the context.
  func reviewOutcome(_ didComplete: Bool) {
    let end = observed.animatorEnd
    if interruptible != nil, let end {
      if end != .current, didComplete != (end == .end) {
        return engine.report(.outcomeAgainstPosition(transition: name))
      }
    } else if didComplete == transitionWasCancelled, end == nil || didComplete != (end == .end) {
      // What another animator that turned around says of itself is right, too.
      return engine.report(.completionMismatch(transition: name))
    }
    if didComplete, state == .interacting, !reviewFinish() {
      engine.report(.completedBeforeRelease(transition: name))
    }
  }

  /// Reviews the animations that an interaction will scrub: all have to be scrubbed and, under a
  /// finger, linear.
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

  /// Whether a block that the transition commits is one that it did not announce: it ends after the
  /// reported duration, or follows what an interaction scrubbed.
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

  /// Seconds by which the end of an animation may differ from the duration.
  private static let tolerance = 0.01
}

extension Timing {
  /// Whether progress is the elapsed fraction.
  fileprivate var isLinear: Bool {
    [0.25, 0.5, 0.75].allSatisfy { abs(progress(after: $0, of: 1) - $0) < 1e-6 }
  }
}
