import HeadlessUI
import MotionKernels

// Transitions that a finger drives.
extension AdvisedScene {
  func playFingers(_ kind: AdviceTests.Kind, _ isFollowed: Bool) throws -> Bool {
    try stage.presentAtOnce()
    switch kind {
    case .stageNotScrubbed: return try scrubStages(isFollowed)
    case .easedUnderFinger: return easeUnderFinger(isFollowed)
    case .secondFinger:
      stage.touch([(.began, 100)])
      if isFollowed { stage.touch([(.ended, 100)]) }
      let time = engine.nanoseconds + 20_000_000
      stage.window.send(
        Touch(.began, at: Point(x: 200, y: 300), nanoseconds: time, finger: 1))
      engine.tick(at: time)
      return stage.isSheetShown
    case .targetOfOtherType:
      let counter = TouchCounter()
      let target: AnyObject = isFollowed ? counter : stage.sheet
      sheet.addGestureRecognizer(
        TapGestureRecognizer(target: target, action: TouchCounter.count))
      stage.touch([(.began, 100), (.ended, 100)])
      return counter.touches == 1
    case .finishedWithoutMovement:
      drag { pan, isFinishing in
        if pan.state == .began, isFollowed { isFinishing = false }
        if pan.state == .changed { isFinishing = pan.translation(in: nil).x > 200 }
      }
      stage.touch([(.began, 100), (.moved, 111), (.ended, 111)])
      stage.run()
      return stage.isSheetShown
    case .finishedByCanceledTouch:
      drag { pan, isFinishing in
        if pan.state == .changed { isFinishing = pan.translation(in: nil).x > 200 }
        if pan.state == .cancelled, isFollowed { isFinishing = false }
      }
      stage.touch([(.began, 100), (.moved, 111), (.moved, 350), (.cancelled, 350)])
      stage.run()
      return stage.isSheetShown
    case .landedBeyondEdge:
      let sheet = sheet
      drag(end: { isFollowed ? 400 : sheet.frame.minX + 400 }) { pan, isFinishing in
        if pan.state == .changed { isFinishing = pan.translation(in: nil).x > 200 }
      }
      stage.touch([(.began, 100), (.moved, 111), (.moved, 350), (.ended, 350)])
      stage.run()
      return stage.isPageShown
    case .fractionOutOfRange:
      drag(isClamped: isFollowed) { pan, isFinishing in
        if pan.state == .changed { isFinishing = pan.translation(in: nil).x > 200 }
      }
      stage.touch([(.began, 100), (.moved, 111), (.moved, 50)])
      let isInPlace = sheet.frame.minX == 0
      stage.touch([(.ended, 50)])
      stage.run()
      return isInPlace && stage.isSheetShown
    case .completedBeforeRelease:
      var observed = false
      drag(isTold: isFollowed) { pan, isFinishing in
        if pan.state == .changed { isFinishing = pan.translation(in: nil).x > 200 }
      }
      stage.touch([(.began, 100), (.moved, 111)])
      stage.sheet.transitionCoordinator?.notifyWhenInteractionChanges { _ in observed = true }
      stage.touch([(.moved, 350), (.ended, 350)])
      stage.run()
      return observed && stage.isPageShown
    default: return false
    }
  }

  /// Two stages under a percent-driven controller, or the same in keyframes.
  private func scrubStages(_ isFollowed: Bool) throws -> Bool {
    let (sheet, page) = (sheet, page)
    stage.animate = { context in
      guard !isFollowed else {
        return context.engine.animateKeyframes(duration: 0.5) {
          context.engine.addKeyframe(relativeStart: 0, relativeDuration: 0.5) { page.alpha = 0.9 }
          context.engine.addKeyframe(relativeStart: 0.5, relativeDuration: 0.5) {
            sheet.frame.origin.y = 800
          }
        } completion: { _ in
          context.complete()
        }
      }
      context.engine.animate(duration: 0.25, curve: .linear) {
        page.alpha = 0.9
      } completion: { _ in
        context.engine.animate(duration: 0.25, curve: .linear) {
          sheet.frame.origin.y = 800
        } completion: { _ in
          context.complete()
        }
      }
    }
    let interaction = PercentDrivenInteractiveTransition(engine: engine)
    stage.interaction = interaction
    try stage.sheet.dismissOrThrow(animated: true)
    interaction.update(0.75)
    stage.run(0.1)
    let isScrubbed = abs(sheet.presentationFrame.minY - 400) < 1e-9
    interaction.finish()
    stage.run()
    return isScrubbed && stage.isPageShown
  }

  /// A pan that scrubs an animator, eased or linear.
  private func easeUnderFinger(_ isFollowed: Bool) -> Bool {
    let sheet = sheet
    stage.animate = { context in
      context.engine.animate(duration: 0.5, curve: isFollowed ? .linear : .easeInOut) {
        sheet.frame.origin.x = 400
      } completion: { _ in
        context.complete()
      }
    }
    let interaction = PanInteraction(
      engine: engine, threshold: 0.3, fraction: { $0.translation(in: nil).x / 400 },
      begin: { [stage] in try stage.sheet.dismissOrThrow(animated: true) })
    stage.interaction = interaction
    sheet.addGestureRecognizer(PanGestureRecognizer { interaction.handle($0) })
    stage.touch([(.began, 50), (.moved, 61), (.moved, 211)])
    let isUnderFinger = abs(sheet.presentationFrame.minX - 150) < 1e-9
    stage.touch([(.ended, 211)])
    stage.run()
    return isUnderFinger && stage.isPageShown
  }

  /// A drag that moves the sheet itself; `decide` says whether a release finishes, which it does
  /// at first.
  private func drag(
    end: @escaping () -> Double = { 400 }, isClamped: Bool = true, isTold: Bool = true,
    decide: @escaping (PanGestureRecognizer, inout Bool) -> Void
  ) {
    let handwritten = Handwritten()
    stage.interaction = handwritten
    let (stage, sheet) = (stage, sheet)
    var isFinishing = true
    sheet.addGestureRecognizer(
      PanGestureRecognizer { pan in
        decide(pan, &isFinishing)
        if pan.state == .began { try? stage.sheet.dismissOrThrow(animated: true) }
        guard let context = handwritten.context else { return }
        switch pan.state {
        case .changed:
          let way = pan.translation(in: nil).x
          let fraction = isClamped ? way.fraction(of: 400) : way / 400
          context.updateInteractiveTransition(fraction)
          sheet.frame.origin.x = 400 * fraction
        case .ended, .cancelled:
          if isFinishing, isTold {
            context.finishInteractiveTransition()
          } else if !isFinishing {
            context.cancelInteractiveTransition()
          }
          let x = isFinishing ? end() : 0
          context.perform {
            context.engine.animate(duration: 0.2) {
              sheet.frame.origin.x = x
            } completion: { _ in
              context.complete()
            }
          }
        default: break
        }
      })
  }

  private final class Handwritten: InteractiveTransitioning {
    private(set) var context: TransitionContext?
    func startInteractiveTransition(_ context: TransitionContext) { self.context = context }
  }
}

/// A delegate whose results have another type than the protocol's.
private final class MisspelledDelegate: TransitioningDelegate {
  func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> FadingDelegate? { FadingDelegate() }
}

private final class FadingDelegate: TransitioningDelegate, AnimatedTransitioning {
  private(set) var fades = 0

  func transitionDuration(using context: TransitionContext?) -> Double { 0.2 }

  func animateTransition(using context: TransitionContext) {
    fades += 1
    if let view = context.view(for: .to) { context.containerView.addSubview(view) }
    context.engine.animate(duration: 0.2) {
      context.containerView.alpha = 0.9
    } completion: { _ in
      context.complete()
    }
  }

  func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? { self }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? { self }
}

// Calls that were ignored or refused.
extension AdvisedScene {
  func playCalls(_ kind: AdviceTests.Kind, _ isFollowed: Bool) throws -> Bool {
    switch kind {
    case .detentOutOfReach:
      let delegate = SheetDelegate(
        stage.sheet, detents: [isFollowed ? .medium : .height(5_000)])
      try stage.page.presentOrThrow(stage.sheet, animated: true)
      stage.run()
      return delegate.selected == .medium && abs(sheet.frame.height - 395) < 1
    case .rotatedInTransition:
      stage.animate = { context in
        context.containerView.addSubview(context.viewController(for: .to).view)
        context.engine.asyncAfter(0.2) { context.complete() }
      }
      let size = Size(width: 800, height: 400)
      try stage.page.presentOrThrow(stage.sheet, animated: true) { [stage] in
        if isFollowed { stage.window.rotate(to: size) }
      }
      if !isFollowed { stage.window.rotate(to: size) }
      stage.run()
      return stage.window.bounds.size == size && stage.isSheetShown
    case .ignoredCall:
      var isScrubbed = false
      stage.animate = { context in
        if !isFollowed || context.state == .interacting {
          context.updateInteractiveTransition(0.5)
          isScrubbed = true
        }
        context.containerView.addSubview(context.viewController(for: .to).view)
        context.complete()
      }
      try stage.presentFully()
      return !isScrubbed && stage.isSheetShown
    case .ignoredAnimatorCall:
      let page = page
      let animator = PropertyAnimator(engine: engine, duration: 0.5, curve: .linear) {
        page.alpha = 0
      }
      animator.startAnimation()
      stage.run(0.2)
      if !isFollowed || animator.state == .stopped { animator.finishAnimation(at: .end) }
      stage.run()
      return animator.state == .inactive && page.alpha == 0
    case .noTransition:
      let (interaction, sheet) = (PercentDrivenInteractiveTransition(engine: engine), sheet)
      stage.interaction = interaction
      stage.animate = { context in
        sheet.frame = context.containerView.bounds.offset(x: 0, y: 800)
        context.containerView.addSubview(sheet)
        context.engine.animate(duration: 0.5, curve: .linear) {
          sheet.frame = context.containerView.bounds
        } completion: { _ in
          context.complete()
        }
      }
      if isFollowed { try stage.page.presentOrThrow(stage.sheet, animated: true) }
      interaction.update(0.5)
      stage.run(0.1)
      interaction.finish()
      stage.interaction = nil
      stage.run()
      return stage.isSheetShown
    case .vanishedInDismissal:
      let top = ViewController(engine: engine, name: "top")
      try stage.presentAtOnce()
      try stage.sheet.presentOrThrow(top, animated: false)
      if isFollowed, let picture = top.view.snapshotView(afterScreenUpdates: false) {
        sheet.addSubview(picture)
      }
      try stage.page.dismissOrThrow(animated: true)
      let isCovered = sheet.subviews.last?.presentationFrame == stage.window.bounds
      stage.run()
      return isCovered && stage.isPageShown
    case .delegateWithoutEffect:
      let (misspelled, right) = (MisspelledDelegate(), FadingDelegate())
      stage.sheet.transitioningDelegate = isFollowed ? right : misspelled
      try stage.page.presentOrThrow(stage.sheet, animated: true)
      stage.run()
      try stage.sheet.dismissOrThrow(animated: true)
      stage.run()
      return right.fades == 2 && stage.isPageShown
    case .refused: return try refuse(isFollowed)
    default: return false
    }
  }

  /// Every refusal, or what its message says to do instead.
  private func refuse(_ isFollowed: Bool) throws -> Bool {
    let (page, sheet) = (stage.page, stage.sheet)
    let entry = ViewController(engine: engine, name: "entry")
    let detail = ViewController(engine: engine, name: "detail")
    let inner = NavigationController(
      engine: engine, name: "inner", root: ViewController(engine: engine, name: "root"))
    let navigation = NavigationController(engine: engine, name: "navigation", root: entry)
    // The page presents itself when nothing is followed, so it is no child then.
    let first = isFollowed ? page : ViewController(engine: engine, name: "first")
    let tabs = try TabBarController(
      engine: engine, name: "tabs", viewControllers: [first, navigation])
    let lonely = ViewController(engine: engine, name: "lonely")
    func attempt(_ call: () throws -> Void) { try? call() }

    // Not in a window: make it a window's root first.
    if isFollowed { stage.window.rootViewController = lonely }
    attempt { try lonely.presentOrThrow(detail, animated: false) }
    if isFollowed { try detail.dismissOrThrow(animated: false) }
    stage.window.rootViewController = isFollowed ? tabs : page
    engine.tick(at: 1)
    // No such tab: select one that exists.
    attempt { try tabs.select(isFollowed ? 1 : 7) }
    // Only one entry: push before a pop.
    if isFollowed { try navigation.pushOrThrow(detail, animated: false) }
    attempt { _ = try navigation.popOrThrow(animated: false) }
    // A navigation container: present it instead.
    if isFollowed {
      try navigation.presentOrThrow(inner, animated: false)
      try inner.dismissOrThrow(animated: false)
    } else {
      attempt { try navigation.pushOrThrow(inner, animated: false) }
    }
    // Not in the stack, no entries, a style that cannot be presented.
    attempt { try navigation.popToOrThrow(isFollowed ? entry : lonely, animated: false) }
    attempt { try navigation.setViewControllersOrThrow(isFollowed ? [entry] : [], animated: false) }
    lonely.modalPresentationStyle = isFollowed ? .fullScreen : .none
    attempt { try page.presentOrThrow(lonely, animated: false) }
    if isFollowed { try lonely.dismissOrThrow(animated: false) }
    // Nothing presented, presented already, presenting already, and in a transition.
    if !isFollowed { attempt { try sheet.dismissOrThrow(animated: false) } }
    let host = isFollowed ? tabs : page
    sheet.transitioningDelegate = nil
    sheet.modalPresentationStyle = .fullScreen
    attempt { try host.presentOrThrow(sheet, animated: true) }
    if isFollowed { stage.run() }
    attempt { try (isFollowed ? sheet : host).presentOrThrow(detail, animated: false) }
    stage.run()
    if !isFollowed {
      attempt { try host.presentOrThrow(detail, animated: false) }
      attempt { try sheet.presentOrThrow(sheet, animated: false) }
    }
    stage.run()
    return sheet.presentedViewController === detail && tabs.selectedIndex == 1
      && navigation.viewControllers.count == 1
  }
}

/// Counts what recognizers call.
private final class TouchCounter {
  private(set) var touches = 0

  func count(_ recognizer: TapGestureRecognizer) { touches += 1 }
}
