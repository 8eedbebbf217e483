import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Interruptible animators" in Rules.md.
@Suite("Interruptible transitions")
struct InterruptibleTests {
  /// Moves the presented view down with a property animator.
  private final class Slide: AnimatedTransitioning {
    let timing: TimingParameters
    private(set) var animator: PropertyAnimator?

    init(_ timing: TimingParameters) {
      self.timing = timing
    }

    func transitionDuration(using context: TransitionContext?) -> Double { 0.5 }

    func animateTransition(using context: TransitionContext) {
      Issue.record("the animator that can be interrupted is used instead")
    }

    func interruptibleAnimator(using context: TransitionContext) -> PropertyAnimator? {
      let view: View = context.viewController(for: .from).view
      let animator = PropertyAnimator(engine: context.engine, duration: 0.5, timing: timing) {
        view.frame = view.frame.offset(x: 0, y: 667)
      }
      animator.addCompletion { _ in context.complete() }
      self.animator = animator
      return animator
    }
  }

  private static let timings: [TimingParameters] = [
    .curve(.linear), .curve(.easeInOut), .spring(dampingRatio: 1),
  ]

  /// A presented controller that a slide dismisses.
  private func dismissal(
    _ timing: TimingParameters, isInteractive: Bool, wantsStart: Bool = true
  ) throws -> (ModalProbe, Slide) {
    let probe = ModalProbe()
    try probe.presentFully()
    let slide = Slide(timing)
    probe.delegate.dismissalAnimator = slide
    probe.delegate.interactor = isInteractive ? probe.interaction : nil
    probe.interaction.wantsInteractiveStart = wantsStart
    try probe.presented.dismissOrThrow(animated: true)
    return (probe, slide)
  }

  private func y(_ probe: ModalProbe) -> Double { probe.presented.view.presentationFrame.minY }

  @Test("Without an interaction it runs along its own timing", arguments: timings)
  func plain(timing: TimingParameters) throws {
    let (probe, slide) = try dismissal(timing, isInteractive: false)
    let start = probe.engine.now
    probe.engine.tick(seconds: start + 0.125)
    let resolved = timing.resolved(duration: 0.5)
    expectClose(y(probe), 667 * resolved.timing.progress(after: 0.125, of: 0.5), within: 1e-4)
    #expect(slide.animator?.isRunning == true)
    probe.engine.run(until: start + 1)
    #expect(!probe.engine.hasTransitions)
    #expect(probe.presenter.presentedViewController == nil)
    #expect(probe.engine.diagnostics.isEmpty)
  }

  @Test(
    "A finger scrubs it linearly, and a release runs it to either end", arguments: timings,
    [true, false])
  func scrubbed(timing: TimingParameters, isFinishing: Bool) throws {
    let (probe, _) = try dismissal(timing, isInteractive: true)
    for fraction in [0.2, 0.7, 0.4] {
      probe.interaction.update(fraction)
      expectClose(y(probe), 667 * fraction)
    }
    let start = probe.engine.now
    if isFinishing { probe.interaction.finish() } else { probe.interaction.cancel() }
    let length = isFinishing ? 0.3 : 0.2
    probe.engine.tick(seconds: start + length / 4)
    let eased = AnimationCurve.easeInOut.progress(at: 0.25)
    let end: Double = isFinishing ? 1 : 0
    expectClose(y(probe), 667 * (0.4 + (end - 0.4) * eased), within: 1e-4)
    probe.engine.run(until: start + 1)
    #expect(!probe.engine.hasTransitions)
    #expect((probe.presenter.presentedViewController == nil) == isFinishing)
    #expect(probe.presented.view.frame.minY == (isFinishing ? 667 : 0))
    #expect(probe.engine.diagnostics.isEmpty)
  }

  @Test(
    "A running one is taken up where it is, dragged back, and taken up again", arguments: timings)
  func interrupted(timing: TimingParameters) throws {
    let (probe, slide) = try dismissal(timing, isInteractive: true, wantsStart: false)
    let start = probe.engine.now
    #expect(slide.animator?.isRunning == true)
    probe.engine.tick(seconds: start + 0.2)
    let shown = y(probe)
    probe.interaction.pause()
    expectClose(y(probe), shown)
    expectClose(667 * probe.interaction.percentComplete, shown)
    probe.interaction.update(probe.interaction.percentComplete)
    expectClose(y(probe), shown, within: 1e-6)
    probe.interaction.update(0.25)
    probe.interaction.cancel()
    #expect(slide.animator?.isReversed == true)
    probe.engine.tick(seconds: start + 0.25)
    let back = y(probe)
    #expect(back < 0.25 * 667)
    probe.interaction.pause()
    expectClose(y(probe), back)
    probe.interaction.finish()
    #expect(slide.animator?.isReversed == false)
    probe.engine.run(until: start + 3)
    #expect(!probe.engine.hasTransitions)
    #expect(probe.presenter.presentedViewController == nil)
    #expect(probe.engine.diagnostics.isEmpty)
  }

  @Test("The interaction's timing curve reaches it")
  func releaseTiming() throws {
    let (probe, _) = try dismissal(.curve(.easeInOut), isInteractive: true)
    probe.interaction.timingCurve = .curve(.easeIn)
    probe.interaction.update(0.5)
    let start = probe.engine.now
    probe.interaction.finish()
    // The half that is left takes 0.25 s.
    probe.engine.tick(seconds: start + 0.1)
    let expected = 0.5 + 0.5 * AnimationCurve.easeIn.progress(at: 0.4)
    expectClose(y(probe), 667 * expected, within: 1e-4)
  }

  @Test("The finger's velocity reaches it")
  func releaseVelocity() throws {
    let (probe, _) = try dismissal(.curve(.easeInOut), isInteractive: true)
    probe.interaction.releaseMotion = .continuing
    probe.interaction.releaseVelocity = 1
    probe.interaction.update(0.5)
    let start = probe.engine.now
    probe.interaction.finish()
    probe.engine.tick(seconds: start + 0.1)
    expectClose(y(probe), 667 * 0.6, within: 1e-4)
  }

  @Test(
    "At the release, the animator may go on with a timing of its own", arguments: [true, false])
  func ownContinuation(isFinishing: Bool) throws {
    let (probe, slide) = try dismissal(.curve(.linear), isInteractive: true)
    let animator = try #require(slide.animator)
    probe.interaction.update(0.5)
    let start = probe.engine.now
    if isFinishing { probe.interaction.finish() } else { probe.interaction.cancel() }
    // Half of the way, at 667 points per second.
    let spring = SpringTimingParameters(dampingRatio: 1, initialVelocity: Point(x: 2, y: 2))
    animator.continueAnimation(timing: .spring(spring), durationFactor: 1)
    probe.engine.tick(seconds: start + 0.001)
    let moved = abs(y(probe) - 333.5)
    #expect(moved > 0.6 && moved < 0.8)
    probe.engine.run(until: start + 2)
    #expect(!probe.engine.hasTransitions)
    #expect((probe.presenter.presentedViewController == nil) == isFinishing)
    #expect(probe.engine.diagnostics.isEmpty)
    animator.continueAnimation()
    #expect(probe.engine.diagnostics == [.ignoredAnimatorCall("continueAnimation")])
  }

  @Test(
    "An animator that goes on with a timing of its own is taken up until it ends",
    arguments: [true, false])
  func takenUpAfterTheRun(isFinishing: Bool) throws {
    let (probe, slide) = try dismissal(.curve(.linear), isInteractive: true)
    let interaction = probe.interaction
    interaction.update(0.5)
    let start = probe.engine.now
    // The clock of the transition runs for 0.25 s, the animator for 0.5 s.
    if isFinishing { interaction.finish() } else { interaction.cancel() }
    try #require(slide.animator).continueAnimation(timing: .curve(.linear), durationFactor: 1)
    probe.engine.tick(seconds: start + 0.3)
    expectClose(y(probe), 667 * (isFinishing ? 0.8 : 0.2))
    interaction.pause()
    expectClose(interaction.percentComplete, isFinishing ? 0.8 : 0.2)
    interaction.update(0.6)
    expectClose(y(probe), 667 * 0.6)
    interaction.finish()
    probe.engine.run(until: start + 2)
    #expect(interaction.drivenContext == nil)
    #expect(!probe.engine.hasTransitions)
    #expect(probe.presenter.presentedViewController == nil)
    #expect(probe.engine.diagnostics.isEmpty)
  }

  @Test("A transition that is completed early forgets it, and its completion is not called again")
  func completedEarly() throws {
    let (probe, slide) = try dismissal(.curve(.linear), isInteractive: true)
    let context = try #require(probe.interaction.drivenContext)
    probe.interaction.update(0.5)
    context.completeTransition(true)
    probe.engine.run(until: probe.engine.now + 2)
    #expect(!probe.engine.hasTransitions)
    #expect(!probe.engine.hasAnimations)
    #expect(slide.animator?.state == .inactive)
    #expect(
      probe.engine.diagnostics
        == [.completedBeforeRelease(transition: "presented to presenter (Slide)")])
  }

  @Test(
    "A property animator that an animator starts is scrubbed like a block, ends with the run after a release, and tells once where",
    arguments: [true, false], [0.0, 0.4, 1])
  func startedInAnimateTransition(isFinishing: Bool, fraction: Double) throws {
    let probe = ModalProbe()
    try probe.presentFully()
    var animator: PropertyAnimator?
    var positions: [PropertyAnimator.Position] = []
    probe.animator.completes = false
    probe.animator.onAnimate = { context in
      animator = .running(
        engine: context.engine, duration: 0.5, timing: .curve(.linear),
        animations: { probe.presenter.view.alpha = 0.5 },
        completion: {
          positions.append($0)
          context.complete()
        })
    }
    probe.delegate.interactor = probe.interaction
    try probe.presented.dismissOrThrow(animated: true)
    probe.interaction.update(fraction)
    probe.engine.run(until: 3)
    expectClose(probe.presenter.view.presentation.alpha, 1 - 0.5 * fraction)
    if isFinishing { probe.interaction.finish() } else { probe.interaction.cancel() }
    probe.engine.run(until: 4)
    #expect(positions == [isFinishing ? .end : .start])
    #expect(probe.presenter.view.alpha == (isFinishing ? 0.5 : 1))
    #expect(!probe.engine.hasTransitions)
    #expect(!probe.engine.hasAnimations)
    #expect(animator?.state == .inactive)
    #expect(probe.engine.diagnostics.isEmpty)
  }

  @Test("A paused animator that nothing continues does not hide that its transition is stuck")
  func pausedForGood() throws {
    let probe = ModalProbe()
    try probe.presentFully()
    var animator: PropertyAnimator?
    probe.animator.completes = false
    probe.animator.onAnimate = { context in
      animator = PropertyAnimator(engine: context.engine, duration: 0.5, curve: .linear) {
        probe.presenter.view.alpha = 0.5
      }
      animator?.addCompletion { _ in context.complete() }
      animator?.startAnimation()
      animator?.pauseAnimation()
    }
    try probe.presented.dismissOrThrow(animated: true)
    probe.engine.run(until: 4)
    #expect(
      probe.engine.diagnostics == [
        .transitionStuck(transition: "presented to presenter (ProbeAnimator)")
      ])
    withExtendedLifetime(animator) {}
  }
}
