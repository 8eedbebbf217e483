// Presenting and dismissing. Rules.md has the order of the calls.
extension ViewController {
  /// Presents a controller over this one; a refusal is reported and thrown.
  ///
  /// The call returns once the animator or the interaction has started; ticks do the rest. Without
  /// animation, the end state is applied before the call returns. If the presentation is refused,
  /// nothing has changed. `completion` is called when the transition has been taken down, whether
  /// it was completed or canceled.
  public func presentOrThrow(
    _ controller: ViewController, animated: Bool, completion: (() -> Void)? = nil
  ) throws(TransitionError) {
    let presented = controller
    presented.unanswered = []
    let (presenting, controller) = try refusing { () throws(TransitionError) in
      try presentingOwner(of: presented)
    }
    engine.withoutRecording {
      let animator = animated ? presented.presentationAnimator(presenting, source: self) : nil
      let context = presented.makePresentationContext(
        controller, presenting: presenting, isAnimated: animated)
      let operation = ModalOperation(
        .present, presenting: presenting, presented: presented,
        presentationController: controller, isAnimated: animated, completion: completion)
      operation.startPresentation(context, animator: animator)
    }
  }

  /// Dismisses the controller that this one presents, or else this one itself; a refusal is
  /// reported and thrown.
  ///
  /// Controllers presented on top of the dismissed one are dismissed first, without animation.
  /// Otherwise this works like ``presentOrThrow(_:animated:completion:)``.
  public func dismissOrThrow(
    animated: Bool, completion: (() -> Void)? = nil
  ) throws(TransitionError) {
    let presented = try refusing { () throws(TransitionError) in
      let presented = try dismissedController()
      if presented.presented != nil {
        if animated { presented.reviewVanishing() }
        try presented.dismissOrThrow(animated: false)
      }
      return presented
    }
    guard let presenting = presented.presenting,
      let controller = presented.presentationController, let container = controller.containerView
    else { return }
    engine.withoutRecording {
      let animator = animated ? presented.dismissalAnimator() : nil
      let context = presented.makeDismissalContext(
        controller, presenting: presenting, container: container, isAnimated: animated)
      let operation = ModalOperation(
        .dismiss, presenting: presenting, presented: presented,
        presentationController: controller, isAnimated: animated, completion: completion)
      operation.startDismissal(context, animator: animator)
    }
  }
}

// Finding the controller that presents or is dismissed.
extension ViewController {
  /// The controller that will present, and its presentation controller; throws the reason if none
  /// can.
  private func presentingOwner(
    of controller: ViewController
  ) throws(TransitionError) -> (ViewController, PresentationController) {
    let style = controller.modalPresentationStyle.resolved(engine.automaticStyle)
    guard style != .none else { throw .styleNotPresentable(controller: controller.name) }
    let presenting = presentationOwner(inCurrentContext: style.usesCurrentContext)
    try check(presenting, canPresent: controller)
    var custom: PresentationController?
    engine.withoutRecording {
      custom = controller.customPresentationController(presenting: presenting, source: self)
    }
    guard let custom else {
      let standard = PresentationController(
        presentedViewController: controller, presenting: presenting)
      return (presenting, standard)
    }
    guard !custom.shouldPresentInFullscreen else { return (presenting, custom) }
    let owner = presentationOwner(inCurrentContext: true)
    try check(owner, canPresent: controller)
    custom.presentingViewController = owner
    return (owner, custom)
  }

  private func check(
    _ presenting: ViewController, canPresent controller: ViewController
  ) throws(TransitionError) {
    // This one, if it takes part itself; the presenter contains it.
    for party in [self, presenting, controller] where engine.isBusy(party) {
      throw .transitionInProgress(controller: party.name)
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
  }

  /// The controller whose area a presentation covers: the outermost one, or for the current context
  /// the nearest one that defines a context.
  private func presentationOwner(inCurrentContext: Bool) -> ViewController {
    guard inCurrentContext else { return outermost }
    var controller = self
    while !controller.definesPresentationContext, let parent = controller.parent {
      controller = parent
    }
    return controller
  }

  /// Reports the topmost presented controller, because this dismissal takes it off the screen in
  /// one frame, unless a snapshot stands in for it.
  private func reviewVanishing() {
    var top = self
    while let next = top.presented { top = next }
    guard let shown = top.presentationController?.movedView, shown.isOnScreen else { return }
    let own = presentationController?.movedView
    let views = [view, own].compactMap { $0 }
    guard !views.contains(where: { $0.subviews.last?.isSnapshot == true }) else { return }
    engine.report(.vanishedInDismissal(controller: top.name, dismissed: name))
  }

  /// The controller to dismiss; throws the reason if there is none.
  private func dismissedController() throws(TransitionError) -> ViewController {
    guard
      let presented = presentedViewController ?? (presentingViewController == nil ? nil : outermost)
    else { throw .notPresenting(controller: name) }
    var top: ViewController? = presented
    while let controller = top {
      if engine.isBusy(controller) {
        let party = engine.isBusy(self) ? self : controller
        throw .transitionInProgress(controller: party.name)
      }
      top = controller.presented
    }
    return presented
  }
}

// Asking the delegate for its parts; called on the presented controller.
extension ViewController {
  private func customPresentationController(
    presenting: ViewController, source: ViewController
  ) -> PresentationController? {
    // Loads the view before the delegate is asked for anything.
    _ = view
    guard modalPresentationStyle.allowsCustomPresentationController else { return nil }
    return transitioningDelegate?.presentationController(
      forPresented: self, presenting: presenting, source: source)
  }

  private func presentationAnimator(
    _ presenting: ViewController, source: ViewController
  ) -> ChosenAnimator {
    let delegate = transitioningDelegate
    let chosen = delegate?.animationController(
      forPresented: self, presenting: presenting, source: source)
    return ChosenAnimator(chosen) { delegate?.interactionControllerForPresentation(using: $0) }
      ?? ChosenAnimator(animator: SystemDefaultAnimator(.present))
  }

  private func dismissalAnimator() -> ChosenAnimator {
    let delegate = transitioningDelegate
    let animator = delegate?.animationController(forDismissed: self)
    review(
      delegate,
      answering: modalPresentationStyle.allowsCustomPresentationController
        ? [.presentationAnimator, .dismissalAnimator, .presentationController]
        : [.presentationAnimator, .dismissalAnimator])
    return ChosenAnimator(animator) {
      delegate?.interactionControllerForDismissal(using: $0)
    } ?? ChosenAnimator(animator: SystemDefaultAnimator(.dismiss))
  }
}

// Making contexts; called on the presented controller.
extension ViewController {
  /// Creates the container and the context, and connects the two controllers.
  private func makePresentationContext(
    _ controller: PresentationController, presenting: ViewController, isAnimated: Bool
  ) -> TransitionContext {
    let container = makeContainer(controller, presenting: presenting)
    let removesPresenter = controller.shouldRemovePresentersView
    if removesPresenter { presenting.home = ViewHome(of: presenting.view) }
    presentationController = controller
    self.presenting = presenting
    presenting.presented = self
    return TransitionContext(
      engine: engine, containerView: container, isAnimated: isAnimated,
      style: controller.resolvedStyle,
      from: TransitionContext.Participant(
        controller: presenting, ownView: removesPresenter ? presenting.view : nil,
        initialFrame: presenting.frameInContainer(container)),
      to: TransitionContext.Participant(
        controller: self, presentation: controller,
        finalFrame: controller.frameOfPresentedViewInContainerView))
  }

  private func makeDismissalContext(
    _ controller: PresentationController, presenting: ViewController, container: View,
    isAnimated: Bool
  ) -> TransitionContext {
    TransitionContext(
      engine: engine, containerView: container, isAnimated: isAnimated,
      style: controller.resolvedStyle,
      from: TransitionContext.Participant(
        controller: self, presentation: controller, initialFrame: controller.movedView.frame,
        finalFrame: controller.frameOfPresentedViewInContainerView),
      to: TransitionContext.Participant(
        controller: presenting,
        ownView: controller.shouldRemovePresentersView ? presenting.view : nil,
        finalFrame: presenting.frameInContainer(container)))
  }

  /// Creates a container over the window, or over the view of the controller that defines the
  /// context.
  private func makeContainer(
    _ controller: PresentationController, presenting: ViewController
  ) -> View {
    let container = ContainerView(engine: engine, name: "container")
    container.presentationController = controller
    if controller.usesCurrentContext, let superview = presenting.view.superview {
      container.frame = presenting.view.frame
      superview.insertSubview(container, aboveSubview: presenting.view)
      // A view that will be removed needs no overlay: the container takes its place.
      if !controller.shouldRemovePresentersView { presenting.view.overlay = container }
    } else if let window = presenting.hostWindow {
      container.frame = window.bounds
      window.addSubview(container)
    }
    controller.containerView = container
    return container
  }

  /// The frame of this controller's view in the coordinates of a container.
  private func frameInContainer(_ container: View) -> Rect {
    guard let superview = view.superview ?? home?.superview, superview.root === container.root
    else { return container.bounds }
    return container.convert(view.frame, from: superview)
  }
}
