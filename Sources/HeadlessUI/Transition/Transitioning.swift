/// Moves the views of a transition.
public protocol AnimatedTransitioning: AnyObject {
  /// Seconds that the whole transition takes, all stages included.
  func transitionDuration(using context: TransitionContext?) -> Double

  /// Starts the animations, and makes sure that ``TransitionContext/complete()`` or
  /// ``TransitionContext/completeTransition(_:)`` is called exactly once.
  func animateTransition(using context: TransitionContext)

  /// The animator of a transition that can be interrupted; nil by default.
  ///
  /// When it returns one, the engine starts that instead of calling ``animateTransition(using:)``:
  /// at once, or paused under an interaction, which then scrubs it and runs it to either end. Its
  /// completion completes the transition. Asked once per transition.
  func interruptibleAnimator(using context: TransitionContext) -> PropertyAnimator?

  /// The platform's declaration, for animators that always have one. Implement one of the two.
  func interruptibleAnimator(using context: TransitionContext) -> PropertyAnimator

  /// Called when the transition has been taken down.
  func animationEnded(_ transitionCompleted: Bool)
}

extension AnimatedTransitioning {
  public func interruptibleAnimator(using context: TransitionContext) -> PropertyAnimator? {
    let animator: PropertyAnimator = interruptibleAnimator(using: context)
    return animator.isStandIn ? nil : animator
  }

  public func interruptibleAnimator(using context: TransitionContext) -> PropertyAnimator {
    PropertyAnimator(standInOn: context.engine)
  }
  public func animationEnded(_ transitionCompleted: Bool) {}
}

/// Drives a transition from a gesture.
///
/// An interaction controller takes over: the engine calls ``startInteractiveTransition(_:)``
/// instead of the animator. So a delegate returns one only while an interaction is in progress.
public protocol InteractiveTransitioning: AnyObject {
  /// Factor on the speed of the run to either end after the release; 1 by default and when not
  /// positive.
  var completionSpeed: Double { get }

  /// The curve of that run; ease in and out by default.
  var completionCurve: AnimationCurve { get }

  /// The timing of that run, instead of ``completionCurve``; nil by default.
  ///
  /// A spring with a duration of its own also replaces the run's duration.
  /// Ignored unless ``releaseMotion`` is `eased`.
  var timingCurve: TimingParameters? { get }

  /// How the run begins: from rest, or as fast as the finger; `eased` by default.
  var releaseMotion: ReleaseMotion { get }

  /// The finger's velocity when it was lifted, in fractions of the transition per second, positive
  /// toward the end of the transition; 0 by default.
  var releaseVelocity: Double { get }

  /// Whether the gesture controls the transition from its start; true by default.
  ///
  /// When false, the animator runs, and the controller may take over with `pause`.
  var wantsInteractiveStart: Bool { get }

  /// Called instead of the animator.
  func startInteractiveTransition(_ context: TransitionContext)

  /// Called when the transition starts without interaction although the delegate returned a
  /// controller.
  func prepareInteraction(_ context: TransitionContext)

  /// Called when the run to either end is over.
  func releaseRunEnded()
}

extension InteractiveTransitioning {
  public var completionSpeed: Double { 1 }
  public var completionCurve: AnimationCurve { .easeInOut }
  public var timingCurve: TimingParameters? { nil }
  public var releaseMotion: ReleaseMotion { .eased }
  public var releaseVelocity: Double { 0 }
  public var wantsInteractiveStart: Bool { true }
  public func prepareInteraction(_ context: TransitionContext) {}
  public func releaseRunEnded() {}
}

/// The parts that a delegate supplied for a transition, or the defaults in their place.
struct ChosenAnimator {
  let animator: any AnimatedTransitioning

  /// What takes over from the animator, or nil when no interaction is in progress.
  var interactor: (any InteractiveTransitioning)?
}

extension ChosenAnimator {
  /// What a delegate returned.
  ///
  /// If that is an animator, the delegate is then asked for an interaction.
  init?(
    _ animator: (any AnimatedTransitioning)?,
    interactor: (any AnimatedTransitioning) -> (any InteractiveTransitioning)?
  ) {
    guard let animator else { return nil }
    self.init(animator: animator, interactor: interactor(animator))
  }
}
