extension ViewController {
  /// Presents a controller over this one (§9.1).
  ///
  /// Returns when the animator or the interaction has started; ticks do the rest.
  ///
  /// - Parameters:
  ///   - controller: The controller to present.
  ///   - animated: When false, the end state is applied before the call returns.
  ///   - completion: Called when the transition has been taken down, completed or cancelled.
  /// - Throws: ``TransitionError`` when the presentation is refused; nothing has changed then.
  public func present(
    _ controller: ViewController, animated: Bool, completion: (() -> Void)? = nil
  ) throws(TransitionError) {
    let presenting: ViewController
    do throws(TransitionError) {
      presenting = try presentingOwner(of: controller)
    } catch {
      engine.report(.refused(error))
      throw error
    }
    let presented = controller
    engine.performWithoutAnimation {
      let custom = presented.customPresentationController(presenting: presenting, source: self)
      let controller =
        custom ?? PresentationController(presented: presented, presenting: presenting)
      let animator = animated ? presented.presentationAnimator(presenting, source: self) : nil
      let context = presented.makePresentationContext(
        controller, presenting: presenting, isAnimated: animated)
      let operation = ModalOperation(
        .present, presenting: presenting, presented: presented,
        presentationController: controller, isAnimated: animated, completion: completion)
      operation.beginPresentation(context, animator: animator)
    }
  }

  /// Step 1 of §9.1: the controller that will present, or why not.
  private func presentingOwner(
    of controller: ViewController
  ) throws(TransitionError) -> ViewController {
    let style = controller.modalPresentationStyle.resolved(engine.automaticStyle)
    guard style != .none else { throw .styleNotPresentable(controller: controller.name) }
    let presenting = presentationOwner(style)
    guard !engine.isBusy(presenting), !engine.isBusy(controller) else {
      throw .transitionInProgress(controller: name)
    }
    if let presented = presenting.presented {
      throw .alreadyPresenting(controller: presenting.name, presented: presented.name)
    }
    let isOnScreen =
      controller.parent != nil || controller.window?.rootViewController === controller
    guard controller.presenting == nil, !isOnScreen, controller !== presenting else {
      throw .alreadyPresented(controller: controller.name)
    }
    guard presenting.hostWindow != nil else { throw .notInWindow(controller: presenting.name) }
    return presenting
  }

  /// The controller whose area a presentation covers: the outermost one, or for the current-context
  /// styles the nearest that defines a context.
  private func presentationOwner(_ style: ModalPresentationStyle) -> ViewController {
    guard style.usesCurrentContext else { return outermost }
    var controller = self
    while !controller.definesPresentationContext, let parent = controller.parent {
      controller = parent
    }
    return controller
  }

  private func customPresentationController(
    presenting: ViewController, source: ViewController
  ) -> PresentationController? {
    _ = view
    guard modalPresentationStyle.allowsCustomPresentationController else { return nil }
    return transitioningDelegate?.presentationController(
      forPresented: self, presenting: presenting, source: source)
  }

  /// Steps 4 and 5 of §9.1.
  private func presentationAnimator(_ presenting: ViewController, source: ViewController)
    -> ChosenAnimator
  {
    guard
      let animator = transitioningDelegate?.animationController(
        forPresented: self, presenting: presenting, source: source)
    else {
      return ChosenAnimator(animator: SystemDefaultAnimator(.present), interactor: nil)
    }
    return ChosenAnimator(
      animator: animator,
      interactor: transitioningDelegate?.interactionControllerForPresentation(using: animator))
  }
}

/// The animator of a transition, and what takes over from it.
struct ChosenAnimator {
  let animator: any AnimatedTransitioning
  let interactor: (any InteractiveTransitioning)?
}
