/// Why a transition did not start.
///
/// Every message names the controller and ends with what to do next.
public enum TransitionError: Error, Hashable, Sendable {
  /// Another transition is under way in the same container.
  case transitionInProgress(controller: String)

  /// The presenter already presents `presented`.
  case alreadyPresenting(controller: String, presented: String)

  /// The controller is on screen already, presented by another.
  case alreadyPresented(controller: String)

  /// There is nothing to dismiss.
  case notPresenting(controller: String)

  /// The presenter is in no window.
  case notInWindow(controller: String)

  /// The style `none` cannot be presented.
  case styleNotPresentable(controller: String)

  /// The navigation stack has one entry, which cannot be popped.
  case cannotPopRoot(controller: String)

  /// The controller is not in the navigation stack, or in it twice.
  case notInStack(controller: String, entry: String)

  /// The tab does not exist.
  case noSuchTab(controller: String, index: Int, count: Int)

  /// A container was given no controllers.
  case emptyContainer(controller: String)
}

extension TransitionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .transitionInProgress(let controller):
      "'\(controller)' is in a transition. Wait for its completion, then try again."
    case .alreadyPresenting(let controller, let presented):
      "'\(controller)' already presents '\(presented)'. Dismiss that first, or present from it."
    case .alreadyPresented(let controller):
      "'\(controller)' is already presented. Dismiss it first, or create another controller."
    case .notPresenting(let controller):
      "'\(controller)' presents nothing and is not presented. Present a controller first."
    case .notInWindow(let controller):
      "'\(controller)' is in no window. Make it, or its presenter, a window's root first."
    case .styleNotPresentable(let controller):
      "'\(controller)' has the style 'none', which cannot be presented. Set another style."
    case .cannotPopRoot(let controller):
      "'\(controller)' has a single entry. Push a controller before you pop one."
    case .notInStack(let controller, let entry):
      "'\(entry)' cannot be found or added in the stack of '\(controller)'. Check the entries first."
    case .noSuchTab(let controller, let index, let count):
      "'\(controller)' has no tab \(index). Select one of 0..<\(count)."
    case .emptyContainer(let controller):
      "'\(controller)' has no controllers. Create it with at least one."
    }
  }
}
