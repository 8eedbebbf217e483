public import MotionKernels

/// What an animator and an interaction controller know of a transition, and how they report back.
public final class TransitionContext {
  /// Which side of a transition.
  public enum Side: Sendable {
    /// What is on screen when the transition starts.
    case from
    /// What is on screen once it has completed.
    case to
  }

  /// Where a transition is in its life.
  public enum State: Sendable {
    /// Its parts are being assembled; no call is allowed yet.
    case preparing
    /// The animator was called, and time drives.
    case running
    /// A gesture drives.
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
  public private(set) var transitionWasCancelled = false

  public private(set) var state = State.preparing

  /// The last fraction that an interaction reported, 0…1.
  public private(set) var percentComplete = 0.0

  private(set) var clock: TransitionClock
  private(set) var animator: (any AnimatedTransitioning)?
  private(set) var interactor: (any InteractiveTransitioning)?

  /// Whether an interaction controlled the transition from its start.
  private(set) var initiallyInteractive = false

  /// The argument of `completeTransition`; nil until it is called.
  private(set) var outcome: Bool?

  /// What was registered with the coordinator.
  var alongside = AlongsideBlocks()

  private let from: Participant
  private let to: Participant
  private var operation: (any TransitionOperation)?
  private weak var sharedCoordinator: TransitionCoordinator?

  /// Whether a canceled transition has run back, so that start values must be restored.
  private var needsRestoration = false

  /// When something last moved the transition, in seconds of engine time.
  private var lastActivity: Double
  private var isReportedStuck = false

  /// One side of a transition.
  struct Participant {
    let controller: ViewController

    /// The view to animate; nil when this side does not take part.
    var view: View?

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

/// What distinguishes one kind of transition from another: how it reverses and how it ends.
protocol TransitionOperation: AnyObject {
  /// Called when the interaction is canceled, and when a canceled one is taken up again.
  func reverseAppearance()

  /// Called when the transition is over.
  func end(_ context: TransitionContext, didComplete: Bool)
}

// Who takes part, and where.
extension TransitionContext {
  /// Whether an interaction drives the transition now.
  public var isInteractive: Bool { state == .interacting }

  /// The controller of a side; there is always one.
  public func viewController(for side: Side) -> ViewController {
    participant(side).controller
  }

  /// The view to animate; nil when that side does not take part.
  ///
  /// Move only views that this returns into the container. The other side's view can still be
  /// animated in place, through ``viewController(for:)``.
  public func view(for side: Side) -> View? {
    participant(side).view
  }

  /// The rectangle of a controller's view at the start; zero when unknown.
  public func initialFrame(for controller: ViewController) -> Rect {
    controller === from.controller ? from.initialFrame : to.initialFrame
  }

  /// The rectangle of a controller's view at the end; zero when unknown.
  public func finalFrame(for controller: ViewController) -> Rect {
    controller === from.controller ? from.finalFrame : to.finalFrame
  }

  /// What diagnostics call this transition.
  public var name: String {
    let animator = animator.map { String(describing: type(of: $0)) } ?? "no animator"
    return "\(from.controller.name) to \(to.controller.name) (\(animator))"
  }

  /// The controller on screen when the transition starts.
  var fromController: ViewController { from.controller }

  /// The controller on screen once the transition has completed.
  var toController: ViewController { to.controller }

  /// Whether a view is in the container or in the tree of either controller.
  func takesPart(_ view: View) -> Bool {
    view.isDescendant(of: containerView) || view.isDescendant(of: from.controller.view)
      || view.isDescendant(of: to.controller.view)
  }

  private func participant(_ side: Side) -> Participant {
    switch side {
    case .from: from
    case .to: to
    }
  }
}

// What animators and interaction controllers call.
extension TransitionContext {
  /// Reports the fraction of an interaction, and shows member animations at that time.
  public func updateInteractiveTransition(_ percentComplete: Double) {
    guard state == .interacting else { return ignore("updateInteractiveTransition") }
    self.percentComplete = percentComplete.clampedToUnit
    lastActivity = engine.now
    clock.hold(at: self.percentComplete)
    engine.forgetSamples()
  }

  /// Ends the interaction; the transition will complete.
  public func finishInteractiveTransition() {
    guard state == .interacting else { return ignore("finishInteractiveTransition") }
    startLeg(isFinishing: true)
    interactionChanged()
  }

  /// Ends the interaction; the transition will be undone.
  public func cancelInteractiveTransition() {
    guard state == .interacting else { return ignore("cancelInteractiveTransition") }
    transitionWasCancelled = true
    startLeg(isFinishing: false)
    interactionChanged()
    operation?.reverseAppearance()
  }

  /// Stops the transition at its current fraction and gives control to an interaction.
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
      operation?.reverseAppearance()
    }
  }

  /// Ends the transition as the interaction decided: completed, unless it was canceled.
  public func complete() {
    completeTransition(!transitionWasCancelled)
  }

  /// Ends the transition at the end of this tick, or of the next one.
  ///
  /// `didComplete` decides the outcome, even when it contradicts ``transitionWasCancelled``; that
  /// is reported. A second call is ignored and reported. ``complete()`` is the usual way to call
  /// this.
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
    clock.run(
      TransitionClock.Leg(
        start: engine.commitTime, startTick: engine.tickIndex, from: fraction,
        isFinishing: isFinishing, length: unplayed * clock.duration / (speed > 0 ? speed : 1),
        curve: interactor?.completionCurve ?? .easeInOut))
  }

  private func ignore(_ call: String) {
    engine.report(.ignoredCall(call, transition: name))
  }
}

// A transition's life, from the operation and the engine.
extension TransitionContext {
  /// Makes the transition active: from now on both controllers return its coordinator.
  func activate(for operation: any TransitionOperation) {
    self.operation = operation
    engine.enlist(self)
    let coordinator = coordinator
    fromController.transitionCoordinator = coordinator
    toController.transitionCoordinator = coordinator
  }

  /// Asks for the duration, starts the animator or the interaction, runs the blocks that were
  /// queued alongside and lays the container out.
  func start(_ chosen: ChosenAnimator) {
    animator = chosen.animator
    interactor = chosen.interactor
    let duration = chosen.animator.transitionDuration(using: self)
    clock = TransitionClock(start: engine.commitTime, duration: duration > 0 ? duration : 0)
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

  /// Starts a transition that has no animator; complete it in the same call.
  func startWithoutAnimator() {
    state = .running
    runAlongsideBlocks()
  }

  /// Calls the animator; what it records belongs to the transition and can be scrubbed.
  func runAnimator() {
    var inside = engine.recording
    inside.transition = self
    inside.makesMembers = true
    engine.withRecording(inside) { animator?.animateTransition(using: self) }
  }

  /// Moves a running leg; returns the time at which it ended, nil while it runs or when there is
  /// none.
  func advanceLeg(to now: Double, tick: Int) -> Double? {
    guard let end = clock.advance(to: now, tick: tick) else { return nil }
    if transitionWasCancelled { needsRestoration = true }
    return end
  }

  /// Whether start values must be restored now; true once per canceled leg.
  func takeRestoration() -> Bool {
    defer { needsRestoration = false }
    return needsRestoration
  }

  /// Whether nothing has moved the transition for a second; true once.
  ///
  /// - Parameter isActive: Whether its animations or its leg are running now.
  /// - Returns: Whether to report it.
  func isNewlyStuck(isActive: Bool) -> Bool {
    guard !isReportedStuck else { return false }
    guard !isActive else {
      lastActivity = engine.now
      return false
    }
    isReportedStuck = engine.now - lastActivity >= 1 - AnimationGroup.tolerance
    return isReportedStuck
  }

  /// Lets the operation clean up, and releases everyone who took part.
  func takeDown(didComplete: Bool) {
    state = .ended
    let operation = operation
    self.operation = nil
    operation?.end(self, didComplete: didComplete)
    interactor = nil
    animator = nil
  }

  /// Tells those who waited for the end, after the operation has restored the views.
  func announceEnd(didComplete: Bool) {
    runAlongsideCompletions()
    releaseCoordinator(of: fromController)
    releaseCoordinator(of: toController)
    animator?.animationEnded(didComplete)
  }

  private func releaseCoordinator(of controller: ViewController) {
    guard controller.transitionCoordinator?.context === self else { return }
    controller.transitionCoordinator = nil
  }

  /// Releases everyone who took part, without telling them.
  func abandon() {
    operation = nil
    animator = nil
    interactor = nil
    fromController.transitionCoordinator = nil
    toController.transitionCoordinator = nil
  }
}

// Blocks that run alongside.
extension TransitionContext {
  /// The coordinator that both controllers return; always the same one while it is referenced.
  var coordinator: TransitionCoordinator {
    if let sharedCoordinator { return sharedCoordinator }
    let coordinator = TransitionCoordinator(context: self)
    sharedCoordinator = coordinator
    return coordinator
  }

  private func interactionChanged() {
    guard !alongside.observers.isEmpty else { return }
    for observer in alongside.observers { observer(coordinator) }
  }

  private func runAlongsideCompletions() {
    alongside.hasStarted = true
    guard !alongside.completions.isEmpty else { return }
    let handlers = alongside.completions
    alongside.completions.removeAll()
    for handler in handlers { handler(coordinator) }
  }

  /// Runs everything that was queued so far, in one block with the transition's duration.
  private func runAlongsideBlocks() {
    alongside.hasStarted = true
    guard !alongside.queue.isEmpty else { return }
    var inside = engine.recording
    inside.transition = self
    engine.withRecording(inside) {
      let timing = AnimationGroup.Timing.curve(initiallyInteractive ? .linear : .easeInOut)
      let member = engine.takeGroup(duration: clock.duration, delay: 0, timing: timing)
      member.clock = clock
      let outside = engine.takeGroup(duration: clock.duration, delay: 0, timing: timing)
      outside.transition = nil
      for block in alongside.queue {
        engine.record(into: member, outside: block.view == nil ? outside : nil) {
          block.body(coordinator)
        }
      }
      alongside.queue.removeAll()
      engine.enlist(member)
      engine.enlist(outside)
    }
  }
}
