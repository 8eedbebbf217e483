/// Drives a transition by a fraction: the animator's animations are sampled where the finger is.
///
/// The mapping from fraction to time is linear; every animation keeps its own curve. So interactive
/// animators use linear curves, or the view does not stay under the finger.
open class PercentDrivenInteractiveTransition: InteractiveTransitioning {
  /// The last fraction that was given to ``update(_:)``.
  public private(set) var percentComplete = 0.0

  /// The animator's duration in seconds, read when the interaction starts.
  public private(set) var duration = 0.0

  /// Factor on the speed of the remaining leg; not positive counts as 1.
  ///
  /// Small values stretch the leg without limit, so derive it from the velocity with a floor.
  public var completionSpeed = 1.0

  /// The curve of the remaining leg.
  public var completionCurve = AnimationCurve.easeInOut

  /// Whether the interaction has control from the start; see ``InteractiveTransitioning``.
  public var wantsInteractiveStart = true

  private weak var context: TransitionContext?
  private let engine: Engine

  /// Creates a driver that reports calls without a transition to `engine`.
  public init(engine: Engine) {
    self.engine = engine
  }

  /// Starts the animator with the container's time held at 0.
  open func startInteractiveTransition(_ context: TransitionContext) {
    prepareInteraction(context)
    context.runAnimator()
  }

  public func prepareInteraction(_ context: TransitionContext) {
    self.context = context
    duration = context.clock.duration
    percentComplete = 0
  }

  public func interactionLegEnded() {
    context = nil
  }
}

extension PercentDrivenInteractiveTransition {
  /// Shows the transition at a fraction, which is clamped to 0…1.
  ///
  /// Without a transition the call is ignored and reported; while a leg runs it is ignored.
  public func update(_ percentComplete: Double) {
    guard let context = liveContext("update"), context.state == .interacting else { return }
    self.percentComplete = percentComplete.clampedToUnit
    context.updateInteractiveTransition(self.percentComplete)
  }

  /// Stops the transition where it is and takes control of it.
  public func pause() {
    guard let context = liveContext("pause"), context.state != .interacting else { return }
    context.pauseInteractiveTransition()
    percentComplete = context.percentComplete
  }

  /// Runs the rest of the transition.
  public func finish() {
    guard let context = liveContext("finish"), context.state == .interacting else { return }
    context.finishInteractiveTransition()
  }

  /// Runs the transition back to its start.
  public func cancel() {
    guard let context = liveContext("cancel"), context.state == .interacting else { return }
    context.cancelInteractiveTransition()
  }

  private func liveContext(_ call: String) -> TransitionContext? {
    guard let context, context.state != .ended else {
      engine.report(.noTransition(call: call))
      return nil
    }
    return context
  }
}
