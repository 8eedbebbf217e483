import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Locking" and "Taking over" in Rules.md: a finger takes up a transition that runs.
@Suite("Taking over by a finger")
struct TakeoverTests {
  /// Slides the presented view up or down by the height of the screen, linearly in half a second.
  private final class Slide: AnimatedTransitioning {
    let isPresentation: Bool
    let isInterruptible: Bool

    init(isPresentation: Bool, isInterruptible: Bool = true) {
      self.isPresentation = isPresentation
      self.isInterruptible = isInterruptible
    }

    func transitionDuration(using context: TransitionContext?) -> Double { 0.5 }

    func animateTransition(using context: TransitionContext) {
      let animator = animator(context)
      animator.startAnimation()
    }

    func interruptibleAnimator(using context: TransitionContext) -> PropertyAnimator? {
      isInterruptible ? animator(context) : nil
    }

    private func animator(_ context: TransitionContext) -> PropertyAnimator {
      let sheet: View = context.viewController(for: isPresentation ? .to : .from).view
      if isPresentation {
        sheet.frame = context.containerView.bounds.offset(x: 0, y: 667)
        context.containerView.addSubview(sheet)
      }
      let animator = PropertyAnimator(engine: context.engine, duration: 0.5, curve: .linear) {
        sheet.frame = sheet.frame.offset(x: 0, y: self.isPresentation ? -667 : 667)
      }
      animator.addCompletion { _ in context.complete() }
      return animator
    }
  }

  /// A sheet with a pan; both directions can be interrupted unless told otherwise.
  private final class Sheet: TransitioningDelegate {
    let probe = ModalProbe()
    let dismissal: PanInteraction
    let presentation: PanInteraction
    let isInterruptible: Bool
    var isAlwaysReturned = false

    init(isInterruptible: Bool = true, isClamped: Bool = false) {
      self.isInterruptible = isInterruptible
      let controller = probe.presented
      dismissal = PanInteraction(
        engine: probe.engine, threshold: 0.5,
        fraction: { pan in
          let way = pan.translation(in: nil).y
          return isClamped ? way.fraction(of: 667) : way / 667
        },
        begin: { [weak controller] in try controller?.dismissOrThrow(animated: true) })
      presentation = PanInteraction(
        engine: probe.engine, threshold: 0.5,
        fraction: { -$0.translation(in: nil).y / 667 }, begin: {})
      presentation.wantsInteractiveStart = false
      controller.transitioningDelegate = self
      controller.view.addGestureRecognizer(
        PanGestureRecognizer { [weak self] pan in
          guard let self else { return }
          (controller.isBeingDismissed || !isPresenting ? dismissal : presentation).handle(pan)
        })
    }

    private var isPresenting: Bool { presentation.drivenContext != nil }

    func animationController(
      forPresented presented: ViewController, presenting: ViewController, source: ViewController
    ) -> (any AnimatedTransitioning)? {
      Slide(isPresentation: true, isInterruptible: isInterruptible)
    }

    func animationController(
      forDismissed dismissed: ViewController
    ) -> (any AnimatedTransitioning)? {
      Slide(isPresentation: false, isInterruptible: isInterruptible)
    }

    func interactionControllerForPresentation(
      using animator: any AnimatedTransitioning
    ) -> (any InteractiveTransitioning)? { presentation }

    func interactionControllerForDismissal(
      using animator: any AnimatedTransitioning
    ) -> (any InteractiveTransitioning)? {
      dismissal.isInteracting || isAlwaysReturned ? dismissal : nil
    }

    var y: Double { probe.presented.view.presentationFrame.minY }

    func present() throws {
      try probe.presenter.presentOrThrow(probe.presented, animated: true)
      probe.engine.run(until: probe.engine.now + 0.6)
    }

    /// A finger that goes down where the sheet is sure to be hit, and moves down by these points.
    func drag(_ ways: [Double], from y: Double = 600, release: Touch.Phase? = .ended) {
      let engine = probe.engine
      func send(_ phase: Touch.Phase, _ way: Double) {
        let time = engine.nanoseconds + 8_000_000
        probe.scene.window.send(Touch(phase, at: Point(x: 100, y: y + way), nanoseconds: time))
        engine.tick(at: time)
      }
      send(.began, ways.first ?? 0 > 0 ? -11 : 11)
      send(.moved, 0)
      for way in ways { send(.moved, way) }
      if let release { send(release, ways.last ?? 0) }
    }
  }

  @Test(
    "A running presentation is taken up where it is, and follows the finger in both directions",
    arguments: [[-100.0], [80], [-100, 80]])
  func running(ways: [Double]) throws {
    let sheet = Sheet()
    try sheet.probe.presenter.presentOrThrow(sheet.probe.presented, animated: true)
    sheet.probe.engine.run(until: 0.2)
    expectClose(sheet.y, 667 * 0.6)
    // It goes on for 16 ms, until the finger has moved ten points.
    let taken = 667 * (1 - (0.2 + 0.016) / 0.5)
    sheet.drag(ways, release: nil)
    expectClose(sheet.y, taken + (ways.last ?? 0), within: 1e-6)
    #expect(sheet.presentation.drivenContext?.isInteractive == true)
    sheet.drag([], release: nil)
    sheet.probe.engine.run(until: 1)
    #expect(sheet.probe.engine.hasTransitions)
  }

  @Test(
    "In the run after a release it is taken up, dragged back and let go again",
    arguments: [false, true])
  func afterRelease(isClamped: Bool) throws {
    let sheet = Sheet(isClamped: isClamped)
    try sheet.present()
    sheet.drag([200, 400], from: 100)
    #expect(!sheet.dismissal.isInteracting)
    sheet.probe.engine.run(until: sheet.probe.engine.now + 0.05)
    let shown = sheet.y
    #expect(shown > 400 && shown < 660)
    // Back up, to where it cancels.
    sheet.drag([-100, -400], from: 640, release: nil)
    #expect(sheet.dismissal.isInteracting)
    #expect(sheet.y < shown - 300 && sheet.y > shown - 400 + 1)
    sheet.drag([], release: nil)
  }

  @Test("A release continues at the finger's velocity, and a cancel restores the sheet")
  func release() throws {
    let sheet = Sheet()
    try sheet.present()
    sheet.dismissal.releaseMotion = .continuing
    sheet.drag([390, 400], from: 100)
    sheet.drag([-200, -320], from: 640)
    let (start, time) = (sheet.y, sheet.probe.engine.now)
    sheet.probe.engine.tick(seconds: time + 0.004)
    // 120 points in 8 ms.
    expectClose(sheet.y, max(start - 15_000 * 0.004, 0), within: 1)
    sheet.probe.engine.run(until: time + 2)
    #expect(sheet.probe.presenter.presentedViewController === sheet.probe.presented)
    #expect(sheet.y == 0)
    #expect(sheet.probe.engine.diagnostics.isEmpty)
    #expect(!sheet.probe.engine.hasTransitions)
  }

  @Test("One that starts by itself is begun by a finger, and taken up when a call has begun it")
  func startsByItself() throws {
    let sheet = Sheet()
    try sheet.present()
    sheet.isAlwaysReturned = true
    sheet.dismissal.wantsInteractiveStart = false
    sheet.drag([50, 100], from: 100)
    expectClose(sheet.y, 100, within: 1e-6)
    sheet.probe.engine.run(until: sheet.probe.engine.now + 2)
    #expect(sheet.y == 0)
    try sheet.probe.presented.dismissOrThrow(animated: true)
    sheet.probe.engine.run(until: sheet.probe.engine.now + 0.1)
    let shown = sheet.y
    sheet.drag([-30, -60], from: 600, release: nil)
    #expect(sheet.y < shown && sheet.y > shown - 60)
    sheet.probe.scene.window.send(
      Touch(.ended, at: Point(x: 100, y: 540), nanoseconds: sheet.probe.engine.nanoseconds + 1))
    sheet.probe.engine.run(until: sheet.probe.engine.now + 2)
    #expect(sheet.probe.presenter.presentedViewController === sheet.probe.presented)
    #expect(sheet.probe.engine.diagnostics.isEmpty)
    #expect(!sheet.probe.engine.hasTransitions)
  }

  @Test("Without an interruptible animator, touches are ignored while the transition runs")
  func locked() throws {
    let sheet = Sheet(isInterruptible: false)
    try sheet.present()
    sheet.drag([200, 400], from: 100)
    sheet.drag([-200, -320], from: 640)
    #expect(!sheet.dismissal.isInteracting)
    sheet.probe.engine.run(until: sheet.probe.engine.now + 2)
    #expect(sheet.probe.presenter.presentedViewController == nil)
  }
}
