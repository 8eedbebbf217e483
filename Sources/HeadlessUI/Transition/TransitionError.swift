/// The reason why a transition did not start.
///
/// Every message names the controller and ends with what to do next.
public enum TransitionError: Error, Hashable, Sendable {
  case transitionInProgress(controller: String)
  case alreadyPresenting(controller: String, presented: String)
  case alreadyPresented(controller: String)
  case notPresenting(controller: String)
  case notInWindow(controller: String)
  /// The style `none` cannot be presented.
  case styleNotPresentable(controller: String)
  case cannotPopRoot(controller: String)
  /// The child is presented, contains the controller, or is already in a container.
  case cannotAdd(controller: String, child: String)
  case notInStack(controller: String, entry: String)
  case twiceInStack(controller: String, entry: String)
  case nestedNavigation(controller: String, entry: String)
  case noSuchTab(controller: String, index: Int, count: Int)
  case emptyContainer(controller: String)
  case notChild(controller: String, child: String)
  /// The child's view has no superview.
  case childNotShown(controller: String, child: String)
}

extension TransitionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .transitionInProgress(let controller):
      "'\(controller)' is in a transition. Wait for its completion, then try again."
    case .alreadyPresenting(let controller, let presented):
      "'\(controller)' already presents '\(presented)'. Dismiss that first, or present from it."
    case .alreadyPresented(let controller):
      "'\(controller)' is already on screen. Dismiss it first, or create another controller."
    case .notPresenting(let controller):
      "'\(controller)' neither presents a controller nor is presented. Present one first."
    case .notInWindow(let controller):
      "'\(controller)' is not in a window. Make it, or its presenter, a window's root first."
    case .styleNotPresentable(let controller):
      "'\(controller)' has the style 'none', which cannot be presented. Set another style."
    case .cannotPopRoot(let controller):
      "'\(controller)' has only one entry. Push a controller before you pop one."
    case .cannotAdd(let controller, let child):
      """
      '\(controller)' cannot add '\(child)', which is presented, contains '\(controller)', or is in another \
      container. Remove it there first.
      """
    case .notInStack(let controller, let entry):
      "'\(entry)' is not in the stack of '\(controller)'. Check 'viewControllers' first."
    case .twiceInStack(let controller, let entry):
      "'\(controller)' cannot hold '\(entry)' twice. Remove one of the two."
    case .nestedNavigation(let controller, let entry):
      "'\(controller)' cannot push '\(entry)', which is a navigation container. Present it instead."
    case .noSuchTab(let controller, let index, let count):
      "'\(controller)' has no tab \(index). Select one of 0..<\(count)."
    case .emptyContainer(let controller):
      "'\(controller)' needs at least one controller. Pass one."
    case .notChild(let controller, let child):
      "'\(controller)' cannot exchange '\(child)', which is not its child. Call 'addChild' first."
    case .childNotShown(let controller, let child):
      """
      '\(controller)' cannot replace '\(child)', whose view is not on screen. Add that view to one of \
      '\(controller)' first.
      """
    }
  }
}
