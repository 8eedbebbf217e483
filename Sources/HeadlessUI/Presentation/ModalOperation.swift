/// A presentation or a dismissal under way.
final class ModalOperation: TransitionOperation {
  enum Kind {
    case present, dismiss
  }

  let kind: Kind
  let presenting: ViewController
  let presented: ViewController
  let presentationController: PresentationController
  let removesPresenter: Bool
  var appearance: AppearanceCalls
  private let completion: (() -> Void)?

  init(
    _ kind: Kind, presenting: ViewController, presented: ViewController,
    presentationController: PresentationController, isAnimated: Bool,
    completion: (() -> Void)?
  ) {
    self.kind = kind
    (self.presenting, self.presented) = (presenting, presented)
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

  func appearanceTurns() {
    appearance.turn()
    presented.countsForStatusBar.toggle()
  }

  func end(_ context: TransitionContext, didComplete: Bool) {
    switch kind {
    case .present: endPresentation(didComplete)
    case .dismiss: endDismissal(didComplete)
    }
    presented.countsForStatusBar = (kind == .present) == didComplete
    context.runAlongsideCompletions()
    for controller in [presenting, presented]
    where controller.transitionCoordinator?.context === context {
      controller.transitionCoordinator = nil
    }
    context.animator?.animationEnded(didComplete)
    completion?()
  }

  /// Steps 14 and 15 of §9.1.
  private func endPresentation(_ didComplete: Bool) {
    if didComplete {
      if removesPresenter { presenting.view.removeFromSuperview() }
      presentationController.presentationTransitionDidEnd(true)
    } else {
      presentationController.presentationTransitionDidEnd(false)
      dissolve()
    }
    appearance.end(didComplete: didComplete, incomingFirst: true)
  }

  /// Steps 10 and 11 of §9.2.
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
    if !didComplete, removesPresenter { presenting.view.removeFromSuperview() }
  }

  /// Takes the presented view and the container away, brings the presenter's view home, and ends the
  /// relation of the two controllers.
  private func dissolve() {
    presented.view.removeFromSuperview()
    if let home = presenting.home, let superview = home.superview,
      presenting.view.superview !== superview
    {
      superview.insertSubview(presenting.view, at: home.index)
    }
    presenting.home = nil
    presentationController.containerView?.removeFromSuperview()
    if kind == .present { presentationController.containerView = nil }
    presented.isBeingDismissed = false
    presented.presentationController = nil
    presented.presenting = nil
    presenting.presented = nil
  }
}
