/// Something that an engine refused, ignored or found wrong, before it continued.
public enum Diagnostic: Hashable, Sendable {
  /// A frame was set under a transform for which it has no solution.
  case undefinedFrame(view: String)

  /// A view was about to be inserted into itself or into one of its descendants.
  case cyclicHierarchy(view: String)

  /// A tick was not later than the last one; times in nanoseconds.
  case timeWentBack(from: Int64, to: Int64)

  /// Laying out views kept marking others as needing layout.
  case layoutDidNotSettle(view: String)

  /// Stacks were nested deeper than ``StackView/deepestNesting``; what is deeper has no size. Use
  /// fewer levels.
  case layoutTooDeep(view: String)

  /// A label has more text than ``Label/longestText``; the rest is cut off. Show it in parts.
  case textTooLong(view: String, bytes: Int)

  /// A view has a position, size, transform or opacity that is not finite, and is not drawn, with
  /// all views in it. Look for a division by zero.
  case notFinite(view: String)

  /// A sheet has a detent that is not above 0, or higher than the screen has room for; it is moved
  /// to the nearest height that is possible. Use shares of the height, such as ``Detent/medium``.
  case detentOutOfReach(controller: String, largest: Double)

  /// A window was turned while a transition was in progress, and was not. Turn it afterward.
  case rotatedInTransition(window: String)

  /// A view has more than ``ViewTree/deepestView`` views around it, and is not drawn. Use fewer
  /// levels.
  case hierarchyTooDeep(view: String)

  /// `completeTransition` contradicted `transitionWasCancelled`, and its argument was used.
  case completionMismatch(transition: String)

  /// `completeTransition` was called more than once.
  case completedTwice(transition: String)

  /// Every animation ended a second ago, and `completeTransition` has not been called.
  case transitionStuck(transition: String)

  /// A call was ignored because the transition's state does not allow it.
  case ignoredCall(String, transition: String)

  /// A property animator ignored a call, because its state does not allow it.
  case ignoredAnimatorCall(String)

  /// An interaction was driven although no transition is in progress.
  case noTransition(call: String)

  /// The engine added the presented view, because neither the animator nor the presentation
  /// controller did.
  case presentedViewNotAdded(controller: String)

  /// A request was refused.
  case refused(TransitionError)
}
