/// A percent-driven dismissal or pop that follows a pan: the pan scrubs the animator.
///
/// A release above the threshold finishes; any other release and a canceled pan cancel. A pan that
/// begins while the transition runs by itself, before or after a release, takes over from there, if
/// its animator can be interrupted (``AnimatedTransitioning/interruptibleAnimator(using:)``).
open class PanInteraction: PercentDrivenInteractiveTransition {
  private let follower: PanFollower
  private let fraction: (PanGestureRecognizer) -> Double
  private let begin: () throws -> Void

  /// How far ahead of the finger a running transition was when the finger took over, as a fraction,
  /// or nil if the finger began the transition.
  private var offset: Double?

  /// Creates an interaction.
  ///
  /// A release above the threshold finishes the transition. `fraction` returns how far the finger
  /// has moved, and is clamped to 0…1. `begin` starts the transition, which asks its delegate for
  /// this interaction.
  public init(
    engine: Engine, threshold: Double, fraction: @escaping (PanGestureRecognizer) -> Double,
    begin: @escaping () throws -> Void
  ) {
    follower = PanFollower(threshold: threshold)
    self.fraction = fraction
    self.begin = begin
    super.init(engine: engine)
  }

  /// If not nil, a release sets ``completionSpeed`` to the finger's speed toward the transition's
  /// end, but at least to this; nil by default.
  public var slowestCompletionSpeed: Double?

  /// Whether a finger is dragging; delegates must return this interaction only then.
  public var isInteracting: Bool { follower.isInteracting }

  /// Whether a release above the threshold finishes; true by default.
  open func allowsFinish(of pan: PanGestureRecognizer) -> Bool { true }

  /// Follows a pan; call this from the recognizer's action.
  ///
  /// Animations that are committed in overridden methods belong to the transition.
  public func handle(_ pan: PanGestureRecognizer) {
    follower.follow(pan) {
      try start(pan)
    } change: {
      let fraction = position(of: pan)
      perform { update(fraction) }
      return fraction
    } release: { isFinishing in
      let isFinishing = isFinishing && allowsFinish(of: pan)
      releaseVelocity = follower.velocity
      if let slowestCompletionSpeed {
        let velocity = isFinishing ? releaseVelocity : -releaseVelocity
        completionSpeed = max(slowestCompletionSpeed, velocity * duration)
      }
      perform { if isFinishing { finish() } else { cancel() } }
    }
  }

  /// Takes over the running transition, or begins one; returns the shown fraction.
  private func start(_ pan: PanGestureRecognizer) throws -> Double {
    offset = nil
    let isRunning = drivenContext?.isInterruptible == true
    if !isRunning { try begin() }
    // If the transition started by itself, take it over at once.
    guard let context = drivenContext, context.isInterruptible else { return 0 }
    perform { pause() }
    if isRunning { offset = percentComplete - fraction(pan) }
    return percentComplete
  }

  /// The fraction for the finger's position, 0…1.
  private func position(of pan: PanGestureRecognizer) -> Double {
    let moved = fraction(pan)
    guard let offset else { return moved.clampedToUnit }
    // Fractions are clamped at 0, so they do not show how far a finger has moved back.
    return (offset + (moved == 0 ? -pan.mirrored { fraction(pan) } : moved)).clampedToUnit
  }

  private func perform(_ step: () -> Void) {
    if let drivenContext { drivenContext.perform(step) } else { step() }
  }
}
