extension NavigationController {
  /// Puts a controller on top of the stack.
  ///
  /// - Parameters:
  ///   - controller: An entry that is not in the stack yet.
  ///   - animated: When false, the switch is over when the call returns.
  /// - Throws: ``TransitionError`` when it is refused; nothing has changed then.
  public func pushViewController(
    _ controller: ViewController, animated: Bool
  ) throws(TransitionError) {
    let isTaken = controller.parent != nil || controller.presenting != nil || controller === self
    guard !isTaken else {
      throw refuse(.notInStack(controller: name, entry: controller.name))
    }
    try setViewControllers(viewControllers + [controller], animated: animated)
  }

  /// Takes the top controller off the stack.
  ///
  /// - Parameter animated: When false, the switch is over when the call returns.
  /// - Returns: The controller that leaves.
  /// - Throws: ``TransitionError`` when a single entry is left or a transition is under way.
  @discardableResult
  public func popViewController(animated: Bool) throws(TransitionError) -> ViewController {
    guard viewControllers.count > 1 else { throw refuse(.cannotPopRoot(controller: name)) }
    let top = topViewController
    try setViewControllers(Array(viewControllers.dropLast()), animated: animated)
    return top
  }

  /// Takes every controller above `controller` off the stack, in one transition.
  ///
  /// - Parameters:
  ///   - controller: The entry to go back to.
  ///   - animated: When false, the switch is over when the call returns.
  /// - Throws: ``TransitionError`` when it is not in the stack or a transition is under way.
  public func popToViewController(
    _ controller: ViewController, animated: Bool
  ) throws(TransitionError) {
    guard let index = viewControllers.firstIndex(where: { $0 === controller }) else {
      throw refuse(.notInStack(controller: name, entry: controller.name))
    }
    guard index < viewControllers.count - 1 else { return }
    try setViewControllers(Array(viewControllers[...index]), animated: animated)
  }

  /// Takes everything but the root off the stack, in one transition.
  ///
  /// - Parameter animated: When false, the switch is over when the call returns.
  /// - Throws: ``TransitionError`` when a transition is under way.
  public func popToRootViewController(animated: Bool) throws(TransitionError) {
    try popToViewController(viewControllers[0], animated: animated)
  }

  /// Replaces the stack.
  ///
  /// A new top is pushed, one from further down popped to; with the same top nothing is animated.
  ///
  /// - Parameters:
  ///   - controllers: The new stack, root first.
  ///   - animated: When false, the switch is over when the call returns.
  /// - Throws: ``TransitionError`` when the stack is empty, holds an entry twice, or a transition is
  ///   under way.
  public func setViewControllers(
    _ controllers: [ViewController], animated: Bool
  ) throws(TransitionError) {
    guard let top = controllers.last else { throw refuse(.emptyContainer(controller: name)) }
    for (index, controller) in controllers.enumerated()
    where controllers[..<index].contains(where: { $0 === controller }) {
      throw refuse(.notInStack(controller: name, entry: controller.name))
    }
    guard !engine.isBusy(self) else { throw refuse(.transitionInProgress(controller: name)) }
    let operation: NavigationOperation =
      top === topViewController
      ? .none : viewControllers.contains { $0 === top } ? .pop : .push
    engine.performWithoutAnimation {
      run(operation, to: controllers, top: top, animated: animated)
    }
  }

  private func refuse(_ error: TransitionError) -> TransitionError {
    engine.report(.refused(error))
    return error
  }

  private func run(
    _ operation: NavigationOperation, to stack: [ViewController], top: ViewController,
    animated: Bool
  ) {
    view.layoutIfNeeded()
    let (from, old) = (topViewController, viewControllers)
    guard operation != .none else { return adopt(stack, insteadOf: old) }
    let chosen = animated ? chooseAnimator(operation, from: from, to: top) : nil
    for controller in stack { controller.parent = self }
    viewControllers = stack
    delegate?.navigationController(self, willShow: top)
    let context = makeContentContext(
      container: contentView, from: from, to: top, isAnimated: chosen != nil)
    let contentOperation = ContentOperation(
      from: from, to: top, isAnimated: chosen != nil
    ) { [self] didComplete in
      (didComplete ? from : top).view.removeFromSuperview()
      if didComplete { adopt(stack, insteadOf: old) } else { adopt(old, insteadOf: stack) }
      if !didComplete, from.view.superview == nil { contentView.addSubview(from.view) }
    } announce: { [self] didComplete in
      if didComplete { delegate?.navigationController(self, didShow: top) }
    }
    contentOperation.begin(context, animator: chosen)
  }

  /// Steps 1 and 2 of §9.5.
  private func chooseAnimator(
    _ operation: NavigationOperation, from: ViewController, to: ViewController
  ) -> ChosenAnimator {
    guard
      let animator = delegate?.navigationController(
        self, animationControllerFor: operation, from: from, to: to)
    else {
      return ChosenAnimator(animator: DefaultPushAnimator(operation), interactor: nil)
    }
    return ChosenAnimator(
      animator: animator,
      interactor: delegate?.navigationController(self, interactionControllerFor: animator))
  }

  /// Makes `stack` the stack; entries that are not in it any more are let go.
  private func adopt(_ stack: [ViewController], insteadOf old: [ViewController]) {
    viewControllers = stack
    for controller in old where !stack.contains(where: { $0 === controller }) {
      controller.parent = nil
    }
    for controller in stack { controller.parent = self }
  }
}
