import HeadlessUI

/// A page and a sheet whose animator, interaction and interruptible animator are closures.
final class ClosureStage {
  let engine = Engine()
  let window: Window
  let page: ViewController
  let sheet: ViewController
  var duration = 0.5
  var interaction: (any InteractiveTransitioning)?

  /// Moves the views and completes; by default the sheet is there at once.
  var animate: (TransitionContext) -> Void = { context in
    if context.viewController(for: .to).view.superview == nil {
      context.containerView.addSubview(context.viewController(for: .to).view)
    }
    context.complete()
  }
  var interruptible: ((TransitionContext) -> PropertyAnimator?)?

  /// The context that was passed to a closure last.
  private(set) var context: TransitionContext?

  init(_ style: ModalPresentationStyle = .custom) {
    window = Window(engine: engine, size: Size(width: 400, height: 800))
    page = ViewController(engine: engine, name: "page")
    sheet = ViewController(engine: engine, name: "sheet")
    window.rootViewController = page
    sheet.modalPresentationStyle = style
    sheet.transitioningDelegate = self
    engine.tick(at: 0)
  }

  /// Plays some seconds at 60 Hz.
  func run(_ seconds: Double = 2) {
    let end = engine.nanoseconds + Int64(seconds * 1e9)
    while engine.nanoseconds < end { engine.tick(at: min(engine.nanoseconds + 16_666_667, end)) }
  }

  func presentFully() throws {
    try page.presentOrThrow(sheet, animated: true)
    run()
  }

  /// Presents without animation what the next closure takes away.
  func presentAtOnce() throws {
    try page.presentOrThrow(sheet, animated: false)
    run(0.1)
  }

  /// Sends a finger's phases at x, 20 ms apart, and ticks at each.
  func touch(_ touches: [(phase: Touch.Phase, x: Double)]) {
    for touch in touches {
      let time = engine.nanoseconds + 20_000_000
      window.send(Touch(touch.phase, at: Point(x: touch.x, y: 300), nanoseconds: time))
      engine.tick(at: time)
    }
  }

  /// Whether the sheet is presented, on screen, at its place, and the page is there again without
  /// it.
  var isSheetShown: Bool {
    page.presentedViewController === sheet && !engine.hasTransitions
      && sheet.view.presentationFrame == window.bounds && sheet.view.root === window
  }

  var isPageShown: Bool {
    page.presentedViewController == nil && !engine.hasTransitions && page.view.root === window
      && page.view.presentationFrame == window.bounds && sheet.view.superview == nil
  }
}

extension ClosureStage: TransitioningDelegate, AnimatedTransitioning {
  func transitionDuration(using context: TransitionContext?) -> Double { duration }

  func animateTransition(using context: TransitionContext) {
    self.context = context
    animate(context)
  }

  func interruptibleAnimator(using context: TransitionContext) -> PropertyAnimator? {
    self.context = context
    return interruptible?(context)
  }

  func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? { self }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? { self }

  func interactionControllerForPresentation(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? { interaction }

  func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? { interaction }
}
