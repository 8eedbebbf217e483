/// A presentation or a dismissal in progress.
final class ModalOperation: TransitionOperation {
  let kind: ModalDirection
  let presenting: ViewController
  let presented: ViewController
  let presentationController: PresentationController
  let removesPresenter: Bool
  private var appearance: AppearanceCalls
  private let completion: (() -> Void)?

  init(
    _ kind: ModalDirection, presenting: ViewController, presented: ViewController,
    presentationController: PresentationController, isAnimated: Bool,
    completion: (() -> Void)?
  ) {
    self.kind = kind
    self.presenting = presenting
    self.presented = presented
    self.presentationController = presentationController
    removesPresenter = presentationController.shouldRemovePresentersView
    self.completion = completion
    let presenter = removesPresenter ? presenting : nil
    switch kind {
    case .present:
      appearance = AppearanceCalls(incoming: presented, outgoing: presenter, isAnimated: isAnimated)
    case .dismiss:
      appearance = AppearanceCalls(incoming: presenter, outgoing: presented, isAnimated: isAnimated)
    }
  }

  func reverseAppearance() {
    appearance.reverse()
    presented.countsForStatusBar.toggle()
  }

  func end(_ context: TransitionContext, didComplete: Bool) {
    // Before the "did" calls, in which the next transition may start.
    presented.countsForStatusBar = (kind == .present) == didComplete
    switch kind {
    case .present: endPresentation(didComplete)
    case .dismiss: endDismissal(didComplete)
    }
    context.announceEnd(didComplete: didComplete)
    completion?()
  }
}

// Starting a transition; "Presenting" and "Dismissing" in Rules.md have the order of the calls.
extension ModalOperation {
  /// Starts a presentation; without an animator, also ends it.
  func startPresentation(_ context: TransitionContext, animator chosen: ChosenAnimator?) {
    context.activate(for: self, interactor: chosen?.interactor)
    presented.countsForStatusBar = true
    presented.isBeingPresented = true
    place(where: { $0.bounds.size == .zero || $0.frame == $0.engine.screenBounds })
    presentationController.presentationTransitionWillBegin()
    place(where: { $0.bounds.size == .zero })
    appearance.announce()
    guard let chosen else {
      context.containerView.addSubview(presentationController.movedView)
      finishAtOnce(context)
      return
    }
    context.start(chosen)
    if context.outcome == nil, presentationController.movedView.superview == nil {
      context.containerView.addSubview(presentationController.movedView)
      context.engine.report(.presentedViewNotAdded(controller: presented.name))
    }
  }

  /// Gives the presented view its final frame if `isUnplaced` says that it has none yet.
  private func place(where isUnplaced: (View) -> Bool) {
    let view = presentationController.movedView
    guard isUnplaced(view) else { return }
    view.setLayoutFrame(presentationController.frameOfPresentedViewInContainerView)
  }

  /// Starts a dismissal; without an animator, also ends it.
  func startDismissal(_ context: TransitionContext, animator chosen: ChosenAnimator?) {
    presented.isBeingDismissed = true
    presented.countsForStatusBar = false
    context.activate(for: self, interactor: chosen?.interactor)
    presentationController.dismissalTransitionWillBegin()
    appearance.announce()
    guard let chosen else { return finishAtOnce(context) }
    context.start(chosen)
  }

  /// Runs a transition without an animator from start to end.
  private func finishAtOnce(_ context: TransitionContext) {
    context.startWithoutAnimator()
    context.containerView.layoutIfNeeded()
    if kind == .present {
      presentationController.movedView.frame =
        presentationController.frameOfPresentedViewInContainerView
    }
    context.completeTransition(true)
    context.engine.endTransition(context)
  }
}

// Ending a transition.
extension ModalOperation {
  private func endPresentation(_ didComplete: Bool) {
    if didComplete {
      if removesPresenter { presenting.view.removeFromSuperview() }
      presentationController.presentationTransitionDidEnd(true)
    } else {
      presentationController.presentationTransitionDidEnd(false)
      dissolve()
    }
    appearance.end(didComplete: didComplete, incomingFirst: true)
    presented.isBeingPresented = false
  }

  private func endDismissal(_ didComplete: Bool) {
    if didComplete {
      dissolve()
      presentationController.dismissalTransitionDidEnd(true)
      presentationController.containerView = nil
    } else {
      presented.isBeingDismissed = false
      presentationController.dismissalTransitionDidEnd(false)
    }
    appearance.end(didComplete: didComplete, incomingFirst: false)
    presented.isBeingDismissed = false
    if !didComplete, removesPresenter { presenting.view.removeFromSuperview() }
  }

  /// Returns the presenter's view to the place from which the presentation removed it.
  private func returnPresenter() {
    defer { presenting.home = nil }
    guard let home = presenting.home, let superview = home.superview,
      presenting.view.superview !== superview
    else { return }
    guard let container = presentationController.containerView,
      presentationController.usesCurrentContext
    else { return superview.insertSubview(presenting.view, at: home.index) }
    // The container is in the view's place, and like the view it is absent while another tab is
    // shown.
    guard container.superview === superview else { return presenting.view.removeFromSuperview() }
    superview.insertSubview(presenting.view, belowSubview: container)
  }

  /// Removes the presented view and the container, returns the presenter's view to its place, and
  /// ends the relationship between the two controllers.
  private func dissolve() {
    let wasShown = presenting.view.root is Window || presenting.home != nil
    presenting.view.overlay = nil
    presentationController.movedView.removeFromSuperview()
    returnPresenter()
    presentationController.containerView?.removeFromSuperview()
    if wasShown, !(presenting.view.root is Window) {
      presented.engine.report(.presenterLost(presenter: presenting.name, presented: presented.name))
    }
    if kind == .present { presentationController.containerView = nil }
    presented.presentationController = nil
    presented.presenting = nil
    presenting.presented = nil
  }
}
