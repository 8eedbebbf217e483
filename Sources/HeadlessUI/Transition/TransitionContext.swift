public import MotionKernels

/// A transition as its animator and its interaction controller see it; they also report to it.
public final class TransitionContext {
  /// A side of a transition.
  public enum Side: Sendable {
    /// The controller on screen when the transition starts.
    case from
    /// The controller on screen once the transition has completed.
    case to
  }

  /// A stage of a transition.
  public enum State: Sendable {
    /// Its parts are being assembled; no call is allowed yet.
    case preparing
    /// The animator was called, and time drives the transition.
    case running
    /// A gesture drives the transition.
    case interacting
    /// The interaction was finished or canceled, or the transition was completed.
    case ending
    /// The transition has been taken down.
    case ended
  }

  public let engine: Engine

  /// The superview of everything that moves.
  public let containerView: View

  /// False when the end state is applied at once, without an animator.
  public let isAnimated: Bool

  public let presentationStyle: ModalPresentationStyle

  /// The rotation of the target; always the identity here.
  public let targetTransform = Transform3D64.identity

  /// Whether the interaction was canceled.
  public internal(set) var transitionWasCancelled = false

  public internal(set) var state = State.preparing

  /// The last fraction that an interaction reported, 0…1.
  public internal(set) var percentComplete = 0.0

  var clock: TransitionClock
  var animator: (any AnimatedTransitioning)?
  var interactor: (any InteractiveTransitioning)?

  /// Whether an interaction controlled the transition from its start.
  var initiallyInteractive = false

  /// The argument of `completeTransition`, or nil until it is called.
  var outcome: Bool?

  /// The animator that the interaction scrubs and runs to either end, or nil if it scrubs
  /// blocks.
  var interruptible: PropertyAnimator?

  var alongside = AlongsideBlocks()

  private let from: Participant
  private let to: Participant
  var operation: (any TransitionOperation)?
  weak var sharedCoordinator: TransitionCoordinator?

  /// Whether the transition was canceled and has run back, so that start values must be restored.
  var needsRestoration = false

  /// The engine time at which something last moved the transition, in seconds.
  var lastActivity: Double
  var isReportedStuck = false

  /// Observations that reveal mistakes in the animator and the interaction.
  var observed = Observations()

  struct Participant {
    let controller: ViewController

    /// The view to animate, or nil if this side does not take part.
    ///
    /// For a presented controller, the view that its presentation controller currently returns.
    var view: View? { presentation?.movedView ?? ownView }

    /// The controller's own view, or nil if it does not take part.
    var ownView: View?

    /// The presentation controller of the controller, or nil if it is not presented.
    var presentation: PresentationController?

    var initialFrame = Rect.zero
    var finalFrame = Rect.zero
  }

  init(
    engine: Engine, containerView: View, isAnimated: Bool, style: ModalPresentationStyle,
    from: Participant, to: Participant
  ) {
    self.engine = engine
    self.containerView = containerView
    self.isAnimated = isAnimated
    presentationStyle = style
    self.from = from
    self.to = to
    clock = TransitionClock(start: engine.commitTime, duration: 0)
    lastActivity = engine.now
  }
}

/// The part that differs between kinds of transitions: how they reverse and how they end.
protocol TransitionOperation: AnyObject {
  /// Called when the interaction is canceled, and when a finger takes over a canceled transition.
  func reverseAppearance()

  /// Called when the transition is over.
  func end(_ context: TransitionContext, didComplete: Bool)
}

// The controllers and views that take part, and their frames.
extension TransitionContext {
  /// Whether an interaction drives the transition now, or will once its parts are assembled.
  public var isInteractive: Bool {
    state == .interacting || (state == .preparing && initiallyInteractive)
  }

  /// The controller of a side; there is always one.
  public func viewController(for side: Side) -> ViewController { participant(side).controller }

  /// The view to animate, or nil if that side does not take part.
  ///
  /// Move only views that this method returns into the container. The view of a side for which it
  /// returns nil can still be animated in place, through ``viewController(for:)``.
  public func view(for side: Side) -> View? { participant(side).view }

  /// The frame of a controller's view at the start; zero if unknown.
  public func initialFrame(for controller: ViewController) -> Rect {
    participant(controller)?.initialFrame ?? .zero
  }

  /// The frame of a controller's view at the end; zero if unknown.
  public func finalFrame(for controller: ViewController) -> Rect {
    participant(controller)?.finalFrame ?? .zero
  }

  /// The name of this transition in diagnostics.
  public var name: String {
    let animator = animator.map { String(describing: type(of: $0)) } ?? "no animator"
    return "\(from.controller.name) to \(to.controller.name) (\(animator))"
  }

  /// The controller on screen when the transition starts.
  public var fromController: ViewController { from.controller }

  /// The controller on screen once the transition has completed.
  public var toController: ViewController { to.controller }

  /// Whether a view is in the container or in the tree of either controller.
  func takesPart(_ view: View) -> Bool {
    view.isDescendant(of: containerView) || view.isDescendant(of: from.controller.view)
      || view.isDescendant(of: to.controller.view)
  }

  /// The side of a controller, or nil for one that is on neither.
  private func participant(_ controller: ViewController) -> Participant? {
    if controller === from.controller { return from }
    return controller === to.controller ? to : nil
  }

  private func participant(_ side: Side) -> Participant {
    switch side {
    case .from: from
    case .to: to
    }
  }
}

// The methods that animators and interaction controllers call.
extension TransitionContext {
  /// Reports the fraction of an interaction, and shows member animations at that fraction.
  public func updateInteractiveTransition(_ percentComplete: Double) {
    guard state == .interacting else { return ignore("updateInteractiveTransition") }
    reviewFraction(percentComplete)
    if !observed.wasDriven { withdrawStuck() }
    self.percentComplete = percentComplete.clampedToUnit
    observed.wasDriven = true
    lastActivity = engine.now
    clock.hold(at: self.percentComplete)
    interruptible?.fractionComplete = self.percentComplete
    engine.forgetSamples()
  }

  /// Ends the interaction; the transition will complete.
  ///
  /// In the completion of an animation, this call states that the transition has finished, even if
  /// no interaction is driving it now. Outside of a completion, a call without a driving
  /// interaction is ignored: silently if no interaction has ever driven the transition, otherwise
  /// with a report.
  public func finishInteractiveTransition() {
    guard state == .interacting else {
      return stateOutcome(isCancelled: false, "finishInteractiveTransition")
    }
    reviewFinish()
    startReleaseRun(isFinishing: true)
    interactionChanged()
  }

  /// Ends the interaction; the transition will be undone.
  ///
  /// In the completion of an animation, this call states that the transition was canceled, even if
  /// no interaction is driving it now.
  public func cancelInteractiveTransition() {
    guard state == .interacting else {
      return stateOutcome(isCancelled: true, "cancelInteractiveTransition")
    }
    transitionWasCancelled = true
    startReleaseRun(isFinishing: false)
    interactionChanged()
    reverseAppearance()
  }

  /// Stops the transition at its current fraction and gives control to an interaction.
  public func pauseInteractiveTransition() {
    guard state == .running || state == .ending, outcome == nil else {
      return ignore("pauseInteractiveTransition")
    }
    clock.hold(at: clock.fraction(at: engine.commitTime))
    percentComplete = clock.fraction(at: engine.commitTime)
    if let interruptible {
      interruptible.pauseAnimation()
      percentComplete = interruptible.fractionComplete
      clock.hold(at: percentComplete)
    }
    state = .interacting
    observeInteraction()
    observed.wasDriven = true
    lastActivity = engine.now
    engine.forgetSamples()
    interactionChanged()
    if transitionWasCancelled {
      transitionWasCancelled = false
      reverseAppearance()
    }
  }

  /// Ends the transition as the interaction decided: completed, unless it was canceled.
  public func complete() { completeTransition(!transitionWasCancelled) }

  /// Ends the transition at the end of this tick, or of the next one.
  ///
  /// `didComplete` decides the outcome. If it contradicts ``transitionWasCancelled`` or the end of
  /// an interruptible animator, that is reported. A second call is ignored and reported. Usually,
  /// call ``complete()`` instead; in the completion of an interruptible animator, pass `position ==
  /// .end`.
  public func completeTransition(_ didComplete: Bool) {
    guard state != .ended, outcome == nil else {
      return engine.report(.completedTwice(transition: name))
    }
    guard state != .preparing else { return ignore("completeTransition") }
    reviewOutcome(didComplete)
    outcome = didComplete
    state = .ending
  }

  /// Runs actions of an interaction: the animations that they commit belong to this transition,
  /// which removes them at its end, but does not scrub them.
  ///
  /// ``PanDismissal`` and ``PanInteraction`` call this themselves. Call it in interactions that you
  /// write yourself.
  public func perform(_ actions: () -> Void) {
    var inside = engine.recording
    inside.transition = self
    inside.makesMembers = false
    engine.withRecording(inside, actions)
  }

  /// Sends the appearance calls for the other direction; what controllers animate in these calls
  /// does not belong to the transition.
  private func reverseAppearance() { engine.withoutRecording { operation?.reverseAppearance() } }

  private func startReleaseRun(isFinishing: Bool) {
    state = .ending
    lastActivity = engine.now
    let speed = interactor?.completionSpeed ?? 1
    let fraction = clock.fraction(at: engine.commitTime)
    let run = (interactor?.releaseMotion ?? .eased).run(
      after: ReleaseMotion.Release(
        fraction: fraction, isFinishing: isFinishing, duration: clock.duration,
        velocity: interactor?.releaseVelocity ?? 0, speed: speed > 0 ? speed : 1,
        timing: interactor?.timingCurve ?? .curve(interactor?.completionCurve ?? .easeInOut)))
    clock.run(
      TransitionClock.ReleaseRun(
        start: engine.commitTime, startTick: engine.tickIndex, from: fraction,
        isFinishing: isFinishing, motion: run))
    interruptible?.run(isReversed: !isFinishing, timing: run.timing, length: run.duration)
  }

  /// Handles a `finish` or `cancel` call while no interaction drives the transition.
  private func stateOutcome(isCancelled: Bool, _ call: String) {
    if !isCancelled, !observed.wasInteractive, state == .running, !engine.isInCompletion { return }
    guard engine.isInCompletion, state == .running || state == .ending else { return ignore(call) }
    if let outcome {
      if outcome == isCancelled { ignore(call) }
      return
    }
    state = .ending
    guard transitionWasCancelled != isCancelled else { return }
    transitionWasCancelled = isCancelled
    reverseAppearance()
  }

  private func ignore(_ call: String) { engine.report(.ignoredCall(call, transition: name)) }
}
