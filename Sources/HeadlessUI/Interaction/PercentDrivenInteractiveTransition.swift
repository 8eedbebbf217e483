/// Drives a transition by a fraction: shows the animator's animations at the finger's position.
///
/// The fraction maps linearly to time, and every animation keeps its own curve. So interactive
/// animators must use linear curves, or the view does not stay under the finger.
///
/// Subclasses may override every method. A subclass that moves the views itself overrides
/// ``startInteractiveTransition(_:)`` without calling `super`, and calls
/// ``prepareInteraction(_:)`` there, so that the animator does not run.
open class PercentDrivenInteractiveTransition: InteractiveTransitioning {
  /// The last fraction that was passed to ``update(_:)``.
  public private(set) var percentComplete = 0.0

  /// The animator's duration in seconds, read when the interaction starts.
  public private(set) var duration = 0.0

  // See InteractiveTransitioning for these. Small speeds make the run arbitrarily long;
  // completionSpeed(velocity:distance:duration:) computes a speed from the release. Set the
  // velocity before you finish or cancel, as PanInteraction does.
  open var completionSpeed = 1.0
  open var completionCurve = AnimationCurve.easeInOut
  open var timingCurve: TimingParameters?
  open var releaseMotion = ReleaseMotion.eased
  open var releaseVelocity = 0.0
  open var wantsInteractiveStart = true

  /// The transition that is driven, or nil before it starts and after its end.
  public var drivenContext: TransitionContext? { driven?.state == .ended ? nil : driven }

  private weak var driven: TransitionContext?

  /// The engine to which calls without a transition are reported.
  public let engine: Engine

  /// Creates a driver that reports calls without a transition to `engine`.
  public init(engine: Engine) { self.engine = engine }

  /// Creates a driver on the current engine.
  public init() { engine = .current }

  /// Starts the animator with the transition's time held at 0.
  open func startInteractiveTransition(_ context: TransitionContext) {
    prepareInteraction(context)
    context.runAnimator()
  }

  /// Keeps the context, weakly, and reads the duration.
  open func prepareInteraction(_ context: TransitionContext) {
    driven = context
    duration = context.clock.duration
    percentComplete = 0
  }

  /// Forgets the context, unless its animator still runs, with a timing of its own: a finger may
  /// take that up until it ends.
  open func releaseRunEnded() { if drivenContext?.isInterruptible != true { driven = nil } }

  /// Shows the transition at a fraction, which is clamped to 0…1.
  ///
  /// Ignored without a transition, which is reported, and after the release.
  open func update(_ percentComplete: Double) {
    guard let context = liveContext("update"), context.state == .interacting else { return }
    self.percentComplete = percentComplete.clampedToUnit
    context.updateInteractiveTransition(self.percentComplete)
  }

  /// Stops the transition where it is and takes control of it.
  open func pause() {
    guard let context = liveContext("pause"), context.state != .interacting else { return }
    context.pauseInteractiveTransition()
    percentComplete = context.percentComplete
  }

  /// Runs the rest of the transition.
  open func finish() {
    guard let context = liveContext("finish"), context.state == .interacting else { return }
    context.finishInteractiveTransition()
  }

  /// Runs the transition back to its start.
  open func cancel() {
    guard let context = liveContext("cancel"), context.state == .interacting else { return }
    context.cancelInteractiveTransition()
  }

  private func liveContext(_ call: String) -> TransitionContext? {
    guard let context = drivenContext else {
      engine.report(.noTransition(call: call))
      return nil
    }
    return context
  }
}

extension PercentDrivenInteractiveTransition {
  /// A value for ``completionSpeed`` that continues at the velocity of the release, in points per
  /// second; at least 0.1, so that the run ends in reasonable time.
  ///
  /// Distance and duration are those of the whole transition.
  public static func completionSpeed(
    velocity: Double, distance: Double, duration: Double
  ) -> Double {
    let speed = abs(velocity) / distance * duration
    return speed.isFinite ? max(0.1, speed) : 0.1
  }
}
