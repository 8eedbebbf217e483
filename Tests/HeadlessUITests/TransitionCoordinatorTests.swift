import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Alongside" and "Interaction observers" in Rules.md.
@Suite("Transition coordinator")
struct TransitionCoordinatorTests {
  @Test("It mirrors the context")
  func mirror() throws {
    let probe = ModalProbe()
    try probe.beginInteractiveDismissal()
    let coordinator = try #require(probe.presented.transitionCoordinator)
    probe.interaction.completionSpeed = 2
    probe.interaction.completionCurve = .easeIn
    probe.interaction.update(0.25)
    #expect(coordinator.isAnimated)
    #expect(coordinator.isInteractive)
    #expect(coordinator.initiallyInteractive)
    #expect(!coordinator.isCancelled)
    #expect(coordinator.transitionDuration == 0.5)
    #expect(coordinator.percentComplete == 0.25)
    #expect(coordinator.completionVelocity == 2)
    #expect(coordinator.completionCurve == .easeIn)
    #expect(coordinator.containerView === probe.presented.view.superview)
    #expect(coordinator.presentationStyle == .custom)
    #expect(coordinator.targetTransform == .identity)
    #expect(coordinator.viewController(for: .to) === probe.presenter)
    #expect(coordinator.view(for: .to) == nil)
    #expect(coordinator.view(for: .from) === probe.presented.view)
    probe.interaction.cancel()
    #expect(coordinator.isCancelled)
    #expect(!coordinator.isInteractive)
  }

  @Test("A controller in a container finds the coordinator of what contains it")
  func ancestors() throws {
    let scene = Scene()
    let root = scene.controller("root")
    let navigation = NavigationController(engine: scene.engine, name: "navigation", root: root)
    scene.engine.tick(at: 0)
    #expect(root.transitionCoordinator == nil)
    try scene.presenter.presentOrThrow(navigation, animated: true)
    let coordinator = try #require(navigation.transitionCoordinator)
    #expect(root.transitionCoordinator === coordinator)
    scene.run(until: 1)
    #expect(root.transitionCoordinator == nil)
    // A push is the transition of both entries, and of the container that shows one of them.
    let page = scene.controller("page")
    try navigation.pushOrThrow(page, animated: true)
    #expect(page.transitionCoordinator != nil)
    #expect(page.transitionCoordinator === root.transitionCoordinator)
    #expect(navigation.transitionCoordinator === page.transitionCoordinator)
  }

  /// Begins a dismissal with an alongside block on three views, interactive or not.
  private func alongside(isInteractive: Bool) throws -> (
    ModalProbe, inside: View, outside: View, named: View
  ) {
    let probe = ModalProbe()
    let outside = View(engine: probe.engine, name: "outside")
    let named = View(engine: probe.engine, name: "named")
    for view in [outside, named] { probe.scene.window.addSubview(view) }
    try probe.presentFully()
    probe.delegate.interactor = isInteractive ? probe.interaction : nil
    let inside: View = probe.presenter.view
    probe.delegate.makeController = nil
    probe.animator.onAnimate = { _ in
      let coordinator = probe.presented.transitionCoordinator
      let queued = coordinator?.animate { _ in
        inside.alpha = 0
        outside.alpha = 0
      }
      #expect(queued == true)
      coordinator?.animateAlongside(in: named) { _ in named.alpha = 0 }
    }
    try probe.presented.dismissOrThrow(animated: true)
    return (probe, inside, outside, named)
  }

  @Test("Alongside blocks last as long as the transition, eased in and out")
  func easing() throws {
    let (probe, inside, outside, named) = try alongside(isInteractive: false)
    probe.engine.tick(seconds: probe.engine.now + 0.125)
    let expected = 1 - AnimationCurve.easeInOut.progress(at: 0.25)
    for view in [inside, outside, named] {
      expectClose(view.presentation.alpha, expected, within: 1e-7)
    }
  }

  @Test("Alongside blocks are scrubbed and reversed; for views outside only when they are named")
  func scrubbing() throws {
    let (probe, inside, outside, named) = try alongside(isInteractive: true)
    probe.interaction.update(0.4)
    expectClose(inside.presentation.alpha, 0.6)
    expectClose(named.presentation.alpha, 0.6)
    let start = probe.engine.now
    probe.engine.tick(seconds: start + 0.05)
    expectClose(inside.presentation.alpha, 0.6)
    expectClose(outside.presentation.alpha, 0.9, within: 1e-7)
    probe.interaction.cancel()
    probe.engine.run(until: start + 2)
    #expect(inside.alpha == 1)
    #expect(named.alpha == 1)
    #expect(outside.alpha == 0)
  }

  @Test("In a transition without duration, alongside blocks show their values at once")
  func withoutDuration() throws {
    let probe = ModalProbe()
    let outside = View(engine: probe.engine, name: "outside")
    probe.scene.window.addSubview(outside)
    try probe.presentFully()
    let animator = ProbeAnimator(log: probe.log, duration: 0)
    probe.delegate.dismissalAnimator = animator
    animator.onAnimate = { _ in
      _ = probe.presented.transitionCoordinator?.animate { _ in outside.alpha = 0 }
    }
    try probe.presented.dismissOrThrow(animated: true)
    #expect(outside.alpha == 0)
    #expect(outside.presentation.alpha == 0)
  }

  @Test("Once the transition is running, only the completion runs")
  func tooLate() throws {
    let probe = ModalProbe()
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    var ran = false
    var completed = false
    let queued = probe.presented.transitionCoordinator?.animate { _ in
      ran = true
    } completion: {
      completed = !$0.isCancelled
    }
    #expect(queued == false)
    probe.engine.run(until: 1)
    #expect(!ran)
    #expect(completed)
  }

  @Test("Without animation the block runs at once, and the completion at the end")
  func notAnimated() throws {
    let probe = ModalProbe()
    var events: [String] = []
    final class Hook: PresentationController {
      var body: () -> Void = {}
      override func presentationTransitionWillBegin() { body() }
    }
    probe.delegate.makeController = {
      let hook = Hook(presentedViewController: $0, presenting: $1)
      hook.body = {
        let queued = probe.presented.transitionCoordinator?.animate { _ in
          probe.presenter.view.alpha = 0.5
          events.append("block")
        } completion: { _ in
          events.append("completion")
        }
        #expect(queued == true)
        #expect(probe.presenter.view.presentation.alpha == 0.5)
      }
      return hook
    }
    try probe.presenter.presentOrThrow(probe.presented, animated: false)
    #expect(events == ["block", "completion"])
  }

  @Test("Observers of the interaction are called in the order of registration")
  func observers() throws {
    let probe = ModalProbe()
    try probe.beginInteractiveDismissal()
    var events: [Int] = []
    for index in 1...3 {
      probe.presented.transitionCoordinator?.notifyWhenInteractionChanges { _ in
        events.append(index)
      }
    }
    probe.interaction.finish()
    #expect(events == [1, 2, 3])
  }

  private final class Turning: ViewController {
    var coordinators: [TransitionCoordinator] = []

    override func viewWillTransition(to size: Size, with coordinator: TransitionCoordinator) {
      super.viewWillTransition(to: size, with: coordinator)
      coordinators.append(coordinator)
      coordinator.animate(alongsideTransition: { context in
        self.view.alpha = context.isAnimated ? 0.5 : 0
      })
    }
  }

  @Test("A rotation has one coordinator for all; its container is the window")
  func rotation() throws {
    let scene = Scene()
    let root = Turning(engine: scene.engine, name: "root")
    let modal = Turning(engine: scene.engine, name: "modal")
    scene.window.rootViewController = root
    modal.modalPresentationStyle = .overFullScreen
    try root.presentOrThrow(modal, animated: false)
    scene.engine.tick(at: 0)
    scene.window.rotate(to: Size(width: 667, height: 375), duration: 0.4)
    let coordinator = try #require(root.coordinators.first)
    #expect(modal.coordinators.first === coordinator)
    #expect(coordinator.isAnimated && !coordinator.isInteractive && !coordinator.isCancelled)
    #expect(coordinator.transitionDuration == 0.4 && coordinator.percentComplete == 0)
    #expect(coordinator.containerView === scene.window)
    #expect(coordinator.viewController(forKey: .from) === root)
    #expect(coordinator.view(forKey: .to) === root.view)
    #expect(root.view.alpha == 0.5 && modal.view.alpha == 0.5)
    scene.engine.tick(seconds: 0.2)
    expectClose(root.view.presentation.alpha, 0.75, within: 1e-3)
    // What comes later is not queued, but its completion is called.
    var completions = 0
    let isQueued = coordinator.animate(alongside: { _ in completions += 10 }) { _ in
      completions += 1
    }
    #expect(!isQueued)
    scene.engine.tick(seconds: 0.5)
    #expect(completions == 1 && scene.engine.diagnostics.isEmpty)
  }
}
