import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Presenting", "Dismissing", "Without animation" and "Reversal" in Rules.md.
@Suite("Modal call order")
struct ModalCallOrderTests {
  @Test("A custom presentation")
  func presentCustom() throws {
    let probe = ModalProbe()
    probe.delegate.makeController = {
      ProbePresentationController(log: probe.log, presented: $0, presenting: $1)
    }
    try probe.presenter.presentOrThrow(probe.presented, animated: true) {
      probe.log.add("completion")
    }
    probe.presented.transitionCoordinator?.animate { _ in
      probe.log.add("late alongside")
    } completion: { _ in
      probe.log.add("coordinator completion")
    }
    #expect(
      probe.log.take() == [
        "presented viewDidLoad", "delegate presentation controller",
        "delegate animator for presentation", "delegate interactor for presentation",
        "presentationTransitionWillBegin", "presented viewWillAppear",
        "animator transitionDuration", "animator animateTransition",
        "containerViewWillLayoutSubviews", "containerViewDidLayoutSubviews",
      ])
    probe.engine.run(until: 0.49)
    #expect(probe.log.take() == [])
    probe.engine.run(until: 0.5)
    #expect(
      probe.log.take() == [
        "presentationTransitionDidEnd(true)", "presented viewDidAppear", "coordinator completion",
        "animator animationEnded(true)", "completion",
      ])
  }

  @Test("A full-screen presentation and dismissal tell the presenter too")
  func fullScreen() throws {
    let probe = ModalProbe(.fullScreen)
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    #expect(
      probe.log.take() == [
        "presented viewDidLoad", "delegate animator for presentation",
        "delegate interactor for presentation", "presenter viewWillDisappear",
        "presented viewWillAppear", "animator transitionDuration", "animator animateTransition",
      ])
    probe.engine.run(until: 1)
    #expect(
      probe.log.take() == [
        "presented viewDidAppear", "presenter viewDidDisappear", "animator animationEnded(true)",
      ])
    #expect(probe.presenter.view.superview == nil)
    try probe.presenter.dismissOrThrow(animated: true) { probe.log.add("completion") }
    #expect(
      probe.log.take() == [
        "delegate animator for dismissal", "delegate interactor for dismissal",
        "presented viewWillDisappear", "presenter viewWillAppear", "animator transitionDuration",
        "animator animateTransition",
      ])
    probe.engine.run(until: 2)
    #expect(
      probe.log.take() == [
        "presented viewDidDisappear", "presenter viewDidAppear", "animator animationEnded(true)",
        "completion",
      ])
    #expect(probe.presenter.view.superview === probe.scene.window)
    #expect(probe.scene.window.subviews.count == 1)
    #expect(probe.presenter.presentedViewController == nil)
  }

  @Test("A custom dismissal runs the hooks of the same presentation controller")
  func dismissCustom() throws {
    let probe = ModalProbe()
    probe.delegate.makeController = {
      ProbePresentationController(log: probe.log, presented: $0, presenting: $1)
    }
    try probe.presentFully()
    let controller = probe.presented.presentationController
    try probe.presented.dismissOrThrow(animated: true) { probe.log.add("completion") }
    #expect(probe.presented.presentationController === controller)
    #expect(
      probe.log.take() == [
        "delegate animator for dismissal", "delegate interactor for dismissal",
        "dismissalTransitionWillBegin", "presented viewWillDisappear",
        "animator transitionDuration", "animator animateTransition",
      ])
    probe.engine.run(until: 3)
    #expect(
      probe.log.take() == [
        "dismissalTransitionDidEnd(true)", "presented viewDidDisappear",
        "animator animationEnded(true)", "completion",
      ])
  }

  @Test("Without animation no animator is asked for, and the transition is over at once")
  func notAnimated() throws {
    let probe = ModalProbe()
    probe.delegate.makeController = {
      ProbePresentationController(log: probe.log, presented: $0, presenting: $1)
    }
    try probe.presenter.presentOrThrow(probe.presented, animated: false) {
      probe.log.add("completion")
    }
    #expect(
      probe.log.take() == [
        "presented viewDidLoad", "delegate presentation controller",
        "presentationTransitionWillBegin", "presented viewWillAppear",
        "containerViewWillLayoutSubviews", "containerViewDidLayoutSubviews",
        "presentationTransitionDidEnd(true)", "presented viewDidAppear", "completion",
      ])
    #expect(probe.presented.view.frame == Rect(x: 0, y: 0, width: 375, height: 667))
    try probe.presented.dismissOrThrow(animated: false)
    #expect(
      probe.log.take() == [
        "dismissalTransitionWillBegin", "presented viewWillDisappear",
        "dismissalTransitionDidEnd(true)", "presented viewDidDisappear",
      ])
    #expect(probe.presented.view.superview == nil)
    #expect(!probe.engine.hasTransitions)
  }

  @Test("A canceled presentation")
  func cancelledPresentation() throws {
    let probe = ModalProbe(.fullScreen)
    probe.delegate.interactor = probe.interaction
    try probe.presenter.presentOrThrow(probe.presented, animated: true) {
      probe.log.add("completion")
    }
    probe.presented.transitionCoordinator?.notifyWhenInteractionChanges {
      probe.log.add("interaction changed, canceled \($0.isCancelled)")
    }
    #expect(
      probe.log.take().suffix(4) == [
        "presented viewWillAppear", "animator transitionDuration",
        "interactor startInteractiveTransition", "animator animateTransition",
      ])
    probe.interaction.update(0.4)
    probe.interaction.cancel()
    #expect(
      probe.log.take() == [
        "interaction changed, canceled true", "presented viewWillDisappear",
        "presenter viewWillAppear",
      ])
    probe.engine.run(until: 1)
    #expect(
      probe.log.take() == [
        "presented viewDidDisappear", "presenter viewDidAppear", "animator animationEnded(false)",
        "completion",
      ])
    #expect(probe.presented.presentingViewController == nil)
    #expect(probe.presenter.presentedViewController == nil)
    #expect(probe.scene.window.subviews.map(\.name) == ["presenter"])
  }

  @Test("A canceled dismissal")
  func cancelledDismissal() throws {
    let probe = ModalProbe(.fullScreen)
    probe.animator.onAnimate = { context in
      if context.view(for: .to) === probe.presenter.view {
        context.containerView.insertSubview(probe.presenter.view, at: 0)
      }
    }
    try probe.presentFully()
    probe.delegate.interactor = probe.interaction
    try probe.presented.dismissOrThrow(animated: true) { probe.log.add("completion") }
    _ = probe.log.take()
    probe.interaction.update(0.4)
    probe.interaction.cancel()
    #expect(probe.log.take() == ["presenter viewWillDisappear", "presented viewWillAppear"])
    probe.engine.run(until: 3)
    #expect(
      probe.log.take() == [
        "presented viewDidAppear", "presenter viewDidDisappear", "animator animationEnded(false)",
        "completion",
      ])
    #expect(probe.presenter.presentedViewController === probe.presented)
    #expect(probe.presenter.view.superview == nil)
    #expect(probe.presented.view.superview != nil)
  }

  @Test("A delegate that nothing retains is gone before it is asked")
  func weakDelegate() throws {
    let probe = ModalProbe(.custom)
    func setDelegate() {
      let delegate = ProbeDelegate(log: probe.log, animator: probe.animator)
      probe.presented.transitioningDelegate = delegate
    }
    setDelegate()
    #expect(probe.presented.transitioningDelegate == nil)
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    #expect(probe.log.take() == ["presented viewDidLoad", "presented viewWillAppear"])
    probe.engine.run(until: 1)
    #expect(!probe.engine.hasTransitions)
    #expect(probe.presented.view.frame == Rect(x: 0, y: 0, width: 375, height: 667))
  }

  @Test("Both controllers return the coordinator until the transition has ended")
  func coordinatorLifetime() throws {
    let probe = ModalProbe()
    #expect(probe.presented.transitionCoordinator == nil)
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    #expect(probe.presented.transitionCoordinator != nil)
    #expect(probe.presented.transitionCoordinator === probe.presenter.transitionCoordinator)
    probe.engine.run(until: 1)
    #expect(probe.presented.transitionCoordinator == nil)
    #expect(probe.presenter.transitionCoordinator == nil)
  }
}
