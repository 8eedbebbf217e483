import HeadlessUI
import MotionKernels
import Testing

/// Transitions that are taken back, as published code writes them.
@Suite("Taking a transition back")
struct ReversalTests {
  private let stage = ClosureStage()

  /// Slides the sheet in or out with an interruptible animator, linearly in 0.4 s.
  private func slide(ending: @escaping (TransitionContext, PropertyAnimator.Position) -> Void)
    -> () -> PropertyAnimator?
  {
    var made: PropertyAnimator?
    stage.duration = 0.4
    stage.interruptible = { [unowned stage] context in
      let bounds = context.containerView.bounds
      let below = bounds.offset(x: 0, y: bounds.height)
      let isPresenting = context.viewController(for: .to) === stage.sheet
      let view: View = stage.sheet.view
      if isPresenting {
        view.frame = below
        context.containerView.addSubview(view)
      }
      let animator = PropertyAnimator(engine: context.engine, duration: 0.4, curve: .linear) {
        view.frame = isPresenting ? bounds : below
      }
      animator.addCompletion { ending(context, $0) }
      made = animator
      return animator
    }
    return { made }
  }

  @Test(
    "An interruptible presentation that is reversed on its way is undone, and nothing is reported",
    arguments: [0.0, 0.05, 0.12, 0.3, 0.39])
  func reversal(seconds: Double) throws {
    let made = slide { $0.completeTransition($1 == .end) }
    let findings = try MotionReview.findings(in: stage.window, lasting: 1, isCancelled: true) {
      stage.engine.asyncAfter(seconds) { made()?.isReversed = true }
      try stage.page.presentOrThrow(stage.sheet, animated: true)
    }
    #expect(findings.isEmpty)
    #expect(stage.isPageShown)
    try stage.presentFully()
    #expect(stage.isSheetShown)
    try stage.sheet.dismissOrThrow(animated: true)
    stage.run()
    #expect(stage.isPageShown)
    #expect(stage.engine.diagnostics.isEmpty)
  }

  @Test("It is back after as long as it has played, and a dismissal meanwhile is refused")
  func reversalTime() throws {
    let made = slide { $0.completeTransition($1 == .end) }
    try stage.page.presentOrThrow(stage.sheet, animated: true)
    stage.engine.tick(at: 120_000_000)
    #expect(abs(stage.sheet.view.presentationFrame.minY - 560) < 1e-9)
    #expect(throws: TransitionError.transitionInProgress(controller: "sheet")) {
      try stage.sheet.dismissOrThrow(animated: true)
    }
    made()?.isReversed = true
    stage.engine.tick(at: 180_000_000)
    #expect(abs(stage.sheet.view.presentationFrame.minY - 680) < 1e-9)
    stage.engine.tick(at: 240_000_000)
    #expect(stage.isPageShown)
  }

  @Test("A dismissal that is reversed leaves the sheet, and one turned twice goes on")
  func reversedDismissal() throws {
    let made = slide { $0.completeTransition($1 == .end) }
    try stage.presentFully()
    try stage.sheet.dismissOrThrow(animated: true)
    stage.run(0.1)
    made()?.isReversed = true
    stage.run()
    #expect(stage.isSheetShown)
    try stage.sheet.dismissOrThrow(animated: true)
    stage.run(0.1)
    made()?.isReversed = true
    stage.run(0.05)
    made()?.isReversed = false
    stage.run()
    #expect(stage.isPageShown)
    #expect(stage.engine.diagnostics.isEmpty)
  }

  @Test("An outcome against the animator's end is reported, and the advice is right")
  func outcomeAgainstPosition() throws {
    let made = slide { context, _ in context.completeTransition(!context.transitionWasCancelled) }
    try stage.page.presentOrThrow(stage.sheet, animated: true)
    let name = "page to sheet (ClosureStage)"
    stage.run(0.1)
    made()?.isReversed = true
    stage.run()
    #expect(stage.engine.diagnostics == [.outcomeAgainstPosition(transition: name)])
    #expect(stage.engine.diagnostics[0].description.contains("'position == .end'"))
  }

  @Test(
    "'finish' and 'cancel' in a completion are right, before and after 'completeTransition'",
    arguments: [true, false], [true, false])
  func finishInCompletion(isReversed: Bool, isFirst: Bool) throws {
    let made = slide { context, position in
      if !isFirst { context.completeTransition(position == .end) }
      if position == .end {
        context.finishInteractiveTransition()
      } else {
        context.cancelInteractiveTransition()
      }
      if isFirst { context.completeTransition(!context.transitionWasCancelled) }
    }
    try stage.page.presentOrThrow(stage.sheet, animated: true)
    stage.run(0.1)
    made()?.isReversed = isReversed
    stage.run()
    #expect(stage.engine.diagnostics.isEmpty)
    #expect(isReversed ? stage.isPageShown : stage.isSheetShown)
  }

  @Test(
    "The same after a finger has scrubbed the animator, and where blocks move the views",
    arguments: [true, false], [true, false])
  func finishAfterInteraction(isFinishing: Bool, isInterruptible: Bool) throws {
    let end = { (context: TransitionContext) in
      if context.transitionWasCancelled {
        context.cancelInteractiveTransition()
      } else {
        context.finishInteractiveTransition()
      }
      context.complete()
    }
    if isInterruptible {
      _ = slide { context, _ in end(context) }
    } else {
      stage.duration = 0.4
      stage.animate = { [unowned stage] context in
        let bounds = context.containerView.bounds
        stage.sheet.view.frame = bounds.offset(x: 0, y: bounds.height)
        context.containerView.addSubview(stage.sheet.view)
        context.engine.animate(duration: 0.4, curve: .linear) {
          stage.sheet.view.frame = bounds
        } completion: { _ in
          end(context)
        }
      }
    }
    let interaction = PercentDrivenInteractiveTransition(engine: stage.engine)
    stage.interaction = interaction
    try stage.page.presentOrThrow(stage.sheet, animated: true)
    interaction.update(0.4)
    stage.run(0.1)
    if isFinishing { interaction.finish() } else { interaction.cancel() }
    stage.run()
    #expect(stage.engine.diagnostics.isEmpty)
    #expect(isFinishing ? stage.isSheetShown : stage.isPageShown)
  }

  @Test("An animator that 'animateTransition' starts is reversed, too")
  func memberAnimator() throws {
    var made: PropertyAnimator?
    stage.animate = { [unowned stage] context in
      let bounds = context.containerView.bounds
      stage.sheet.view.frame = bounds.offset(x: 0, y: bounds.height)
      context.containerView.addSubview(stage.sheet.view)
      let animator = PropertyAnimator(engine: context.engine, duration: 0.5, curve: .linear) {
        stage.sheet.view.frame = bounds
      }
      animator.addCompletion { context.completeTransition($0 == .end) }
      animator.startAnimation()
      made = animator
    }
    try stage.page.presentOrThrow(stage.sheet, animated: true)
    stage.run(0.2)
    made?.isReversed = true
    stage.run()
    #expect(stage.isPageShown)
    #expect(stage.engine.diagnostics.isEmpty)
  }
}

/// Writes down its appearance calls.
private final class LoggingController: ViewController {
  var log: (String) -> Void = { _ in }

  override func viewWillAppear(_ animated: Bool) { log("\(name).willAppear") }
  override func viewDidAppear(_ animated: Bool) { log("\(name).didAppear") }
  override func viewWillDisappear(_ animated: Bool) { log("\(name).willDisappear") }
  override func viewDidDisappear(_ animated: Bool) { log("\(name).didDisappear") }
}

/// The appearance calls of a back swipe, and the modals above one that is dismissed.
@Suite("Appearance calls and modals above")
struct AppearanceTests {
  private let engine = Engine()

  /// A back swipe from B to A, which may be taken up again while it runs back.
  @Test("A back swipe sends the calls that devices send", arguments: [60.0, 300.0])
  func backSwipe(way: Double) throws {
    let window = Window(engine: engine, size: Size(width: 400, height: 800))
    let (a, b) = (
      LoggingController(engine: engine, name: "A"), LoggingController(engine: engine, name: "B")
    )
    let navigation = NavigationController(engine: engine, name: "navigation", root: a)
    window.rootViewController = navigation
    engine.tick(at: 0)
    try navigation.pushOrThrow(b, animated: false)
    var calls: [String] = []
    a.log = { calls.append($0) }
    b.log = { calls.append($0) }
    TouchScript.drag(from: Point(x: 12, y: 400), to: Point(x: 12 + way, y: 400), seconds: 0.2)
      .send(to: window)
    let begin = ["B.willDisappear", "A.willAppear"]
    for index in 1...90 { engine.tick(at: Int64(index) * 16_666_667) }
    let isPopped = way > 200
    #expect(navigation.viewControllers.count == (isPopped ? 1 : 2))
    #expect(
      calls
        == (isPopped
          ? begin + ["B.didDisappear", "A.didAppear"]
          : begin + ["A.willDisappear", "A.didDisappear", "B.willAppear", "B.didAppear"]))
    #expect(engine.diagnostics.isEmpty)
  }

  @Test("A push that is canceled, taken up and finished tells the page below nothing in between")
  func takenUpAgain() throws {
    let window = Window(engine: engine, size: Size(width: 400, height: 800))
    let (a, b) = (
      LoggingController(engine: engine, name: "A"), LoggingController(engine: engine, name: "B")
    )
    let navigation = NavigationController(engine: engine, name: "navigation", root: a)
    let delegate = SlidePushDelegate(engine)
    navigation.delegate = delegate
    window.rootViewController = navigation
    engine.tick(at: 0)
    var calls: [String] = []
    a.log = { calls.append($0) }
    b.log = { calls.append($0) }
    try navigation.pushOrThrow(b, animated: true)
    delegate.interaction.update(0.5)
    engine.tick(at: 100_000_000)
    delegate.interaction.cancel()
    engine.tick(at: 150_000_000)
    delegate.interaction.pause()
    delegate.interaction.finish()
    engine.tick(at: 2_000_000_000)
    #expect(
      calls == [
        "A.willDisappear", "B.willAppear", "B.willDisappear", "B.willAppear", "A.didDisappear",
        "B.didAppear",
      ])
    #expect(engine.diagnostics.isEmpty)
  }

  @Test(
    "A modal above the dismissed one vanishes, which is reported unless a snapshot stands in",
    arguments: [0, 1, 2])
  func modalAbove(remedy: Int) throws {
    let window = Window(engine: engine, size: Size(width: 400, height: 800))
    let controllers = ["a", "b", "c"].map { ViewController(engine: engine, name: $0) }
    let (a, b, c) = (controllers[0], controllers[1], controllers[2])
    for controller in [b, c] { controller.modalPresentationStyle = .fullScreen }
    window.rootViewController = a
    engine.tick(at: 0)
    try a.presentOrThrow(b, animated: false)
    try b.presentOrThrow(c, animated: false)
    engine.tick(at: 1)
    if remedy == 1, let picture = c.view.snapshotView(afterScreenUpdates: false) {
      b.view.addSubview(picture)
    }
    if remedy == 2 {
      try c.dismissOrThrow(animated: true)
      engine.tick(at: 2_000_000_000)
    }
    try a.dismissOrThrow(animated: true)
    // What devices show: b moves, and c is gone.
    #expect(c.view.root !== window)
    engine.tick(at: 2_100_000_000)
    #expect(b.view.presentationFrame.minY > 0)
    engine.tick(at: 5_000_000_000)
    #expect(a.presentedViewController == nil)
    #expect(
      engine.diagnostics
        == (remedy == 0 ? [.vanishedInDismissal(controller: "c", dismissed: "b")] : []))
  }
}

/// Slides a pushed page in, under a percent-driven controller.
private final class SlidePushDelegate: NavigationControllerDelegate, AnimatedTransitioning {
  let interaction: PercentDrivenInteractiveTransition

  init(_ engine: Engine) { interaction = PercentDrivenInteractiveTransition(engine: engine) }

  func transitionDuration(using context: TransitionContext?) -> Double { 0.5 }

  func animateTransition(using context: TransitionContext) {
    guard let page = context.view(for: .to) else { return context.complete() }
    page.frame = context.containerView.bounds.offset(x: 400, y: 0)
    context.containerView.addSubview(page)
    context.engine.animate(duration: 0.5, curve: .linear) {
      page.frame = context.containerView.bounds
    } completion: { _ in
      context.complete()
    }
  }

  func navigationController(
    _ navigation: NavigationController, animationControllerFor operation: NavigationOperation,
    from: ViewController, to: ViewController
  ) -> (any AnimatedTransitioning)? { self }

  func navigationController(
    _ navigation: NavigationController,
    interactionControllerFor animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? { interaction }
}
