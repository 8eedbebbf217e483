/// Something that an engine refused, ignored or found wrong; the engine then continued.
///
/// Its description, below, says in two sentences what happened, to what, and what to do.
public enum Diagnostic: Hashable, Sendable {
  case undefinedFrame(view: String)
  case cyclicHierarchy(view: String)
  /// Times in nanoseconds.
  case timeWentBack(from: Int64, to: Int64)
  case layoutDidNotSettle(view: String)
  /// See ``StackView/deepestNesting``.
  case layoutTooDeep(view: String)
  /// See ``Label/longestText``.
  case textTooLong(view: String, bytes: Int)
  case notFinite(view: String)
  case detentOutOfReach(controller: String, largest: Double)
  case rotatedInTransition(window: String)
  /// See ``ViewTree/deepestView``.
  case hierarchyTooDeep(view: String)
  case completionMismatch(transition: String)
  /// The completion contradicts the position at which an interruptible animator ended.
  case outcomeAgainstPosition(transition: String)
  case completedTwice(transition: String)
  case transitionStuck(transition: String)
  case ignoredCall(String, transition: String)
  case ignoredAnimatorCall(String)
  case noTransition(call: String)
  /// Neither the animator nor the presentation controller added it.
  case presentedViewNotAdded(controller: String)
  case secondFinger(window: String)
  case viewWithoutArea(view: String, transition: String)
  case arrivedOffScreen(view: String, transition: String)
  case presenterLost(presenter: String, presented: String)
  /// In seconds from the start.
  case outlastsDuration(transition: String, reported: Double, seconds: Double)
  /// The rest follows a completion, or the reported duration is too long.
  case stageNotScrubbed(transition: String)
  case easedUnderFinger(transition: String)
  case finishedWithoutMovement(transition: String)
  case finishedByCanceledTouch(transition: String)
  case landedBeyondEdge(view: String, points: Double, transition: String)
  /// The frame, its origin or the center.
  case frameInOwnCoordinates(view: String)
  /// The interaction moves the views itself.
  case fractionOutOfRange(transition: String, fraction: Double)
  /// An interaction drives it and was neither finished nor canceled.
  case completedBeforeRelease(transition: String)
  /// The transform at one end cannot be decomposed.
  case transformJumps(view: String)
  case vanishedInDismissal(controller: String, dismissed: String)
  /// The view has another engine than the block.
  case blockOfOtherEngine(view: String)
  /// The view has another engine than its superview.
  case viewOfOtherEngine(view: String, superview: String)
  /// A recognizer's target does not have the type whose method should be called.
  case targetOfOtherType(view: String, target: String, owner: String)
  /// No method of the delegate is ever called.
  case delegateWithoutEffect(controller: String, delegate: String)
  case refused(TransitionError)
}

extension Diagnostic: CustomStringConvertible {
  public var description: String {
    switch self {
    case .undefinedFrame(let view):
      """
      The frame of '\(view)' was set under a transform for which it has no solution, and stays. Set \
      bounds and center, or set the frame first and then the transform.
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
    case .outcomeAgainstPosition(let transition):
      """
      \(transition): 'completeTransition' contradicted where its animator ended, and decided. Pass \
      'position == .end' in the animator's completion.
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
      "'\(window)' ignores a second finger, because gestures follow one. Lift the first finger first."
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
      \(reported.short) s, which animations alongside use. Report the sum of all stages.
      """
    case .stageNotScrubbed(let transition):
      """
      \(transition): an interaction scrubs only a part of it, because a stage begins after another \
      one's completion or the duration is too long. Use keyframes, or move the views yourself during \
      the drag.
      """
    case .easedUnderFinger(let transition):
      """
      \(transition): its animation is not linear, so the view does not stay under the finger. Use a \
      linear curve while a finger drags.
      """
    case .finishedWithoutMovement(let transition):
      """
      \(transition): a release finished it although the finger had not moved. Reset your flag for \
      finishing whenever a gesture begins.
      """
    case .finishedByCanceledTouch(let transition):
      "\(transition): it was finished by a touch that the system canceled. Cancel in the state '.cancelled'."
    case .landedBeyondEdge(let view, let points, let transition):
      """
      \(transition): '\(view)' ends \(points.short) points beyond the edge. Animate to a position, not \
      by a distance from where the finger left it.
      """
    case .frameInOwnCoordinates(let view):
      """
      '\(view)' converted its own frame or center, which counts its position twice. Convert that from \
      its superview, or convert its bounds.
      """
    case .fractionOutOfRange(let transition, let fraction):
      """
      \(transition): its interaction reported a fraction of \(fraction.short), so views that follow it pass \
      their ends. Clamp the fraction to 0...1 before you move views.
      """
    case .completedBeforeRelease(let transition):
      """
      \(transition): it was completed while an interaction drove it, so its observers were not told of the \
      release. Call 'finishInteractiveTransition' when the finger is lifted, or 'super' in overrides.
      """
    case .transformJumps(let view):
      """
      '\(view)' animates to or from a transform without an inverse, such as a scale of 0, and so jumps \
      halfway. Use a scale of 0.001.
      """
    case .vanishedInDismissal(let controller, let dismissed):
      """
      '\(controller)' vanished in one frame, because '\(dismissed)' below it is dismissed. Dismiss \
      '\(controller)' first, or add a snapshot of it to the view of '\(dismissed)'.
      """
    case .blockOfOtherEngine(let view):
      """
      '\(view)' was changed in a block of another engine, which does not animate it. Animate it with \
      'view.engine', or create everything with one engine.
      """
    case .viewOfOtherEngine(let view, let superview):
      """
      '\(view)' has another engine than '\(superview)', which it was added to, and is not animated. Set \
      'Engine.current' before you create views, or name one engine everywhere.
      """
    case .targetOfOtherType(let view, let target, let owner):
      """
      A recognizer of '\(view)' called nothing: its target is of the type '\(target)', and its action \
      is a method of '\(owner)'. Pass an object of that type.
      """
    case .delegateWithoutEffect(let controller, let delegate):
      """
      '\(controller)' calls no method of its delegate '\(delegate)'. Compare the names, labels and types of \
      its methods with those of the protocol; optional results are '(any …)?'.
      """
    case .refused(let error): error.description
    }
  }
}

extension Double {
  /// The number with at most three decimals.
  fileprivate var short: String {
    let rounded = (self * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? String(Int64(rounded)) : String(rounded)
  }
}
