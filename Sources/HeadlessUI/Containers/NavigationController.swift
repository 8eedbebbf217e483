/// A stack of controllers that is never empty; the top one is on screen.
open class NavigationController: ViewController {
  /// The style of the bar, which determines that of the status bar.
  public enum BarStyle: Sendable { case `default`, black }

  /// The stack, root first.
  public private(set) var viewControllers: [ViewController]

  public weak var delegate: (any NavigationControllerDelegate)? { didSet { unanswered = [] } }

  public var barStyle = BarStyle.default
  public var isNavigationBarHidden = false

  /// Recognizes the built-in swipe from the left edge, which pops with the default animation.
  ///
  /// It does not begin while the root is on top, or if the delegate supplies an animator for the
  /// pop. Set its `isEnabled` to false to switch it off.
  public var interactivePopGestureRecognizer: ScreenEdgePanGestureRecognizer {
    backSwipe.recognizer
  }

  private lazy var backSwipe = BackSwipe(self)

  /// Creates a container with one entry.
  public init(engine: Engine, name: String, root: ViewController) {
    viewControllers = [root]
    super.init(engine: engine, name: name)
    takeRoot(root)
  }

  /// Creates a container with one entry, on the entry's engine and named after its type.
  public init(rootViewController root: ViewController) {
    viewControllers = [root]
    super.init(engine: root.engine, name: String(describing: Self.self))
    takeRoot(root)
  }

  private func takeRoot(_ root: ViewController) {
    definesPresentationContext = true
    if root.isTaken { engine.report(.refused(.cannotAdd(controller: name, child: root.name))) }
    root.parent = self
    if root is NavigationController {
      engine.report(.refused(.nestedNavigation(controller: name, entry: root.name)))
    }
  }

  /// The entry that is on screen.
  ///
  /// Never nil; optional for code that unwraps it, as on the platform.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public var topViewController: ViewController! { top }

  private var top: ViewController { viewControllers[viewControllers.count - 1] }

  /// The superview of the entries' views.
  public var contentView: View { (view as? ContentHostView)?.content ?? view }

  open override func loadView() {
    let host = ContentHostView(engine: engine, name: name, frame: engine.screenBounds)
    host.content.addSubview(topViewController.view)
    host.addGestureRecognizer(backSwipe.recognizer)
    view = host
  }

  open override var children: [ViewController] { viewControllers }

  /// Adds a controller on top of the stack; see ``pushOrThrow(_:animated:)``.
  ///
  /// A refusal is reported, and nothing changes.
  open func pushViewController(_ controller: ViewController, animated: Bool) {
    try? pushOrThrow(controller, animated: animated)
  }

  /// Removes the top controller, and returns it; a refusal is reported, and returns nil.
  @discardableResult
  open func popViewController(animated: Bool) -> ViewController? {
    try? popOrThrow(animated: animated)
  }

  override var shownChild: ViewController? { top }
}

/// What a navigation container is doing, with the platform's raw values.
public enum NavigationOperation: Int, Sendable {
  case none = 0
  case push = 1
  case pop = 2
}

/// Supplies the parts of a navigation container's transitions; held weakly.
public protocol NavigationControllerDelegate: AnyObject {
  /// The animator of an operation, or nil for the default push.
  func navigationController(
    _ navigation: NavigationController, animationControllerFor operation: NavigationOperation,
    from: ViewController, to: ViewController
  ) -> (any AnimatedTransitioning)?

  /// The interaction controller, or nil unless an interaction is in progress.
  func navigationController(
    _ navigation: NavigationController,
    interactionControllerFor animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)?

  /// Called before the transition.
  func navigationController(
    _ navigation: NavigationController, willShow controller: ViewController, animated: Bool)

  /// Called after a transition that completed.
  func navigationController(
    _ navigation: NavigationController, didShow controller: ViewController, animated: Bool)
}

extension NavigationControllerDelegate {
  public func navigationController(
    _ navigation: NavigationController, animationControllerFor operation: NavigationOperation,
    from: ViewController, to: ViewController
  ) -> (any AnimatedTransitioning)? {
    navigation.unanswered.insert(.contentAnimator)
    return nil
  }

  public func navigationController(
    _ navigation: NavigationController,
    interactionControllerFor animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? { nil }

  public func navigationController(
    _ navigation: NavigationController, willShow controller: ViewController, animated: Bool
  ) { navigation.unanswered.insert(.announcement) }

  public func navigationController(
    _ navigation: NavigationController, didShow controller: ViewController, animated: Bool
  ) { navigation.unanswered.insert(.arrival) }
}

// Without animation, or in no window, a switch is over when the call returns. Where one is refused,
// nothing changes, and the refusal is reported and thrown.
extension NavigationController {
  /// Pushes a controller that is not in the stack.
  public func pushOrThrow(
    _ controller: ViewController, animated: Bool
  ) throws(TransitionError) {
    try setViewControllersOrThrow(viewControllers + [controller], animated: animated)
  }

  /// Removes the top controller from the stack, and returns it; refused if it is the only one.
  @discardableResult
  public func popOrThrow(animated: Bool) throws(TransitionError) -> ViewController {
    guard viewControllers.count > 1 else { throw refuse(.cannotPopRoot(controller: name)) }
    let top = self.top
    try setViewControllersOrThrow(Array(viewControllers.dropLast()), animated: animated)
    return top
  }

  /// Removes every controller above `controller` from the stack, in one transition.
  public func popToOrThrow(
    _ controller: ViewController, animated: Bool
  ) throws(TransitionError) {
    guard let index = viewControllers.firstIndex(where: { $0 === controller }) else {
      throw refuse(.notInStack(controller: name, entry: controller.name))
    }
    guard index < viewControllers.count - 1 else { return }
    try setViewControllersOrThrow(Array(viewControllers[...index]), animated: animated)
  }

  /// Removes everything but the root from the stack, in one transition.
  public func popToRootOrThrow(animated: Bool) throws(TransitionError) {
    try popToOrThrow(viewControllers[0], animated: animated)
  }

  /// Replaces the stack.
  ///
  /// A new top controller is pushed; one from further down is popped to. If the top stays the same,
  /// nothing is animated. Refused if the stack is empty, contains an entry twice, or has a new
  /// entry that is presented, contains this controller or is in another container.
  public func setViewControllersOrThrow(
    _ controllers: [ViewController], animated: Bool
  ) throws(TransitionError) {
    guard let top = controllers.last else { throw refuse(.emptyContainer(controller: name)) }
    for (index, controller) in controllers.enumerated()
    where controllers[..<index].contains(where: { $0 === controller }) {
      throw refuse(.twiceInStack(controller: name, entry: controller.name))
    }
    let new = controllers.filter { controller in
      !viewControllers.contains { $0 === controller }
    }
    if let taken = new.first(where: { !canAdd($0) }) {
      throw refuse(.cannotAdd(controller: name, child: taken.name))
    }
    if let inner = controllers.first(where: { $0 is NavigationController }) {
      throw refuse(.nestedNavigation(controller: name, entry: inner.name))
    }
    guard !engine.isBusy(self) else { throw refuse(.transitionInProgress(controller: name)) }
    let operation: NavigationOperation =
      top === self.top
      ? .none : viewControllers.contains { $0 === top } ? .pop : .push
    engine.withoutRecording { run(operation, to: controllers, top: top, animated: animated) }
  }

  /// Whether a controller is not in use elsewhere and does not contain this one.
  private func canAdd(_ controller: ViewController) -> Bool {
    controller !== self && !controller.isTaken && !controller.isAncestor(of: self)
  }

  private func run(
    _ operation: NavigationOperation, to stack: [ViewController], top: ViewController,
    animated: Bool
  ) {
    view.layoutIfNeeded()
    let from = self.top
    let old = viewControllers
    guard operation != .none else { return adopt(stack, insteadOf: old) }
    let animated = animated && contentView.window != nil
    let chosen = animated ? chooseAnimator(operation, from: from, to: top) : nil
    for controller in stack { controller.parent = self }
    viewControllers = stack
    if operation == .push { top.isMovingToParent = true } else { from.isMovingFromParent = true }
    ContentOperation.start(
      in: contentView, from: from, to: top, animator: chosen, returning: .atEnd
    ) { [self] in
      delegate?.navigationController(self, willShow: top, animated: animated)
    } settle: { [self] didComplete in
      if didComplete { return adopt(stack, insteadOf: old) }
      adopt(old, insteadOf: stack)
      (top.isMovingToParent, from.isMovingFromParent) = (false, false)
    } announce: { [self] in
      (top.isMovingToParent, from.isMovingFromParent) = (false, false)
      delegate?.navigationController(self, didShow: top, animated: animated)
      review(delegate, answering: [.contentAnimator, .announcement, .arrival])
    }
  }

  private func chooseAnimator(
    _ operation: NavigationOperation, from: ViewController, to: ViewController
  ) -> ChosenAnimator {
    let animator = delegate?.navigationController(
      self, animationControllerFor: operation, from: from, to: to)
    let isSwiped = operation == .pop && backSwipe.interaction.isInteracting
    return ChosenAnimator(animator) {
      delegate?.navigationController(self, interactionControllerFor: $0)
    }
      ?? ChosenAnimator(
        animator: DefaultPushAnimator(operation, isInteractive: isSwiped),
        interactor: isSwiped ? backSwipe.interaction : nil)
  }

  /// Whether a swipe may pop now.
  var allowsBackSwipe: Bool {
    guard viewControllers.count > 1, !engine.isBusy(self) else { return false }
    let below = viewControllers[viewControllers.count - 2]
    return delegate?.navigationController(
      self, animationControllerFor: .pop, from: top, to: below) == nil
  }

  /// Replaces the stack; entries that are no longer in it lose their parent.
  private func adopt(_ stack: [ViewController], insteadOf old: [ViewController]) {
    viewControllers = stack
    for controller in old where !stack.contains(where: { $0 === controller }) {
      controller.parent = nil
    }
    for controller in stack { controller.parent = self }
  }
}
