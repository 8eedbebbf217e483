/// Drives a transition from a gesture.
///
/// An interaction controller takes over: the engine calls ``startInteractiveTransition(_:)`` and leaves
/// the animator alone. So a delegate returns one only while an interaction is in progress (§10.1).
public protocol InteractiveTransitioning: AnyObject {
  /// Factor on the speed of the remaining leg; 1 unless said, and where it is not positive.
  var completionSpeed: Double { get }

  /// The curve of the remaining leg; ease in and out unless said.
  var completionCurve: AnimationCurve { get }

  /// Whether the transition begins under control of the gesture; true unless said.
  ///
  /// When false, the animator runs, and the controller may take over with `pause`.
  var wantsInteractiveStart: Bool { get }

  /// Called instead of the animator.
  func startInteractiveTransition(_ context: TransitionContext)

  /// Called when the transition starts without interaction although a controller was given.
  func prepareInteraction(_ context: TransitionContext)

  /// Told when the leg after finish or cancel has reached its end.
  func interactionLegEnded()
}

extension InteractiveTransitioning {
  public var completionSpeed: Double { 1 }
  public var completionCurve: AnimationCurve { .easeInOut }
  public var wantsInteractiveStart: Bool { true }
  public func prepareInteraction(_ context: TransitionContext) {}
  public func interactionLegEnded() {}
}
