import FrameTiming
import HeadlessUI
import MotionKernels
import Testing

/// A user's own interruptions, written against the public interface alone.
@Suite("Custom interruptions")
struct InterruptionTests {
  let engine = Engine()
  let window: Window
  let page: ViewController
  let sheet: ViewController

  init() {
    window = Window(engine: engine, size: Size(width: 400, height: 800))
    page = ViewController(engine: engine, name: "page")
    sheet = ViewController(engine: engine, name: "sheet")
    window.rootViewController = page
    engine.tick(at: 0)
  }

  @Test("A percent-driven controller with overridden steps, and a presented view of its own")
  func overriddenSteps() throws {
    let delegate = FramedDelegate(sheet)
    try page.presentOrThrow(sheet, animated: false)
    let frame = try #require(sheet.view.superview)
    #expect(frame.name == "frame")
    delegate.interaction.isDriving = true
    try sheet.dismissOrThrow(animated: true)
    delegate.interaction.update(0.25)
    #expect(frame.alpha == 0.75)
    delegate.interaction.finish()
    engine.tick(at: 250_000_000)
    #expect(frame.presentation.alpha == 0.375)
    engine.tick(at: 1_000_000_000)
    #expect(page.presentedViewController == nil)
    #expect(frame.superview == nil)
    #expect(engine.diagnostics.isEmpty)
  }

  @Test("An animation that a finger takes up, turns around and lets go on a spring")
  func propertyAnimator() {
    var ended: PropertyAnimator.Position?
    let animator = PropertyAnimator(
      engine: engine, duration: 1,
      timing: .controlPoints(Point(x: 0.25, y: 0.25), Point(x: 0.75, y: 0.75))
    ) { [page] in page.view.alpha = 0 }
    animator.addCompletion { ended = $0 }
    animator.startAnimation()
    engine.tick(at: 500_000_000)
    animator.pauseAnimation()
    #expect(abs(animator.fractionComplete - 0.5) < 1e-9)
    animator.fractionComplete = 0.25
    animator.isReversed = true
    animator.continueAnimation(
      timing: .spring(
        SpringTimingParameters(
          spring: Spring(response: 0.5, dampingRatio: 1), initialVelocity: Point(x: 1, y: 1))))
    engine.tick(at: 600_000_000)
    #expect(page.view.presentation.alpha > 0.75)
    engine.tick(at: 5_000_000_000)
    #expect(ended == .start)
    #expect(page.view.alpha == 1)
    #expect(engine.diagnostics.isEmpty)
  }

  @Test("Keyframes, repetition and new targets; the jump of a plain assignment is found")
  func blocks() throws {
    let view: View = page.view
    engine.animateKeyframes(duration: 1) {
      engine.addKeyframe(relativeStart: 0, relativeDuration: 0.5) { view.cornerRadius = 10 }
      engine.addKeyframe(relativeStart: 0.5, relativeDuration: 0.5) { view.cornerRadius = 0 }
    }
    engine.animate(
      duration: 0.25, timing: .curve(.linear), options: .autoreverses, repeatCount: 2
    ) { view.alpha = 0 }
    var frames: [[ViewState]] = []
    for tick in 1...40 {
      engine.tick(at: Int64(tick) * 25_000_000)
      if tick == 20 {
        engine.animate(duration: 0.5, timing: .curve(.easeInOut), options: .beginsFromCurrentState)
        {
          view.center.x += 100
        }
      }
      if tick == 33 { view.center.y += 70 }
      frames.append(window.states())
    }
    #expect(frames[9].last?.look?.cornerRadius == 5)
    let jump = try #require(ViewJump.largest(in: frames, width: 375, height: 667))
    #expect(jump.view == "page")
    #expect(jump.frame == 32)
    #expect(abs(jump.distance - 70) < 1)
    // The view moves by 8 points per frame to the right meanwhile.
    #expect((61...64).contains(jump.excess))
    #expect(engine.runningAnimationCount == 0)
  }
}

/// Presents a view around the controller's own.
private final class FramedPresentation: PresentationController {
  private let frame: View

  override init(presentedViewController presented: ViewController, presenting: ViewController?) {
    frame = View(engine: presented.engine, name: "frame")
    super.init(presentedViewController: presented, presenting: presenting)
  }

  override var presentedView: View? { frame }

  override func presentationTransitionWillBegin() {
    frame.frame = frameOfPresentedViewInContainerView
    frame.addSubview(presentedViewController.view)
  }
}

/// Fades the presented view under a finger, without an animator's animations.
private final class FadeInteraction: PercentDrivenInteractiveTransition {
  var isDriving = false

  override func startInteractiveTransition(_ context: TransitionContext) {
    prepareInteraction(context)
  }

  override func update(_ percentComplete: Double) {
    super.update(percentComplete)
    drivenContext?.view(for: .from)?.alpha = 1 - self.percentComplete
  }

  override func finish() {
    guard let context = drivenContext else { return super.finish() }
    super.finish()
    context.perform {
      engine.animate(duration: 0.5, curve: .linear) {
        context.view(for: .from)?.alpha = 0
      } completion: { _ in
        context.complete()
      }
    }
  }
}

private final class FramedDelegate: TransitioningDelegate {
  let interaction: FadeInteraction
  private let animator = IdleAnimator()

  init(_ sheet: ViewController) {
    interaction = FadeInteraction(engine: sheet.engine)
    sheet.modalPresentationStyle = .custom
    sheet.transitioningDelegate = self
  }

  func presentationController(
    forPresented presented: ViewController, presenting: ViewController?, source: ViewController
  ) -> PresentationController? {
    FramedPresentation(presentedViewController: presented, presenting: presenting)
  }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? { animator }

  func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? { interaction.isDriving ? interaction : nil }
}

/// Has a duration, and is never run.
private final class IdleAnimator: AnimatedTransitioning {
  func transitionDuration(using context: TransitionContext?) -> Double { 0.5 }
  func animateTransition(using context: TransitionContext) { context.complete() }
}
