/// Moves the views of a transition.
public protocol AnimatedTransitioning: AnyObject {
  /// The duration of the whole transition with all its stages, in seconds.
  func transitionDuration(using context: TransitionContext?) -> Double

  /// Starts the animations, and makes sure that ``TransitionContext/complete()`` or
  /// ``TransitionContext/completeTransition(_:)`` is called exactly once.
  func animateTransition(using context: TransitionContext)

  /// The animator of a transition that can be interrupted; nil by default.
  ///
  /// If it is not nil, the engine starts the property animator instead of calling
  /// ``animateTransition(using:)``: at once, or paused under an interaction, which then scrubs it
  /// and runs it to either end. Complete the transition in the animator's completion. Called once
  /// per transition.
  func interruptibleAnimator(using context: TransitionContext) -> PropertyAnimator?

  /// The platform's declaration, for animators that can always be interrupted; implement this one
  /// or the optional one.
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
/// instead of the animator. So a delegate should return one only while an interaction is in
/// progress.
public protocol InteractiveTransitioning: AnyObject {
  /// The factor on the speed of the run to either end after the release; 1 by default, and if not
  /// positive.
  var completionSpeed: Double { get }

  /// The curve of the run after the release; ease in and out by default.
  var completionCurve: AnimationCurve { get }

  /// The timing of the run after the release, instead of ``completionCurve``; nil by default.
  ///
  /// A spring with a duration of its own also replaces the duration of the run. Ignored unless
  /// ``releaseMotion`` is `eased`.
  var timingCurve: TimingParameters? { get }

  /// How the run after the release begins: from rest, or as fast as the finger; `eased` by default.
  var releaseMotion: ReleaseMotion { get }

  /// The finger's velocity when it was lifted, in fractions of the transition per second, positive
  /// toward the end of the transition; 0 by default.
  var releaseVelocity: Double { get }

  /// Whether the gesture controls the transition from its start; true by default.
  ///
  /// If false, the animator runs, and the interaction controller may take over with `pause`.
  var wantsInteractiveStart: Bool { get }

  /// Called instead of the animator.
  func startInteractiveTransition(_ context: TransitionContext)

  /// Called when the transition starts without an interaction although the delegate returned an
  /// interaction controller.
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

/// The animator and the interaction controller of a transition: the delegate's, or defaults.
struct ChosenAnimator {
  let animator: any AnimatedTransitioning

  /// The controller that takes over from the animator, or nil if no interaction is in progress.
  var interactor: (any InteractiveTransitioning)?
}

extension ChosenAnimator {
  /// The animator that a delegate returned, and the interaction controller for which the delegate
  /// is then asked; nil without an animator.
  init?(
    _ animator: (any AnimatedTransitioning)?,
    interactor: (any AnimatedTransitioning) -> (any InteractiveTransitioning)?
  ) {
    guard let animator else { return nil }
    self.init(animator: animator, interactor: interactor(animator))
  }
}
