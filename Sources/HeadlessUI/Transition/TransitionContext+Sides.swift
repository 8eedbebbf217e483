// Shorthand for animators.
extension TransitionContext {
  /// Calls `completeTransition` with whether the transition was not cancelled.
  func complete() {
    completeTransition(!transitionWasCancelled)
  }

  /// The presented or pushed side's view as an animator of a modal dismissal sees it.
  var fromController: ViewController { viewController(for: .from) }
  var toController: ViewController { viewController(for: .to) }

  /// Puts the presenter's view back behind the moving view, at its final frame, when the style had
  /// taken it off the screen.
  func insertPresenterBelow() {
    guard let view = view(for: .to) else { return }
    view.frame = finalFrame(for: toController)
    containerView.insertSubview(view, belowSubview: fromController.view)
  }
}
