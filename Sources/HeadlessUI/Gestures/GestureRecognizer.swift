/// Turns touches into the states of a gesture.
///
/// Subclasses override the three touch methods and call ``transition(to:)``, which calls the
/// actions. Of the recognizers that follow one finger, the first to begin recognizes its gesture,
/// and the others fail; if several begin with the same touch, the innermost view's wins.
/// ``require(toFail:)`` and a delegate change that.
open class GestureRecognizer {
  public enum State: Int, Sendable {
    case possible = 0
    case began = 1
    case changed = 2
    /// The gesture has ended; a tap changes to this state directly.
    case ended = 3
    case cancelled = 4
    case failed = 5

    public static let recognized = State.ended
  }

  /// The view whose touches, and whose descendants' touches, the recognizer receives.
  public internal(set) weak var view: View?

  /// Decides whether the gesture may begin, and together with which others; held weakly.
  public weak var delegate: (any GestureRecognizerDelegate)?

  /// The state of the gesture; setting it calls ``transition(to:)``.
  public var state: State {
    get { current }
    set { transition(to: newValue) }
  }

  private var current = State.possible

  /// The current or last position of the finger, in points of the window.
  var location = Point.zero

  /// Whether the recognizer receives touches; switching it off cancels its gesture.
  public var isEnabled = true {
    didSet {
      guard !isEnabled, oldValue else { return }
      if isActive { transition(to: .cancelled) } else if state == .possible { reset(to: .failed) }
    }
  }

  /// The window whose finger the recognizer follows.
  weak var tracker: Window?

  /// The next state, once all recognizers of the finger have received the touch, and those that
  /// must fail first have failed.
  private(set) var awaited: State?

  /// The maximum number of fingers; has no effect, because a recognizer follows one finger.
  public var maximumNumberOfTouches = Int.max
  public var minimumNumberOfTouches = 1

  /// Whether the view's own touch handling would be canceled; has no effect, because views have
  /// none.
  public var cancelsTouchesInView = true

  private var required: [WeakRecognizer] = []
  private var actions: [RecognizerAction] = []

  /// Creates a recognizer without an action.
  public init() {}

  /// The current or last position of the finger, in points of `view`, or of the window if nil.
  public func location(in view: View?) -> Point { view?.convert(location, from: nil) ?? location }

  /// Called when a finger goes down in the view.
  open func touchBegan(_ touch: Touch) {}

  /// Called when the finger moves.
  open func touchMoved(_ touch: Touch) {}

  /// Called when the finger goes up, or when the system cancels the touch.
  open func touchEnded(_ touch: Touch) {}

  /// Called at every change of state and of position; calls the actions.
  open func sendAction() { for action in actions { action.body(self) } }

  /// Changes the state and sends the action.
  ///
  /// A gesture that may not begin fails instead. A recognizer that follows a finger begins only
  /// when all recognizers of the finger have received the touch, and those that it waits for have
  /// failed; until then, it stays `possible`.
  public func transition(to next: State) {
    awaited = nil
    if current == .possible, next == .began || next == .ended, let tracker {
      guard !tracker.isDelivering else {
        awaited = next
        return
      }
      switch tracker.permission(for: self) {
      case .granted: tracker.exclude(for: self)
      case .refused: return reset(to: .failed)
      case .pending:
        awaited = next
        return
      }
    }
    current = next
    sendAction()
  }

  /// Changes the state without an action, as at the start of a gesture and when it fails.
  public func reset(to state: State) {
    awaited = nil
    current = state
  }

  /// Lets this recognizer begin only after `other` has failed, if both follow the finger.
  public func require(toFail other: GestureRecognizer) {
    required.append(WeakRecognizer(recognizer: other))
  }

  /// Adds a closure that is called with the recognizer; closures are called in the order in which
  /// they were added.
  public func addAction(_ action: @escaping (GestureRecognizer) -> Void) {
    actions.append(RecognizerAction(owner: nil, body: action))
  }

  func addAction(for owner: AnyObject, _ action: @escaping (GestureRecognizer) -> Void) {
    actions.append(RecognizerAction(owner: ObjectIdentifier(owner), body: action))
  }

  /// Removes the actions that were added for `target`, or for any target if it is nil.
  public func removeTarget(_ target: AnyObject?) {
    actions.removeAll { action in
      target.map { action.owner == ObjectIdentifier($0) } ?? (action.owner != nil)
    }
  }
}

private struct WeakRecognizer { weak var recognizer: GestureRecognizer? }

private struct RecognizerAction {
  /// The target that the action was added for, or nil for a closure.
  let owner: ObjectIdentifier?
  let body: (GestureRecognizer) -> Void
}

/// Decides which gestures may begin; all methods have defaults.
public protocol GestureRecognizerDelegate: AnyObject {
  /// Whether a gesture that has been recognized may begin; true by default.
  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool

  /// Whether the recognizer follows a finger that goes down; true by default.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool

  /// Whether both may recognize their gestures at the same time; false by default. It is enough if
  /// one of the delegates returns true.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool

  /// Whether the recognizer waits until `other` has failed; false by default.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool

  /// Whether `other` waits until the recognizer has failed; false by default.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool
}

extension GestureRecognizerDelegate {
  public func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool { true }

  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { false }

  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool { false }

  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool { false }
}

// The rules between recognizers that follow the same finger.
extension GestureRecognizer {
  /// Whether the gesture has begun and is not over.
  var isActive: Bool { state == .began || state == .changed }

  /// Whether this recognizer must wait until `other` has failed.
  func requiresFailure(of other: GestureRecognizer) -> Bool {
    required.contains { $0.recognizer === other }
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
  }

  /// Whether both may recognize their gestures at the same time.
  func isSimultaneous(with other: GestureRecognizer) -> Bool {
    delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) == true
      || other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) == true
  }
}
