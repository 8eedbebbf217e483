/// Which way a modal transition goes.
enum ModalDirection: Sendable {
  case present, dismiss
}

/// An animator of the gallery that presents and dismisses, in the same time.
protocol ModalAnimator: AnimatedTransitioning {
  /// Seconds of either direction, all stages included.
  static var duration: Double { get }

  var direction: ModalDirection { get }

  func present(_ context: TransitionContext)
  func dismiss(_ context: TransitionContext)
}

extension ModalAnimator {
  func transitionDuration(using context: TransitionContext?) -> Double { Self.duration }

  func animateTransition(using context: TransitionContext) {
    switch direction {
    case .present: present(context)
    case .dismiss: dismiss(context)
    }
  }
}

extension TransitionContext {
  /// The view of a side that an animator moves: what takes part, or the controller's own in place.
  func movedView(for side: Side) -> View {
    view(for: side) ?? viewController(for: side).view
  }

  /// Inserts the presenter's view below the moving view, at its final frame, when the style had
  /// removed it from the screen.
  func insertPresenterBelow() {
    guard let view = view(for: .to) else { return }
    view.frame = finalFrame(for: toController)
    containerView.insertSubview(view, belowSubview: movedView(for: .from))
  }
}
