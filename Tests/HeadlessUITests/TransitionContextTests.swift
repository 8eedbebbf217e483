import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Transitions" in Rules.md, from "Taking part" to "Locking".
@Suite("Transition context")
struct TransitionContextTests {
  private static let replacing: [ModalPresentationStyle] = [.fullScreen, .currentContext]
  private static let covering: [ModalPresentationStyle] = [
    .custom, .overFullScreen, .overCurrentContext, .popover, .pageSheet, .formSheet,
  ]

  @Test("Views take part as the style says", arguments: replacing + covering)
  func participants(style: ModalPresentationStyle) throws {
    let probe = ModalProbe(style)
    let isReplacing = Self.replacing.contains(style)
    var contexts: [TransitionContext] = []
    probe.animator.onAnimate = { contexts.append($0) }
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    probe.engine.run(until: 1)
    try probe.presented.dismissOrThrow(animated: true)
    let present = contexts[0]
    let dismiss = contexts[1]
    #expect(present.view(for: .from) === (isReplacing ? probe.presenter.view : nil))
    #expect(present.view(for: .to) === probe.presented.view)
    #expect(dismiss.view(for: .from) === probe.presented.view)
    #expect(dismiss.view(for: .to) === (isReplacing ? probe.presenter.view : nil))
    #expect(present.viewController(for: .from) === probe.presenter)
    #expect(dismiss.viewController(for: .to) === probe.presenter)
    #expect(present.presentationStyle == style)
    #expect(present.isAnimated)
    #expect(present.targetTransform == .identity)
    probe.engine.run(until: 2)
    #expect(probe.presenter.view.superview === probe.scene.window)
    #expect(probe.scene.window.subviews.count == 1)
  }

  @Test("Unknown frames are zero")
  func frames() throws {
    let probe = ModalProbe()
    var contexts: [TransitionContext] = []
    probe.animator.onAnimate = { contexts.append($0) }
    probe.delegate.makeController = {
      let controller = ProbePresentationController(
        log: probe.log, presented: $0, presenting: $1)
      controller.frame = Rect(x: 10, y: 20, width: 30, height: 40)
      return controller
    }
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    let screen = Rect(x: 0, y: 0, width: 375, height: 667)
    #expect(
      contexts[0].finalFrame(for: probe.presented) == Rect(x: 10, y: 20, width: 30, height: 40))
    #expect(contexts[0].initialFrame(for: probe.presenter) == screen)
    #expect(contexts[0].initialFrame(for: probe.presented) == .zero)
    #expect(contexts[0].finalFrame(for: probe.presenter) == .zero)
    let third = probe.scene.controller("third")
    #expect(contexts[0].initialFrame(for: third) == .zero)
    #expect(contexts[0].finalFrame(for: third) == .zero)
    probe.engine.run(until: 1)
    let shown = probe.presented.view.frame
    try probe.presented.dismissOrThrow(animated: true)
    #expect(contexts[1].initialFrame(for: probe.presented) == shown)
    #expect(contexts[1].finalFrame(for: probe.presenter) == screen)
    // Where a dismissal leaves is where the presentation controller puts the view.
    #expect(
      contexts[1].finalFrame(for: probe.presented) == Rect(x: 10, y: 20, width: 30, height: 40))
    #expect(contexts[1].initialFrame(for: probe.presenter) == .zero)
  }

  @Test("Each state allows its own calls")
  func states() throws {
    let probe = ModalProbe()
    var running: TransitionContext?
    probe.animator.onAnimate = { running = $0 }
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    let context = try #require(running)
    #expect(context.state == .running)
    #expect(!context.isInteractive)
    context.updateInteractiveTransition(0.5)
    context.cancelInteractiveTransition()
    #expect(
      probe.engine.diagnostics
        == ["update", "cancel"].map {
          .ignoredCall("\($0)InteractiveTransition", transition: context.name)
        })
    context.pauseInteractiveTransition()
    #expect(context.state == .interacting)
    #expect(context.isInteractive)
    context.finishInteractiveTransition()
    #expect(context.state == .ending)
    #expect(!context.transitionWasCancelled)
    probe.engine.run(until: 1)
    #expect(context.state == .ended)
    context.updateInteractiveTransition(0.5)
    context.finishInteractiveTransition()
    #expect(probe.engine.diagnostics.count == 4)
  }

  @Test("A second completion is ignored and reported")
  func completedTwice() throws {
    let probe = ModalProbe()
    var running: TransitionContext?
    probe.animator.onAnimate = { running = $0 }
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    let context = try #require(running)
    context.completeTransition(true)
    context.completeTransition(false)
    probe.engine.run(until: 1)
    #expect(probe.presenter.presentedViewController === probe.presented)
    #expect(probe.engine.diagnostics.contains(.completedTwice(transition: context.name)))
  }

  @Test(
    "The argument of completeTransition decides, and a contradiction is reported",
    arguments: [true, false])
  func mismatch(isCancelled: Bool) throws {
    let probe = ModalProbe()
    probe.animator.outcome = isCancelled
    var name = ""
    probe.animator.onAnimate = { name = $0.name }
    probe.delegate.interactor = probe.interaction
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    probe.interaction.update(0.5)
    if isCancelled { probe.interaction.cancel() } else { probe.interaction.finish() }
    probe.engine.run(until: 2)
    #expect((probe.presenter.presentedViewController != nil) == isCancelled)
    #expect(probe.engine.diagnostics == [.completionMismatch(transition: name)])
  }

  @Test("Animations that still run at the end are removed")
  func leftovers() throws {
    let probe = ModalProbe()
    var finished: Bool?
    probe.animator.onAnimate = { context in
      context.engine.animate(duration: 9) {
        probe.presenter.view.alpha = 0.25
      } completion: {
        finished = $0
      }
    }
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    probe.engine.run(until: 0.5)
    #expect(probe.presenter.view.presentation.alpha == 0.25)
    probe.engine.run(until: 0.6)
    #expect(finished == false)
  }

  @Test(
    "What a controller animates when it appears outlives the transition, and is not scrubbed",
    arguments: [true, false])
  func foreignAnimation(isInteractive: Bool) throws {
    let probe = ModalProbe()
    let spinner = Spinner(engine: probe.engine, name: "spinner")
    spinner.modalPresentationStyle = .custom
    spinner.transitioningDelegate = probe.delegate
    probe.delegate.interactor = isInteractive ? probe.interaction : nil
    try probe.presenter.presentOrThrow(spinner, animated: true)
    if isInteractive {
      probe.interaction.update(0.75)
      probe.engine.tick(seconds: 0.1)
      expectClose(spinner.view.presentation.alpha, 0.95)
      probe.interaction.finish()
    }
    probe.engine.run(until: 1)
    #expect(!probe.engine.hasTransitions)
    expectClose(spinner.view.presentation.alpha, 0.5)
    #expect(spinner.finished == nil)
    probe.engine.run(until: 2)
    #expect(spinner.finished == true)
  }

  @Test("A transition that is never completed is reported once, with its animator's name")
  func stuck() throws {
    let probe = ModalProbe()
    probe.animator.completes = false
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    probe.engine.run(until: 1.48)
    #expect(probe.engine.diagnostics.isEmpty)
    probe.engine.run(until: 5)
    #expect(
      probe.engine.diagnostics == [
        .transitionStuck(transition: "presenter to presented (ProbeAnimator)")
      ])
    #expect(probe.engine.hasTransitions)
  }

  /// A sheet that a hand-written interaction drags, down at a finger.
  private func drag(_ phases: [Touch.Phase], releases: Bool = true) throws -> ModalProbe {
    final class Pull: PanDismissal {
      override func animateRelease(_ context: TransitionContext) { context.complete() }
    }
    let probe = ModalProbe()
    try probe.presentFully()
    let pull = Pull(engine: probe.engine) { try probe.presented.dismissOrThrow(animated: true) }
    probe.delegate.interactor = pull
    probe.presented.view.addGestureRecognizer(
      PanGestureRecognizer { if releases || $0.state != .ended { pull.handle($0) } })
    for (index, phase) in phases.enumerated() {
      let touch = Touch(
        phase, at: Point(x: 100, y: 100 + 20 * Double(min(index, 2))),
        nanoseconds: probe.engine.nanoseconds + 1)
      probe.scene.window.send(touch)
      probe.engine.tick(at: touch.nanoseconds)
    }
    return probe
  }

  @Test("A finger that rests is not stuck, however long, and may go on")
  func restingFinger() throws {
    let probe = try drag([.began, .moved, .moved])
    probe.engine.run(until: 9)
    #expect(probe.engine.diagnostics.isEmpty)
    probe.scene.window.send(
      Touch(.ended, at: Point(x: 100, y: 140), nanoseconds: probe.engine.nanoseconds + 1))
    probe.engine.run(until: 10)
    #expect(!probe.engine.hasTransitions)
    #expect(probe.engine.diagnostics.isEmpty)
  }

  @Test("A release that nothing handles is reported a second after the finger was lifted")
  func lostRelease() throws {
    let probe = try drag([.began, .moved, .moved, .ended], releases: false)
    let release = probe.engine.now
    probe.engine.run(until: release + 0.9)
    #expect(probe.engine.diagnostics.isEmpty)
    probe.engine.run(until: release + 1.1)
    #expect(
      probe.engine.diagnostics == [
        .transitionStuck(transition: "presented to presenter (ProbeAnimator)")
      ])
  }

  @Test("A slow release of an interaction that does not tell the context is not stuck")
  func slowRelease() throws {
    final class Silent: InteractiveTransitioning {
      var context: TransitionContext?
      func startInteractiveTransition(_ context: TransitionContext) { self.context = context }
    }
    let probe = ModalProbe()
    try probe.presentFully()
    let silent = Silent()
    probe.delegate.interactor = silent
    let sheet: View = probe.presented.view
    sheet.addGestureRecognizer(
      PanGestureRecognizer { pan in
        if pan.state == .began { try? probe.presented.dismissOrThrow(animated: true) }
        guard pan.state == .ended, let context = silent.context else { return }
        probe.engine.animate(duration: 3) {
          sheet.frame.origin.y = 667
        } completion: { _ in
          context.completeTransition(true)
        }
      })
    for (index, phase) in [Touch.Phase.began, .moved, .moved, .ended].enumerated() {
      probe.scene.window.send(
        Touch(
          phase, at: Point(x: 100, y: 100 + 20 * Double(index)),
          nanoseconds: probe.engine.nanoseconds + Int64(index)))
    }
    probe.engine.run(until: probe.engine.now + 5)
    #expect(!probe.engine.hasTransitions)
    // It is not stuck, but what observes the interaction heard of no release.
    #expect(
      probe.engine.diagnostics
        == [.completedBeforeRelease(transition: "presented to presenter (ProbeAnimator)")])
  }

  @Test("An interaction controller that nothing drives is reported, also a percent-driven one")
  func undriven() throws {
    let probe = ModalProbe()
    probe.delegate.interactor = probe.interaction
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    probe.engine.run(until: 0.9)
    #expect(probe.engine.diagnostics.isEmpty)
    probe.engine.run(until: 3)
    #expect(
      probe.engine.diagnostics == [
        .transitionStuck(transition: "presenter to presented (ProbeAnimator)")
      ])
  }

  @Test("While a transition runs, touches are ignored and other transitions are refused")
  func locking() throws {
    let probe = ModalProbe()
    var touched = 0
    for view in [probe.presenter.view, probe.presented.view] as [View] {
      view.addGestureRecognizer(PanGestureRecognizer { _ in touched += 1 })
    }
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    func drag(at time: Int64) {
      probe.scene.window.send(Touch(.began, at: Point(x: 50, y: 50), nanoseconds: time))
      probe.scene.window.send(Touch(.moved, at: Point(x: 90, y: 50), nanoseconds: time + 1))
    }
    drag(at: 100_000_000)
    probe.engine.run(until: 0.3)
    #expect(touched == 0)
    let other = probe.scene.controller("other")
    for call: () throws -> Void in [
      { try probe.presenter.presentOrThrow(other, animated: true) },
      { try probe.presented.presentOrThrow(other, animated: true) },
      { try probe.presented.dismissOrThrow(animated: true) },
      { try probe.presenter.presentOrThrow(probe.presented, animated: true) },
    ] {
      #expect(throws: TransitionError.self) { try call() }
    }
    #expect(probe.engine.diagnostics.count == 4)
    probe.engine.run(until: 1)
    drag(at: 1_100_000_000)
    probe.engine.run(until: 1.3)
    #expect(touched == 1)
  }
}
