/// Something that an engine refused, ignored or found wrong, and went on.
public enum Diagnostic: Hashable, Sendable {
  /// A frame was written under a transform for which it has no answer.
  case undefinedFrame(view: String)

  /// A view was to be inserted into itself or into one of its descendants.
  case cyclicHierarchy(view: String)

  /// A tick was not after the last one, in nanoseconds.
  case timeWentBack(from: Int64, to: Int64)

  /// Layout marked views again and again.
  case layoutDidNotSettle(view: String)

  /// `completeTransition` disagreed with `transitionWasCancelled`; it decided.
  case completionMismatch(transition: String)

  /// `completeTransition` was called more than once.
  case completedTwice(transition: String)

  /// Every animation has ended, and a second later `completeTransition` was still not called.
  case transitionStuck(transition: String)

  /// A call that the transition's state does not allow was ignored.
  case ignoredCall(String, transition: String)

  /// An interaction was driven without a transition.
  case noTransition(call: String)

  /// Neither the animator nor the presentation controller added the presented view; the engine did.
  case presentedViewNotAdded(controller: String)

  /// A request was refused.
  case refused(TransitionError)
}
