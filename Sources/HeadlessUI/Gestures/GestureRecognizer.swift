/// Turns touches into the states of a gesture.
///
/// Subclasses override the three touch methods, call ``transition(to:)``, and pass themselves to
/// their action in ``sendAction()``.
open class GestureRecognizer {
  public enum State: Sendable { case possible, began, changed, ended, cancelled, failed }

  /// The view whose touches, and whose descendants' touches, the recognizer receives.
  public internal(set) weak var view: View?

  public private(set) var state = State.possible

  /// Where the finger is, or was last, in points of the window.
  var location = Point.zero

  /// Whether the recognizer receives touches.
  public var isEnabled = true

  public init() {}

  /// Where the finger is, or was last, in points of `view`; of the window when nil.
  public func location(in view: View?) -> Point { view?.convert(location, from: nil) ?? location }

  /// Called when a finger goes down in the view.
  open func touchBegan(_ touch: Touch) {}

  /// Called when the finger moves.
  open func touchMoved(_ touch: Touch) {}

  /// Called when the finger goes up, or when the system cancels the touch.
  open func touchEnded(_ touch: Touch) {}

  /// Called at every change of state and of position; calls the subclass's action.
  open func sendAction() {}

  /// Changes the state and sends the action.
  public func transition(to state: State) {
    self.state = state
    sendAction()
  }

  /// Changes the state without an action, as at the start of a gesture and when it fails.
  public func reset(to state: State) { self.state = state }
}
