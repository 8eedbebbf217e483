extension ModalOperation {
  /// Steps 6 to 12 of §9.1, and all the rest when there is no animator.
  func beginPresentation(_ context: TransitionContext, animator chosen: ChosenAnimator?) {
    enlist(context)
    presented.countsForStatusBar = true
    presentationController.presentationTransitionWillBegin()
    appearance.begin()
    guard let chosen else {
      context.containerView.addSubview(presented.view)
      finishAtOnce(context)
      return
    }
    context.start(animator: chosen.animator, interactor: chosen.interactor)
    if context.outcome == nil, presented.view.superview == nil {
      context.containerView.addSubview(presented.view)
      context.engine.report(.presentedViewNotAdded(controller: presented.name))
    }
  }

  /// Steps 5 to 9 of §9.2, and all the rest when there is no animator.
  func beginDismissal(_ context: TransitionContext, animator chosen: ChosenAnimator?) {
    presented.isBeingDismissed = true
    presented.countsForStatusBar = false
    enlist(context)
    presentationController.dismissalTransitionWillBegin()
    appearance.begin()
    guard let chosen else {
      finishAtOnce(context)
      return
    }
    context.start(animator: chosen.animator, interactor: chosen.interactor)
  }

  private func enlist(_ context: TransitionContext) {
    context.operation = self
    context.engine.transitions.append(context)
    let coordinator = context.coordinator
    presenting.transitionCoordinator = coordinator
    presented.transitionCoordinator = coordinator
  }

  /// A transition without animation: layout, final frames, end.
  private func finishAtOnce(_ context: TransitionContext) {
    context.state = .running
    context.runAlongsideBlocks()
    context.containerView.layoutIfNeeded()
    if kind == .present {
      presented.view.frame = presentationController.frameOfPresentedViewInContainerView
    }
    context.completeTransition(true)
    context.engine.endTransition(context)
  }
}
