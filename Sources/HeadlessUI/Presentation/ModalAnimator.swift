/// The direction of a modal transition.
public enum ModalDirection: Sendable { case present, dismiss }

/// An animator that presents and dismisses with the same duration.
public protocol ModalAnimator: AnimatedTransitioning {
  /// The duration of either direction with all its stages, in seconds.
  static var duration: Double { get }

  var direction: ModalDirection { get }

  /// Moves the presented view in, and completes the transition.
  func present(_ context: TransitionContext)

  /// Moves the presented view out, and completes the transition.
  func dismiss(_ context: TransitionContext)
}

extension ModalAnimator {
  public func transitionDuration(using context: TransitionContext?) -> Double { Self.duration }

  public func animateTransition(using context: TransitionContext) {
    switch direction {
    case .present: present(context)
    case .dismiss: dismiss(context)
    }
  }
}

extension TransitionContext {
  /// The view that an animator moves on a side: the participating view, or else the controller's.
  public func movedView(for side: Side) -> View {
    view(for: side) ?? viewController(for: side).view
  }

  /// Inserts the presenter's view below the moving view, at its final frame, if the style had
  /// removed it from the screen.
  public func insertPresenterBelow() {
    guard let view = view(for: .to) else { return }
    view.frame = finalFrame(for: toController)
    containerView.insertSubview(view, belowSubview: movedView(for: .from))
  }
}
