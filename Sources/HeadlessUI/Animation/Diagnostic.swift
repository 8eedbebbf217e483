/// Something that an engine refused, ignored or found wrong, before it continued.
///
/// Its description says in two sentences what happened, to what, and what to do.
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

  /// Another finger went down while one was down already, and is ignored.
  case secondFinger(window: String)

  /// A view was presented, pushed or selected, and has no width or no height at the end.
  case viewWithoutArea(view: String, transition: String)

  /// A transition has completed, and the view that it leads to was not added to the container.
  case arrivedOffScreen(view: String, transition: String)

  /// A presenter's view was on screen before a modal transition and in no window after it.
  case presenterLost(presenter: String, presented: String)

  /// An animator commits an animation that ends after the duration that it reports; in seconds
  /// from the start.
  case outlastsDuration(transition: String, reported: Double, seconds: Double)

  /// A finger scrubs a part of an animator: the rest is shorter, or a stage of its own that begins
  /// after the first one's completion.
  case stageNotScrubbed(transition: String)

  /// An animator that is not linear was scrubbed by a finger.
  case easedUnderFinger(transition: String)

  /// A release finished a transition although the finger had not moved since it took it.
  case finishedWithoutMovement(transition: String)

  /// A touch that the system canceled finished a transition.
  case finishedByCanceledTouch(transition: String)

  /// A finished drag moved the view that leaves farther than out of the container; in points.
  case landedBeyondEdge(view: String, points: Double, transition: String)

  /// A view converted its own frame as if that were in its own coordinates.
  case frameInOwnCoordinates(view: String)

  /// A request was refused.
  case refused(TransitionError)
}

extension Diagnostic: CustomStringConvertible {
  public var description: String {
    switch self {
    case .undefinedFrame(let view):
      """
      The frame of '\(view)' was set under a transform for which it has no solution, and stays. Set \
      bounds and center, or set the frame first and the transform then.
      """
    case .cyclicHierarchy(let view):
      "'\(view)' was not inserted into a view that is in it. Insert it somewhere else."
    case .timeWentBack(let from, let to):
      "A tick at \(to) ns was ignored, after one at \(from) ns. Pass later times from tick to tick."
    case .layoutDidNotSettle(let view):
      """
      Layout was given up at '\(view)', because views keep marking each other. Change no size of a \
      superview in 'layoutSubviews'.
      """
    case .layoutTooDeep(let view):
      "'\(view)' is in too many stacks, and has no size. Use at most \(StackView.deepestNesting) levels."
    case .textTooLong(let view, let bytes):
      "'\(view)' has \(bytes) bytes of text, of which the end is cut off. Show it in several labels."
    case .notFinite(let view):
      """
      '\(view)' has a position, size, transform or opacity that is not finite, and is not drawn. Look \
      for a division by zero.
      """
    case .detentOutOfReach(let controller, let largest):
      """
      A detent of '\(controller)' is not between 0 and \(largest.short) points, and was moved there. Use a \
      share of the height, such as '.medium'.
      """
    case .rotatedInTransition(let window):
      "'\(window)' was not turned, because a transition is in progress. Turn it after its completion."
    case .hierarchyTooDeep(let view):
      "'\(view)' is in too many views, and is not drawn. Use at most \(ViewTree.deepestView) levels."
    case .completionMismatch(let transition):
      """
      \(transition): 'completeTransition' contradicted 'transitionWasCancelled', and decided. Pass \
      '!context.transitionWasCancelled', or call 'complete()'.
      """
    case .completedTwice(let transition):
      "\(transition): it was completed again, which was ignored. Call 'complete()' on one path only."
    case .transitionStuck(let transition):
      """
      \(transition): nothing has moved it for a second, and it is not complete, so nothing reacts. Call \
      'complete()' on every path, and return an interaction controller only while a finger drags.
      """
    case .ignoredCall(let call, let transition):
      "\(transition): '\(call)' was ignored in the state that it is in. Check 'context.state' first."
    case .ignoredAnimatorCall(let call):
      "A property animator ignored '\(call)' in the state that it is in. Check its 'state' first."
    case .noTransition(let call):
      "'\(call)' was ignored, because no transition is in progress. Start one when the gesture begins."
    case .presentedViewNotAdded(let controller):
      """
      The view of '\(controller)' was added by the engine, because nothing else did. Add it to \
      'containerView' in the animator.
      """
    case .secondFinger(let window):
      "'\(window)' ignores a second finger, because gestures follow one. Lift the first before."
    case .viewWithoutArea(let view, let transition):
      "\(transition): '\(view)' has no area, so it cannot be seen or hit. Set its frame in the animator."
    case .arrivedOffScreen(let view, let transition):
      """
      \(transition): '\(view)' was in no window when it completed, so nothing was behind the view that \
      left. Add 'view(for: .to)' to 'containerView', at its final frame.
      """
    case .presenterLost(let presenter, let presented):
      """
      The view of '\(presenter)' left the window together with '\(presented)'. Add only views that \
      'view(for:)' returns to 'containerView', and move the others where they are.
      """
    case .outlastsDuration(let transition, let reported, let seconds):
      """
      \(transition): an animation ends after \(seconds.short) s, but its duration is reported as \
      \(reported.short) s, which is what runs alongside. Report the sum of all stages.
      """
    case .stageNotScrubbed(let transition):
      """
      \(transition): an interaction scrubs a part of it, because a stage begins after another one's \
      completion or the duration is too long. Use keyframes, or move the views yourself in the drag.
      """
    case .easedUnderFinger(let transition):
      """
      \(transition): its animation is not linear, so the view does not stay under the finger. Use a \
      linear curve while a finger drags.
      """
    case .finishedWithoutMovement(let transition):
      """
      \(transition): a release finished it although the finger had not moved. Set the flag that decides \
      to false whenever a gesture begins.
      """
    case .finishedByCanceledTouch(let transition):
      "\(transition): a touch that the system canceled finished it. Cancel in the state '.cancelled'."
    case .landedBeyondEdge(let view, let points, let transition):
      """
      \(transition): '\(view)' ends \(points.short) points beyond the edge. Animate to a position, not \
      by a distance from where the finger left it.
      """
    case .frameInOwnCoordinates(let view):
      """
      '\(view)' converted its own frame, which counts its position twice. Convert the frame from its \
      superview, or its bounds.
      """
    case .refused(let error): error.description
    }
  }
}

extension Double {
  /// At most three digits after the point.
  fileprivate var short: String {
    let rounded = (self * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? String(Int64(rounded)) : String(rounded)
  }
}
