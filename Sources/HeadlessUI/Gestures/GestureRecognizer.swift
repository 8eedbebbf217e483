/// Turns touches into the states of a gesture.
open class GestureRecognizer {
  public enum State: Sendable {
    case possible, began, changed, ended, cancelled, failed
  }

  /// The view whose touches, and whose descendants' touches, the recognizer gets.
  public internal(set) weak var view: View?

  public internal(set) var state = State.possible

  /// A recognizer that is off gets no touches.
  public var isEnabled = true

  private let action: (GestureRecognizer) -> Void

  /// Creates a recognizer that calls `action` at every change of state and of position.
  public init(action: @escaping (GestureRecognizer) -> Void) {
    self.action = action
  }

  /// A finger went down in the view.
  open func touchBegan(_ touch: Touch) {}

  /// The finger moved.
  open func touchMoved(_ touch: Touch) {}

  /// The finger went up, or the system took it away.
  open func touchEnded(_ touch: Touch) {}

  /// Goes to a state and calls the action.
  public func transition(to state: State) {
    self.state = state
    action(self)
  }
}

extension View {
  /// Lets a recognizer see this view's touches.
  public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    recognizer.view?.removeGestureRecognizer(recognizer)
    recognizer.view = self
    gestureRecognizers.append(recognizer)
  }

  /// Takes a recognizer away; harmless when it is not there.
  public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    gestureRecognizers.removeAll { $0 === recognizer }
    if recognizer.view === self { recognizer.view = nil }
  }
}
