import HeadlessUI
import MotionKernels
import Testing

/// A user's own transitions, written against the public interface alone: this target cannot see
/// package declarations.
@Suite("Custom transitions")
struct CustomTransitionTests {
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

  @Test("A modal transition with a coordinator and a presentation controller")
  func modal() throws {
    let delegate = ZoomDelegate()
    sheet.modalPresentationStyle = .custom
    sheet.transitioningDelegate = delegate
    var isPresented = false
    try page.presentOrThrow(sheet, animated: true) { isPresented = true }
    engine.tick(at: 150_000_000)
    #expect(abs(sheet.view.presentation.alpha - 0.5) < 1e-9)
    #expect(abs(page.view.presentation.alpha - 0.75) < 1e-9)
    engine.tick(at: 300_000_000)
    #expect(isPresented)
    #expect(!engine.hasTransitions)
    #expect(sheet.view.frame == Rect(x: 50, y: 100, width: 300, height: 600))

    try sheet.dismissOrThrow(animated: true)
    engine.tick(at: 700_000_000)
    #expect(page.presentedViewController == nil)
    #expect(window.states().map(\.name) == ["window", "page"])
    #expect(engine.diagnostics.isEmpty)
  }

  @Test("A push transition, and a percent-driven pop")
  func push() throws {
    let delegate = DropDelegate()
    let navigation = NavigationController(engine: engine, name: "navigation", root: page)
    navigation.delegate = delegate
    window.rootViewController = navigation
    try navigation.pushOrThrow(sheet, animated: true)
    engine.tick(at: 200_000_000)
    #expect(sheet.view.presentationFrame.minY == -400)
    engine.tick(at: 400_000_000)
    #expect(navigation.topViewController === sheet)
    #expect(!engine.hasTransitions)

    let interaction = PercentDrivenInteractiveTransition(engine: engine)
    delegate.interaction = interaction
    try navigation.popOrThrow(animated: true)
    interaction.update(0.25)
    #expect(sheet.view.presentationFrame.minY == -200)
    interaction.completionSpeed = PercentDrivenInteractiveTransition.completionSpeed(
      velocity: 4000, distance: 800, duration: interaction.duration)
    interaction.finish()
    engine.tick(at: 550_000_000)
    #expect(navigation.viewControllers.count == 1)
    #expect(!engine.hasTransitions)
    #expect(engine.diagnostics.isEmpty)
  }

  @Test("A pan that scrubs an animator", arguments: [true, false])
  func scrubbingPan(isFinishing: Bool) throws {
    let delegate = ScrubbedDelegate(sheet)
    try page.presentOrThrow(sheet, animated: false)
    let end = isFinishing ? 500.0 : 300
    TouchScript.drag(from: Point(x: 200, y: 100), to: Point(x: 200, y: end), seconds: 0.25)
      .send(to: window)
    play(until: 0.2)
    #expect(delegate.interaction.isInteracting)
    #expect(sheet.view.presentationFrame.minY > 0)
    play(until: 2)
    #expect((page.presentedViewController == nil) == isFinishing)
    #expect(!engine.hasTransitions)
    #expect(engine.diagnostics.isEmpty)
  }

  @Test("A hand-written pan that moves the views itself", arguments: [true, false])
  func handWrittenPan(isFinishing: Bool) throws {
    let delegate = PulledDelegate(sheet)
    try page.presentOrThrow(sheet, animated: false)
    let end = isFinishing ? 700.0 : 300
    TouchScript.drag(from: Point(x: 200, y: 100), to: Point(x: 200, y: end), seconds: 0.25)
      .send(to: window)
    play(until: 0.2)
    #expect(delegate.interaction.isInteracting)
    #expect(sheet.view.frame.minY > 0)
    play(until: 2)
    #expect((page.presentedViewController == nil) == isFinishing)
    #expect(sheet.view.frame.minY == (isFinishing ? 800 : 0))
    #expect(!engine.hasTransitions)
    #expect(engine.diagnostics.isEmpty)
  }

  @Test("A recognizer of another kind")
  func recognizer() {
    final class Tap: GestureRecognizer {
      var count = 0
      override func touchEnded(_ touch: Touch) { transition(to: .ended) }
      override func sendAction() { count += 1 }
    }
    let tap = Tap()
    page.view.addGestureRecognizer(tap)
    window.send(Touch(.began, at: Point(x: 10, y: 10), nanoseconds: 1))
    window.send(Touch(.ended, at: Point(x: 10, y: 10), nanoseconds: 2))
    engine.tick(at: 3)
    #expect(tap.count == 1)
    #expect(tap.state == .ended)
  }

  /// Ticks 60 times a second after now, up to a time in seconds.
  private func play(until seconds: Double) {
    var index = Int64(engine.now * 60) + 1
    while Double(index) / 60 <= seconds {
      engine.tick(at: index * 1_000_000_000 / 60)
      index += 1
    }
  }
}

/// Fades and grows a card over a dimmed page.
private final class ZoomAnimator: AnimatedTransitioning {
  private let isPresentation: Bool

  init(isPresentation: Bool) {
    self.isPresentation = isPresentation
  }

  func transitionDuration(using context: TransitionContext?) -> Double { 0.3 }

  func animateTransition(using context: TransitionContext) {
    let card: View = context.viewController(for: isPresentation ? .to : .from).view
    if isPresentation {
      card.frame = context.finalFrame(for: context.viewController(for: .to))
      card.alpha = 0
      card.transform = .makeScale(x: 0.5, y: 0.5, z: 1)
      context.containerView.addSubview(card)
    }
    context.engine.animate(duration: 0.3, curve: .linear) {
      card.alpha = isPresentation ? 1 : 0
      card.transform = .identity
    } completion: { _ in
      context.complete()
    }
  }
}

/// Insets the card, and dims the page alongside.
private final class ZoomPresentation: PresentationController {
  override var frameOfPresentedViewInContainerView: Rect {
    super.frameOfPresentedViewInContainerView.inset(x: 50, y: 100)
  }

  override func presentationTransitionWillBegin() {
    let page = presentingViewController?.view
    presentedViewController.transitionCoordinator?.animate { _ in page?.alpha = 0.5 }
  }

  override func dismissalTransitionDidEnd(_ completed: Bool) {
    if completed { presentingViewController?.view.alpha = 1 }
  }
}

private final class ZoomDelegate: TransitioningDelegate {
  func presentationController(
    forPresented presented: ViewController, presenting: ViewController?, source: ViewController
  ) -> PresentationController? {
    ZoomPresentation(presentedViewController: presented, presenting: presenting)
  }

  func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    ZoomAnimator(isPresentation: true)
  }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    ZoomAnimator(isPresentation: false)
  }
}

/// Drops a page in from above, and lifts it out again.
private final class DropAnimator: AnimatedTransitioning {
  private let operation: NavigationOperation

  init(_ operation: NavigationOperation) {
    self.operation = operation
  }

  func transitionDuration(using context: TransitionContext?) -> Double { 0.4 }

  func animateTransition(using context: TransitionContext) {
    let from: View = context.viewController(for: .from).view
    let to: View = context.viewController(for: .to).view
    let bounds = context.containerView.bounds
    let above = bounds.offset(x: 0, y: -bounds.height)
    if operation == .push {
      to.frame = above
      context.containerView.addSubview(to)
    } else {
      context.containerView.insertSubview(to, belowSubview: from)
    }
    context.engine.animate(duration: 0.4, curve: .linear) {
      if operation == .push { to.frame = bounds } else { from.frame = above }
    } completion: { _ in
      context.complete()
    }
  }
}

private final class DropDelegate: NavigationControllerDelegate {
  var interaction: PercentDrivenInteractiveTransition?

  func navigationController(
    _ navigation: NavigationController, animationControllerFor operation: NavigationOperation,
    from: ViewController, to: ViewController
  ) -> (any AnimatedTransitioning)? {
    DropAnimator(operation)
  }

  func navigationController(
    _ navigation: NavigationController,
    interactionControllerFor animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    interaction
  }
}

/// Slides a sheet down while a pan scrubs it.
private final class ScrubbedDelegate: TransitioningDelegate {
  let interaction: PanInteraction

  init(_ sheet: ViewController) {
    let interaction = PanInteraction(
      engine: sheet.engine, threshold: 0.4,
      fraction: { $0.translation(in: nil).y / 800 },
      begin: { [weak sheet] in try sheet?.dismissOrThrow(animated: true) })
    self.interaction = interaction
    sheet.modalPresentationStyle = .custom
    sheet.transitioningDelegate = self
    sheet.view.addGestureRecognizer(
      PanGestureRecognizer { [weak interaction] in interaction?.handle($0) })
  }

  private final class Animator: AnimatedTransitioning {
    func transitionDuration(using context: TransitionContext?) -> Double { 0.5 }

    func animateTransition(using context: TransitionContext) {
      let sheet: View = context.viewController(for: .from).view
      context.engine.animate(duration: 0.5, curve: .linear) {
        sheet.frame = sheet.frame.offset(x: 0, y: context.containerView.bounds.height)
      } completion: { _ in
        context.complete()
      }
    }
  }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? { Animator() }

  func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    interaction.isInteracting ? interaction : nil
  }
}

/// Pulls a sheet down by hand.
private final class PullDown: PanDismissal {
  override func drag(to fraction: Double, in context: TransitionContext) {
    let sheet: View = context.viewController(for: .from).view
    sheet.frame.origin.y = context.containerView.bounds.height * fraction
  }

  override func animateRelease(_ context: TransitionContext) {
    context.engine.animate(duration: 0.2) {
      drag(to: context.transitionWasCancelled ? 0 : 1, in: context)
    } completion: { _ in
      context.complete()
    }
  }
}

private final class PulledDelegate: TransitioningDelegate {
  let interaction: PullDown

  init(_ sheet: ViewController) {
    let interaction = PullDown(engine: sheet.engine) { [weak sheet] in
      try sheet?.dismissOrThrow(animated: true)
    }
    self.interaction = interaction
    sheet.modalPresentationStyle = .custom
    sheet.transitioningDelegate = self
    sheet.view.addGestureRecognizer(
      PanGestureRecognizer { [weak interaction] in interaction?.handle($0) })
  }

  private final class Animator: AnimatedTransitioning {
    func transitionDuration(using context: TransitionContext?) -> Double { 0.5 }
    func animateTransition(using context: TransitionContext) { context.complete() }
  }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? { Animator() }

  func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    interaction.isInteracting ? interaction : nil
  }
}
