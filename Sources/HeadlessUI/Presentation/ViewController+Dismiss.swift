extension ViewController {
  /// Dismisses the controller that this one presents, or else this one itself (§9.2).
  ///
  /// Controllers that are presented on top of it are taken away first, without animation.
  ///
  /// - Parameters:
  ///   - animated: When false, the end state is applied before the call returns.
  ///   - completion: Called when the transition has been taken down, completed or cancelled.
  /// - Throws: ``TransitionError`` when there is nothing to dismiss or a transition is under way.
  public func dismiss(
    animated: Bool, completion: (() -> Void)? = nil
  ) throws(TransitionError) {
    let presented: ViewController
    do throws(TransitionError) {
      presented = try dismissedController()
      if presented.presented != nil { try presented.dismiss(animated: false) }
    } catch {
      engine.report(.refused(error))
      throw error
    }
    guard let presenting = presented.presenting,
      let controller = presented.presentationController, let container = controller.containerView
    else { return }
    engine.performWithoutAnimation {
      let animator = animated ? presented.dismissalAnimator() : nil
      let context = presented.makeDismissalContext(
        controller, presenting: presenting, container: container, isAnimated: animated)
      let operation = ModalOperation(
        .dismiss, presenting: presenting, presented: presented,
        presentationController: controller, isAnimated: animated, completion: completion)
      operation.beginDismissal(context, animator: animator)
    }
  }

  private func dismissedController() throws(TransitionError) -> ViewController {
    guard
      let presented = presentedViewController ?? (presentingViewController == nil ? nil : outermost)
    else { throw .notPresenting(controller: name) }
    var top: ViewController? = presented
    while let controller = top {
      if engine.isBusy(controller) { throw .transitionInProgress(controller: name) }
      top = controller.presented
    }
    return presented
  }

  /// Steps 2 and 3 of §9.2.
  private func dismissalAnimator() -> ChosenAnimator {
    guard let animator = transitioningDelegate?.animationController(forDismissed: self) else {
      return ChosenAnimator(animator: SystemDefaultAnimator(.dismiss), interactor: nil)
    }
    return ChosenAnimator(
      animator: animator,
      interactor: transitioningDelegate?.interactionControllerForDismissal(using: animator))
  }
}
