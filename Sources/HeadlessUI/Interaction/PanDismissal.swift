/// A dismissal or pop that follows a pan and moves the views itself, without an animator.
///
/// The base class of hand-written interactions. A subclass says how far the finger has moved, moves
/// the views there, and animates them to one of the ends after the release:
///
///     final class PullDown: PanDismissal {
///       override func drag(to fraction: Double, in context: TransitionContext) {
///         let sheet = context.viewController(for: .from).view
///         sheet.frame.origin.y = context.containerView.bounds.height * fraction
///       }
///
///       override func animateRelease(_ context: TransitionContext) {
///         context.engine.animate(duration: 0.2) {
///           drag(to: context.transitionWasCancelled ? 0 : 1, in: context)
///         } completion: { _ in
///           context.complete()
///         }
///       }
///     }
open class PanDismissal: InteractiveTransitioning {
  private var context: TransitionContext?
  private let engine: Engine
  private let follower: PanFollower
  private let begin: () throws -> Void

  /// Creates an interaction.
  ///
  /// A release above the threshold finishes the transition. `begin` starts the transition, which
  /// asks its delegate for this interaction.
  public init(engine: Engine, threshold: Double = 0.5, begin: @escaping () throws -> Void) {
    self.engine = engine
    follower = PanFollower(threshold: threshold)
    self.begin = begin
  }

  /// Whether a finger is dragging; delegates must return this interaction only then.
  public var isInteracting: Bool { follower.isInteracting }

  /// Keeps the context for the drag; call `super` when you override this to prepare the views.
  open func startInteractiveTransition(_ context: TransitionContext) { self.context = context }

  /// How far the finger has moved, 0…1; by default, how far down relative to the container's
  /// height.
  open func fraction(of pan: PanGestureRecognizer, in context: TransitionContext) -> Double {
    pan.translation(in: pan.view).y.fraction(of: context.containerView.bounds.height)
  }

  /// Moves the views to a fraction of the transition; the context already has the fraction.
  open func drag(to fraction: Double, in context: TransitionContext) {}

  /// Whether a release above the threshold finishes; true by default.
  open func allowsFinish(of pan: PanGestureRecognizer) -> Bool { true }

  /// Animates the views from where the finger left them to one of the ends, and completes the
  /// transition.
  ///
  /// `context.transitionWasCancelled` says which end. By default, it completes the transition
  /// without an animation.
  open func animateRelease(_ context: TransitionContext) { context.complete() }

  /// Follows a pan; call this from the recognizer's action.
  ///
  /// Without a transition, changes and releases are ignored and reported.
  public func handle(_ pan: PanGestureRecognizer) {
    follower.follow(pan) {
      try begin()
      return 0
    } change: {
      guard let context else {
        engine.report(.noTransition(call: "update"))
        return nil
      }
      let fraction = fraction(of: pan, in: context).clampedToUnit
      context.updateInteractiveTransition(fraction)
      context.perform { drag(to: fraction, in: context) }
      return fraction
    } release: { isFinishing in
      guard let context else { return engine.report(.noTransition(call: "release")) }
      self.context = nil
      if isFinishing, allowsFinish(of: pan) {
        context.finishInteractiveTransition()
      } else {
        context.cancelInteractiveTransition()
      }
      context.perform { animateRelease(context) }
    }
  }
}
