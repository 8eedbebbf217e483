import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "What is noticed" in Rules.md: each mistake of published transitions is reported, and its
/// correction is not.
@Suite("Published mistakes")
struct PublishedMistakeTests {
  /// A modal whose animator and interaction are closures.
  private final class Play: TransitioningDelegate, AnimatedTransitioning {
    let scene = Scene()
    let page: ViewController
    let sheet: ViewController
    var duration = 0.5
    var present: (TransitionContext) -> Void = { context in
      context.containerView.addSubview(context.viewController(for: .to).view)
      context.complete()
    }
    var dismiss: (TransitionContext) -> Void = { $0.complete() }
    var interaction: (any InteractiveTransitioning)?

    init(_ style: ModalPresentationStyle = .custom) {
      page = scene.presenter
      sheet = ViewController(engine: scene.engine, name: "sheet")
      sheet.modalPresentationStyle = style
      sheet.transitioningDelegate = self
      scene.engine.tick(at: 0)
    }

    func transitionDuration(using context: TransitionContext?) -> Double { duration }

    func animateTransition(using context: TransitionContext) {
      context.viewController(for: .to) === sheet ? present(context) : dismiss(context)
    }

    func animationController(
      forPresented presented: ViewController, presenting: ViewController, source: ViewController
    ) -> (any AnimatedTransitioning)? { self }

    func animationController(
      forDismissed dismissed: ViewController
    ) -> (any AnimatedTransitioning)? { self }

    func interactionControllerForDismissal(
      using animator: any AnimatedTransitioning
    ) -> (any InteractiveTransitioning)? { interaction }

    /// Presents, and plays the transition.
    func presentFully() throws {
      try page.presentOrThrow(sheet, animated: true)
      run()
    }

    func run(_ seconds: Double = 2) { scene.run(until: scene.engine.now + seconds) }

    /// Sends touches to the right of a start, 20 ms apart.
    func touch(_ touches: [(Touch.Phase, Double)]) {
      for (phase, x) in touches {
        let time = scene.engine.nanoseconds + 20_000_000
        scene.window.send(Touch(phase, at: Point(x: 100 + x, y: 300), nanoseconds: time))
        scene.engine.tick(at: time)
      }
    }

    var reports: [Diagnostic] { scene.engine.diagnostics }
    let name = "sheet to presenter (Play)"
  }

  /// A hand-written drag to the right, with a flag that decides.
  private final class Drag: InteractiveTransitioning {
    let play: Play
    var decides = false
    var endsIn: (TransitionContext) -> Double = { $0.containerView.bounds.width }
    var finishesWhenCanceled = false
    var isAware = true
    var isClamped = true
    private var context: TransitionContext?

    init(_ play: Play) {
      self.play = play
      play.interaction = self
      play.sheet.view.addGestureRecognizer(PanGestureRecognizer { [unowned self] in handle($0) })
    }

    func startInteractiveTransition(_ context: TransitionContext) { self.context = context }

    private func handle(_ pan: PanGestureRecognizer) {
      if pan.state == .began { try? play.sheet.dismissOrThrow(animated: true) }
      guard let context else { return }
      let sheet: View = play.sheet.view
      let way = pan.translation(in: nil).x
      let width = context.containerView.bounds.width
      let fraction = isClamped ? way.fraction(of: width) : way / width
      switch pan.state {
      case .changed:
        decides = fraction > 0.5
        if isAware { context.updateInteractiveTransition(fraction) }
        sheet.frame.origin.x = fraction * context.containerView.bounds.width
      case .ended, .cancelled:
        let isFinishing = decides && (pan.state == .ended || finishesWhenCanceled)
        if isAware, isFinishing { context.finishInteractiveTransition() }
        if isAware, !isFinishing { context.cancelInteractiveTransition() }
        context.engine.animate(duration: 0.2) {
          sheet.frame.origin.x = isFinishing ? endsIn(context) : 0
        } completion: { _ in
          context.completeTransition(isFinishing)
        }
      default: break
      }
    }
  }

  @Test(
    "A flag that starts true dismisses at a release without movement", arguments: [true, false])
  func flag(isPublished: Bool) throws {
    for isAware in [true, false] {
      let play = Play()
      try play.presentFully()
      let drag = Drag(play)
      drag.decides = isPublished
      drag.isAware = isAware || !isPublished
      play.touch([(.began, 0), (.moved, 11), (.ended, 11)])
      play.run()
      #expect(
        play.reports == (isPublished ? [.finishedWithoutMovement(transition: play.name)] : []))
      #expect((play.page.presentedViewController == nil) == isPublished)
    }
  }

  @Test("A canceled touch that finishes", arguments: [true, false])
  func canceledTouch(isPublished: Bool) throws {
    let play = Play()
    try play.presentFully()
    let drag = Drag(play)
    drag.finishesWhenCanceled = isPublished
    play.touch([(.began, 0), (.moved, 11), (.moved, 260), (.cancelled, 260)])
    play.run()
    #expect(
      play.reports == (isPublished ? [.finishedByCanceledTouch(transition: play.name)] : []))
  }

  @Test("A release that adds the whole way to where the finger was", arguments: [true, false])
  func beyondTheEdge(isPublished: Bool) throws {
    let play = Play()
    try play.presentFully()
    let drag = Drag(play)
    if isPublished {
      drag.endsIn = { [unowned play] in
        play.sheet.view.frame.minX + $0.containerView.bounds.width
      }
    }
    play.touch([(.began, 0), (.moved, 11), (.moved, 236), (.ended, 236)])
    play.run()
    #expect(
      play.reports
        == (isPublished
          ? [.landedBeyondEdge(view: "sheet", points: 225, transition: play.name)] : []))
  }

  @Test("A duration of one stage of two", arguments: [true, false])
  func duration(isPublished: Bool) throws {
    let play = Play()
    play.duration = isPublished ? 0.25 : 0.5
    play.present = { [unowned play] context in
      context.containerView.addSubview(play.sheet.view)
      context.engine.animate(duration: 0.25) {
        play.page.view.alpha = 0.5
      } completion: { _ in
        context.engine.animate(duration: 0.25) {
          play.page.view.transform = .makeScale(x: 0.9, y: 0.9, z: 1)
        } completion: { _ in
          context.complete()
        }
      }
    }
    try play.presentFully()
    #expect(
      play.reports
        == (isPublished
          ? [
            .outlastsDuration(
              transition: "presenter to sheet (Play)", reported: 0.25, seconds: 0.5)
          ] : []))
  }

  @Test(
    "Two stages under a percent-driven controller, whatever the duration says; one with keyframes",
    arguments: [0.25, 0.5, nil])
  func stages(published: Double?) throws {
    let play = Play()
    try play.presentFully()
    play.duration = published ?? 0.5
    play.dismiss = { [unowned play] context in
      let page: View = play.page.view
      guard published != nil else {
        return context.engine.animateKeyframes(duration: 0.5) {
          context.engine.addKeyframe(relativeStart: 0, relativeDuration: 0.5) { page.alpha = 0.5 }
          context.engine.addKeyframe(relativeStart: 0.5, relativeDuration: 0.5) { page.alpha = 0 }
        } completion: { _ in
          context.complete()
        }
      }
      context.engine.animate(duration: 0.25, curve: .linear) {
        page.alpha = 0.5
      } completion: { _ in
        context.engine.animate(duration: 0.25, curve: .linear) {
          page.alpha = 0
        } completion: { _ in
          context.complete()
        }
      }
    }
    let interaction = PercentDrivenInteractiveTransition(engine: play.scene.engine)
    play.interaction = interaction
    try play.sheet.dismissOrThrow(animated: true)
    interaction.update(0.9)
    interaction.finish()
    play.run()
    #expect(play.reports == (published == nil ? [] : [.stageNotScrubbed(transition: play.name)]))
  }

  @Test("A curve under a finger", arguments: AnimationCurve.allCases)
  func eased(curve: AnimationCurve) throws {
    let play = Play()
    try play.presentFully()
    play.dismiss = { [unowned play] context in
      context.engine.animate(duration: 0.5, curve: curve) {
        play.sheet.view.frame.origin.x = 375
      } completion: { _ in
        context.complete()
      }
    }
    let interaction = PanInteraction(
      engine: play.scene.engine, threshold: 0.3, fraction: { $0.translation(in: nil).x / 375 },
      begin: { [unowned play] in try play.sheet.dismissOrThrow(animated: true) })
    play.interaction = interaction
    play.sheet.view.addGestureRecognizer(PanGestureRecognizer { interaction.handle($0) })
    play.touch([(.began, 0), (.moved, 11), (.moved, 200), (.ended, 200)])
    play.run()
    #expect(
      play.reports == (curve == .linear ? [] : [.easedUnderFinger(transition: play.name)]))
    #expect(play.page.presentedViewController == nil)
  }

  @Test("A full-screen dismissal that puts nothing behind the sheet", arguments: [true, false])
  func nothingBehind(isPublished: Bool) throws {
    let play = Play(.fullScreen)
    try play.presentFully()
    play.dismiss = { [unowned play] context in
      if !isPublished { context.insertPresenterBelow() }
      context.engine.animate(duration: 0.5) {
        play.sheet.view.frame.origin.y = -667
      } completion: { _ in
        play.sheet.view.removeFromSuperview()
        context.complete()
      }
    }
    try play.sheet.dismissOrThrow(animated: true)
    play.run()
    #expect(
      play.reports
        == (isPublished ? [.arrivedOffScreen(view: "presenter", transition: play.name)] : []))
    #expect(play.page.view.superview === play.scene.window)
  }

  @Test("A presenter's view in the container of a style that keeps it", arguments: [true, false])
  func lostPresenter(isPublished: Bool) throws {
    let play = Play()
    try play.presentFully()
    play.dismiss = { [unowned play] context in
      if isPublished { context.containerView.insertSubview(play.page.view, at: 0) }
      context.complete()
    }
    try play.sheet.dismissOrThrow(animated: true)
    play.run()
    #expect(
      play.reports
        == (isPublished ? [.presenterLost(presenter: "presenter", presented: "sheet")] : []))
    #expect((play.page.view.superview == nil) == isPublished)
  }

  @Test("A frame that is converted by the view itself", arguments: [true, false])
  func ownFrame(isPublished: Bool) {
    let scene = Scene()
    let photo = View(
      engine: scene.engine, name: "photo", frame: Rect(x: 0, y: 192.875, width: 375, height: 281.25)
    )
    scene.presenter.view.addSubview(photo)
    let converter: View = isPublished ? photo : scene.presenter.view
    let rect = converter.convert(photo.frame, to: nil)
    #expect(rect.minY == (isPublished ? 385.75 : 192.875))
    #expect(
      scene.engine.diagnostics == (isPublished ? [.frameInOwnCoordinates(view: "photo")] : []))
    // Its bounds, and a rectangle of its own, are its own.
    _ = photo.convert(photo.bounds, to: nil)
    _ = photo.convert(Rect(x: 1, y: 2, width: 3, height: 4), from: scene.window)
    // Also one that merely equals its frame.
    photo.frame = Rect(x: 10, y: 20, width: 30, height: 40)
    _ = photo.convert(Rect(x: 10, y: 20, width: 30, height: 40), to: nil)
    #expect(scene.engine.diagnostics.count == (isPublished ? 1 : 0))
  }

  @Test("A place in the superview that is converted by the view itself", arguments: [true, false])
  func ownPlace(isPublished: Bool) {
    let scene = Scene()
    let photo = View(
      engine: scene.engine, name: "photo", frame: Rect(x: 50, y: 60, width: 100, height: 80))
    scene.presenter.view.addSubview(photo)
    let converter: View = isPublished ? photo : scene.presenter.view
    #expect(converter.convert(photo.frame.origin, to: nil).x == (isPublished ? 100 : 50))
    _ = converter.convert(photo.center, to: scene.window)
    _ = scene.window.convert(photo.center, from: converter)
    _ = scene.window.convert(photo.frame, from: converter)
    #expect(
      scene.engine.diagnostics
        == Array(repeating: .frameInOwnCoordinates(view: "photo"), count: isPublished ? 4 : 0))
    // Points of its own, of which one equals its center.
    _ = photo.convert(Point(x: 100, y: 100), to: nil)
    _ = photo.convert(photo.bounds.origin, to: nil)
    _ = photo.convert(Point(x: photo.bounds.width / 2, y: 5), to: nil)
    #expect(scene.engine.diagnostics.count == (isPublished ? 4 : 0))
  }

  @Test("A drag that completes without a word about its release", arguments: [true, false])
  func releaseWithoutAWord(isPublished: Bool) throws {
    let play = Play()
    try play.presentFully()
    let drag = Drag(play)
    drag.isAware = !isPublished
    play.touch([(.began, 0), (.moved, 11), (.moved, 260), (.ended, 260)])
    play.run()
    #expect(
      play.reports == (isPublished ? [.completedBeforeRelease(transition: play.name)] : []))
    #expect(play.page.presentedViewController == nil)
  }

  @Test("A drag beyond both ends that reports a fraction as it is", arguments: [true, false])
  func unclamped(isPublished: Bool) throws {
    let play = Play()
    try play.presentFully()
    let drag = Drag(play)
    drag.isClamped = !isPublished
    play.touch([(.began, 0), (.moved, 11), (.moved, -90), (.moved, -80), (.ended, -80)])
    play.run()
    // 11 points are where the translation starts.
    #expect(
      play.reports
        == (isPublished
          ? [.fractionOutOfRange(transition: play.name, fraction: -101.0 / 375)] : []))
  }

  @Test("A card that is thrown far off the screen is no mistake")
  func thrown() throws {
    let play = Play()
    try play.presentFully()
    let drag = Drag(play)
    drag.endsIn = { 2 * $0.containerView.bounds.width }
    play.touch([(.began, 0), (.moved, 11), (.moved, 236), (.ended, 236)])
    play.run()
    #expect(play.reports.isEmpty)
  }

  @Test("An animator that waits for a timer is not stuck; one that waits for nothing is")
  func waiting() throws {
    for seconds in [1.5, 4] {
      let play = Play()
      play.duration = 6
      play.present = { [unowned play] context in
        context.containerView.addSubview(play.sheet.view)
        context.engine.asyncAfter(seconds) { context.complete() }
      }
      try play.presentFully()
      play.run(3)
      #expect(play.reports.isEmpty)
    }
    let play = Play()
    play.present = { [unowned play] in $0.containerView.addSubview(play.sheet.view) }
    try play.presentFully()
    #expect(play.reports == [.transitionStuck(transition: "presenter to sheet (Play)")])
  }

  @Test("An interaction that begins late is not stuck; one that never does is")
  func late() throws {
    let play = Play()
    try play.presentFully()
    play.dismiss = { context in
      context.engine.animate(duration: 0.5, curve: .linear) {
        context.fromController.view.frame.origin.x = 375
      } completion: { _ in
        context.complete()
      }
    }
    let interaction = PercentDrivenInteractiveTransition(engine: play.scene.engine)
    play.interaction = interaction
    try play.sheet.dismissOrThrow(animated: true)
    play.run(3)
    #expect(play.reports == [.transitionStuck(transition: play.name)])
    interaction.update(0.5)
    #expect(play.reports.isEmpty)
    interaction.finish()
    play.run()
    #expect(play.reports.isEmpty && play.page.presentedViewController == nil)
  }

  @Test("A view that arrives without area", arguments: [true, false])
  func area(isPublished: Bool) throws {
    let play = Play()
    play.present = { [unowned play] context in
      context.containerView.addSubview(play.sheet.view)
      context.engine.animate(duration: 0.5) {
        play.sheet.view.frame = Rect(x: 0, y: 100, width: 375, height: isPublished ? 0 : 567)
      } completion: { _ in
        context.complete()
      }
    }
    try play.presentFully()
    #expect(
      play.reports
        == (isPublished
          ? [.viewWithoutArea(view: "sheet", transition: "presenter to sheet (Play)")] : []))
  }

  @Test("A navigation container in another one is refused, also as its root")
  func nested() throws {
    let scene = Scene()
    let inner = NavigationController(
      engine: scene.engine, name: "inner", root: scene.controller("a"))
    let outer = NavigationController(
      engine: scene.engine, name: "outer", root: scene.controller("b"))
    #expect(throws: TransitionError.nestedNavigation(controller: "outer", entry: "inner")) {
      try outer.pushOrThrow(inner, animated: false)
    }
    #expect(outer.viewControllers.count == 1)
    _ = NavigationController(engine: scene.engine, name: "third", root: inner)
    #expect(scene.engine.diagnostics.count == 2)
  }

  private static let transition = "sheet to page (Slide)"

  /// A diagnostic of the case after another one's, so that the compiler asks for a new one here.
  private static func next(after diagnostic: Diagnostic) -> Diagnostic? {
    switch diagnostic {
    case .undefinedFrame: .cyclicHierarchy(view: "v")
    case .cyclicHierarchy: .timeWentBack(from: 2, to: 1)
    case .timeWentBack: .layoutDidNotSettle(view: "v")
    case .layoutDidNotSettle: .layoutTooDeep(view: "v")
    case .layoutTooDeep: .textTooLong(view: "v", bytes: 9)
    case .textTooLong: .notFinite(view: "v")
    case .notFinite: .detentOutOfReach(controller: "c", largest: 600)
    case .detentOutOfReach: .rotatedInTransition(window: "window")
    case .rotatedInTransition: .hierarchyTooDeep(view: "v")
    case .hierarchyTooDeep: .completionMismatch(transition: transition)
    case .completionMismatch: .completedTwice(transition: transition)
    case .completedTwice: .transitionStuck(transition: transition)
    case .transitionStuck: .ignoredCall("update", transition: transition)
    case .ignoredCall: .ignoredAnimatorCall("stop")
    case .ignoredAnimatorCall: .noTransition(call: "update")
    case .noTransition: .presentedViewNotAdded(controller: "c")
    case .presentedViewNotAdded: .secondFinger(window: "window")
    case .secondFinger: .viewWithoutArea(view: "v", transition: transition)
    case .viewWithoutArea: .arrivedOffScreen(view: "v", transition: transition)
    case .arrivedOffScreen: .presenterLost(presenter: "c", presented: "d")
    case .presenterLost: .outlastsDuration(transition: transition, reported: 0.25, seconds: 0.5)
    case .outlastsDuration: .stageNotScrubbed(transition: transition)
    case .stageNotScrubbed: .easedUnderFinger(transition: transition)
    case .easedUnderFinger: .finishedWithoutMovement(transition: transition)
    case .finishedWithoutMovement: .finishedByCanceledTouch(transition: transition)
    case .finishedByCanceledTouch: .landedBeyondEdge(view: "v", points: 225, transition: transition)
    case .landedBeyondEdge: .frameInOwnCoordinates(view: "v")
    case .frameInOwnCoordinates: .transformJumps(view: "v")
    case .transformJumps: .outcomeAgainstPosition(transition: transition)
    case .outcomeAgainstPosition: .vanishedInDismissal(controller: "c", dismissed: "d")
    case .vanishedInDismissal: .targetOfOtherType(view: "v", target: "C", owner: "D")
    case .targetOfOtherType: .fractionOutOfRange(transition: transition, fraction: 1.5)
    case .fractionOutOfRange: .completedBeforeRelease(transition: transition)
    case .completedBeforeRelease: .blockOfOtherEngine(view: "v")
    case .blockOfOtherEngine: .viewOfOtherEngine(view: "v", superview: "w")
    case .viewOfOtherEngine: .delegateWithoutEffect(controller: "c", delegate: "D")
    case .delegateWithoutEffect: .refused(.cannotPopRoot(controller: "c"))
    case .refused: nil
    }
  }

  @Test("Every diagnostic says in two sentences or more what happened, to what, and what to do")
  func sentences() {
    let transition = Self.transition
    let first = Diagnostic.undefinedFrame(view: "v")
    for diagnostic in sequence(first: first, next: Self.next(after:)) {
      let text = diagnostic.description
      #expect(text.hasSuffix("."), "\(text)")
      #expect(text.split(separator: ". ").count >= 2, "\(text)")
      #expect(!text.contains("\n") && text.count < 240, "\(text)")
      let names = ["'v'", "'c'", "'window'", "'update'", "'stop'", transition, "1 ns"]
      #expect(names.contains { text.contains($0) }, "\(text)")
    }
    #expect(
      "\(Diagnostic.outlastsDuration(transition: transition, reported: 0.25, seconds: 0.5))"
        == "sheet to page (Slide): an animation ends after 0.5 s, but its duration is reported as "
        + "0.25 s, which animations alongside use. Report the sum of all stages.")
  }
}
