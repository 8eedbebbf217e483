import HeadlessUI
import MotionKernels
import Testing

/// What a diagnostic advises, followed: then nothing is reported, and the scene is right.
@Suite("The advice of diagnostics")
struct AdviceTests {
  /// Every kind of diagnostic; `init(_:)` keeps the list complete.
  enum Kind: CaseIterable {
    case undefinedFrame, cyclicHierarchy, timeWentBack, layoutDidNotSettle, layoutTooDeep
    case textTooLong, notFinite, detentOutOfReach, rotatedInTransition, hierarchyTooDeep
    case completionMismatch, outcomeAgainstPosition, completedTwice, transitionStuck, ignoredCall
    case ignoredAnimatorCall, noTransition, presentedViewNotAdded, secondFinger, viewWithoutArea
    case arrivedOffScreen, presenterLost, outlastsDuration, stageNotScrubbed, easedUnderFinger
    case finishedWithoutMovement, finishedByCanceledTouch, landedBeyondEdge, frameInOwnCoordinates
    case transformJumps, vanishedInDismissal, fractionOutOfRange, completedBeforeRelease
    case blockOfOtherEngine, viewOfOtherEngine, targetOfOtherType, delegateWithoutEffect, refused

    init(_ diagnostic: Diagnostic) {
      self =
        switch diagnostic {
        case .undefinedFrame: .undefinedFrame
        case .cyclicHierarchy: .cyclicHierarchy
        case .timeWentBack: .timeWentBack
        case .layoutDidNotSettle: .layoutDidNotSettle
        case .layoutTooDeep: .layoutTooDeep
        case .textTooLong: .textTooLong
        case .notFinite: .notFinite
        case .detentOutOfReach: .detentOutOfReach
        case .rotatedInTransition: .rotatedInTransition
        case .hierarchyTooDeep: .hierarchyTooDeep
        case .completionMismatch: .completionMismatch
        case .outcomeAgainstPosition: .outcomeAgainstPosition
        case .completedTwice: .completedTwice
        case .transitionStuck: .transitionStuck
        case .ignoredCall: .ignoredCall
        case .ignoredAnimatorCall: .ignoredAnimatorCall
        case .noTransition: .noTransition
        case .presentedViewNotAdded: .presentedViewNotAdded
        case .secondFinger: .secondFinger
        case .viewWithoutArea: .viewWithoutArea
        case .arrivedOffScreen: .arrivedOffScreen
        case .presenterLost: .presenterLost
        case .outlastsDuration: .outlastsDuration
        case .stageNotScrubbed: .stageNotScrubbed
        case .easedUnderFinger: .easedUnderFinger
        case .finishedWithoutMovement: .finishedWithoutMovement
        case .finishedByCanceledTouch: .finishedByCanceledTouch
        case .landedBeyondEdge: .landedBeyondEdge
        case .frameInOwnCoordinates: .frameInOwnCoordinates
        case .transformJumps: .transformJumps
        case .vanishedInDismissal: .vanishedInDismissal
        case .fractionOutOfRange: .fractionOutOfRange
        case .completedBeforeRelease: .completedBeforeRelease
        case .blockOfOtherEngine: .blockOfOtherEngine
        case .viewOfOtherEngine: .viewOfOtherEngine
        case .targetOfOtherType: .targetOfOtherType
        case .delegateWithoutEffect: .delegateWithoutEffect
        case .refused: .refused
        }
    }
  }

  @Test("Each advice, ignored and followed", arguments: Kind.allCases)
  func advice(_ kind: Kind) throws {
    for isFollowed in [false, true] {
      let scene = AdvisedScene(style: kind == .arrivedOffScreen ? .fullScreen : .custom)
      let isRight = try scene.play(kind, isFollowed)
      let kinds = scene.stage.engine.diagnostics.map { Kind($0) }
      if isFollowed {
        #expect(scene.stage.engine.diagnostics.isEmpty, "\(kind)")
        #expect(isRight, "\(kind): \(scene.stage.window.states().map(\.name))")
      } else {
        #expect(kinds.contains(kind) && Set(kinds).count == 1, "\(kind): \(kinds)")
      }
    }
  }
}

extension AdviceTests {
  @Test("The scene of refusals has each one once, in its order")
  func refusals() throws {
    let scene = AdvisedScene(style: .custom)
    _ = try scene.play(.refused, false)
    #expect(
      scene.engine.diagnostics == [
        .refused(.notInWindow(controller: "lonely")),
        .refused(.noSuchTab(controller: "tabs", index: 7, count: 2)),
        .refused(.cannotPopRoot(controller: "navigation")),
        .refused(.nestedNavigation(controller: "navigation", entry: "inner")),
        .refused(.notInStack(controller: "navigation", entry: "lonely")),
        .refused(.emptyContainer(controller: "navigation")),
        .refused(.styleNotPresentable(controller: "lonely")),
        .refused(.notPresenting(controller: "sheet")),
        .refused(.transitionInProgress(controller: "page")),
        .refused(.alreadyPresenting(controller: "page", presented: "sheet")),
        .refused(.alreadyPresented(controller: "sheet")),
      ])
  }
}

/// Scenes that deserve a diagnostic each, and the same scenes as the diagnostic advises.
struct AdvisedScene {
  let stage: ClosureStage
  var engine: Engine { stage.engine }
  var page: View { stage.page.view }
  var sheet: View { stage.sheet.view }

  init(style: ModalPresentationStyle) { stage = ClosureStage(style) }

  /// Plays a scene; returns whether it is right afterwards.
  func play(_ kind: AdviceTests.Kind, _ isFollowed: Bool) throws -> Bool {
    switch kind {
    case .undefinedFrame, .cyclicHierarchy, .timeWentBack, .layoutDidNotSettle, .layoutTooDeep,
      .textTooLong, .notFinite, .hierarchyTooDeep, .frameInOwnCoordinates, .transformJumps,
      .blockOfOtherEngine, .viewOfOtherEngine:
      try playViews(kind, isFollowed)
    case .completionMismatch, .outcomeAgainstPosition, .completedTwice, .transitionStuck,
      .presentedViewNotAdded, .viewWithoutArea, .arrivedOffScreen, .presenterLost,
      .outlastsDuration:
      try playAnimators(kind, isFollowed)
    case .stageNotScrubbed, .easedUnderFinger, .finishedWithoutMovement, .finishedByCanceledTouch,
      .landedBeyondEdge, .secondFinger, .fractionOutOfRange, .completedBeforeRelease,
      .targetOfOtherType:
      try playFingers(kind, isFollowed)
    case .detentOutOfReach, .rotatedInTransition, .ignoredCall, .ignoredAnimatorCall,
      .noTransition, .vanishedInDismissal, .delegateWithoutEffect, .refused:
      try playCalls(kind, isFollowed)
    }
  }

  func view(_ name: String, width: Double = 100, height: Double = 100) -> View {
    View(engine: engine, name: name, frame: Rect(x: 20, y: 40, width: width, height: height))
  }
}

// Views and layout.
extension AdvisedScene {
  /// Follows the width of its superview, or widens that, too.
  private final class FollowingView: View {
    var changesSuperview = false
    override func layoutSubviews() {
      if changesSuperview { superview?.bounds.size.width += 1 }
    }
  }

  private final class LeadingView: View {
    override func layoutSubviews() {
      for subview in subviews { subview.bounds.size.width = bounds.width / 2 }
    }
  }

  private func playViews(_ kind: AdviceTests.Kind, _ isFollowed: Bool) throws -> Bool {
    let view = view("view")
    page.addSubview(view)
    switch kind {
    case .undefinedFrame:
      let frame = Rect(x: 10, y: 10, width: 50, height: 50)
      if isFollowed { view.frame = frame }
      view.transform = Transform3D64(rotationAngle: 1)
      if !isFollowed { view.frame = frame }
      return view.bounds.size == frame.size && view.center == frame.center
    case .cyclicHierarchy:
      if isFollowed { page.insertSubview(view, at: 0) } else { view.addSubview(page) }
      return view.superview === page && page.superview === stage.window
    case .timeWentBack:
      engine.tick(at: 20)
      engine.tick(at: isFollowed ? 30 : 10)
      return engine.nanoseconds == 30
    case .layoutDidNotSettle:
      let leading = LeadingView(engine: engine, name: "leading")
      let following = FollowingView(engine: engine, name: "following")
      following.changesSuperview = !isFollowed
      page.addSubview(leading)
      leading.addSubview(following)
      leading.bounds.size.width = 100
      engine.tick(at: 10)
      return following.bounds.width == 50
    case .layoutTooDeep: return nestStacks(isFollowed ? StackView.deepestNesting : 90)
    case .textTooLong:
      let parts = isFollowed ? 2 : 1
      let labels = (0..<parts).map { _ in
        Label(engine: engine, text: String(repeating: "m", count: 120_000 / parts))
      }
      return labels.map(\.text.utf8.count).reduce(0, +) == 120_000
    case .notFinite:
      view.bounds.size.width = isFollowed ? 50 : 50 / (view.alpha - 1)
      ViewTree(stage.window).read(rebuild: { _ in }, change: { _, _ in })
      return view.frame.width == 50
    case .hierarchyTooDeep:
      var top = view
      for _ in 0..<(isFollowed ? ViewTree.deepestView - 10 : 1_100) {
        let next = self.view("deeper")
        top.addSubview(next)
        top = next
      }
      ViewTree(stage.window).read(rebuild: { _ in }, change: { _, _ in })
      return top.root === stage.window
    case .frameInOwnCoordinates:
      let frame = isFollowed ? page.convert(view.frame, to: nil) : view.convert(view.frame, to: nil)
      return frame == view.frame && view.convert(view.bounds, to: nil) == view.frame
    case .transformJumps:
      let scale = isFollowed ? 0.001 : 0
      engine.animate(duration: 0.5, curve: .linear) {
        view.transform = Transform3D64(scaleX: scale, y: scale)
      }
      engine.tick(at: 250_000_000)
      return abs(view.presentationFrame.width - 50) < 0.1
    case .blockOfOtherEngine:
      let animating = isFollowed ? view.engine : Engine()
      animating.animate(withDuration: 0.5) { view.alpha = 0 }
      engine.tick(at: 250_000_000)
      return abs(view.presentation.alpha - 0.5) < 1e-9
    case .viewOfOtherEngine:
      Engine.current = isFollowed ? engine : Engine()
      page.addSubview(View(frame: view.frame))
      return page.subviews.last?.engine === engine
    default: return false
    }
  }

  private func nestStacks(_ count: Int) -> Bool {
    var inner: View = Label(engine: engine, text: "text")
    for _ in 0..<count {
      let outer = StackView(engine: engine, axis: .vertical)
      outer.addSubview(inner)
      inner = outer
    }
    return inner.sizeThatFits(Size(width: 1_000, height: 1_000)).width > 0
  }
}

// How an animator moves and completes.
extension AdvisedScene {
  /// Slides the sheet up in 0.5 s, then calls `end`.
  private func slideUp(_ context: TransitionContext, end: @escaping (Bool) -> Void) {
    let bounds = context.containerView.bounds
    sheet.frame = bounds.offset(x: 0, y: bounds.height)
    context.containerView.addSubview(sheet)
    context.engine.animate(duration: 0.5, curve: .linear, animations: { sheet.frame = bounds }) {
      end($0)
    }
  }

  private func playAnimators(_ kind: AdviceTests.Kind, _ isFollowed: Bool) throws -> Bool {
    switch kind {
    case .completionMismatch:
      // Something else moves the sheet, so its animation does not finish.
      stage.animate = { context in
        slideUp(context) { finished in
          if isFollowed {
            context.completeTransition(!context.transitionWasCancelled)
          } else {
            context.completeTransition(finished)
          }
        }
        context.engine.animate(duration: 0.1) { sheet.alpha = 0.5 }
      }
      let interaction = PercentDrivenInteractiveTransition(engine: engine)
      stage.interaction = interaction
      try stage.page.presentOrThrow(stage.sheet, animated: true)
      interaction.update(0.5)
      interaction.cancel()
      stage.run()
      return stage.isPageShown
    case .outcomeAgainstPosition: return try reverse(isFollowed)
    case .completedTwice:
      stage.animate = { context in
        slideUp(context) { _ in
          context.complete()
          if !isFollowed { context.complete() }
        }
      }
    case .transitionStuck:
      stage.animate = { context in
        slideUp(context) { finished in
          if isFollowed || !finished { context.complete() }
        }
      }
    case .presentedViewNotAdded:
      stage.animate = { context in
        if isFollowed { context.containerView.addSubview(sheet) }
        context.engine.animate(duration: 0.5, animations: { sheet.alpha = 0.9 }) { _ in
          context.complete()
        }
      }
    case .viewWithoutArea:
      stage.animate = { context in
        context.containerView.addSubview(sheet)
        sheet.frame.size.height = 0
        if isFollowed { sheet.frame = context.containerView.bounds }
        context.complete()
      }
    case .outlastsDuration:
      stage.duration = isFollowed ? 1 : 0.5
      stage.animate = { context in
        slideUp(context) { _ in
          context.engine.animate(duration: 0.5, animations: { page.alpha = 0.5 }) { _ in
            context.complete()
          }
        }
      }
    default: return try dismissWrongly(kind, isFollowed)
    }
    try stage.presentFully()
    return stage.isSheetShown
  }

  private func reverse(_ isFollowed: Bool) throws -> Bool {
    var made: PropertyAnimator?
    stage.interruptible = { context in
      let bounds = context.containerView.bounds
      sheet.frame = bounds.offset(x: 0, y: bounds.height)
      context.containerView.addSubview(sheet)
      let animator = PropertyAnimator(engine: context.engine, duration: 0.5, curve: .linear) {
        sheet.frame = bounds
      }
      animator.addCompletion { position in
        context.completeTransition(
          isFollowed ? position == .end : !context.transitionWasCancelled)
      }
      made = animator
      return animator
    }
    try stage.page.presentOrThrow(stage.sheet, animated: true)
    stage.run(0.2)
    made?.isReversed = true
    stage.run()
    return stage.isPageShown
  }

  private func dismissWrongly(_ kind: AdviceTests.Kind, _ isFollowed: Bool) throws -> Bool {
    try stage.presentAtOnce()
    stage.animate = { context in
      if kind == .arrivedOffScreen, isFollowed, let view = context.view(for: .to) {
        view.frame = context.finalFrame(for: context.toController)
        context.containerView.insertSubview(view, at: 0)
      }
      if kind == .presenterLost, !isFollowed { context.containerView.insertSubview(page, at: 0) }
      if kind == .presenterLost, isFollowed, let view = context.view(for: .to) {
        context.containerView.insertSubview(view, at: 0)
      }
      context.engine.animate(duration: 0.5, animations: { sheet.frame.origin.y = 800 }) { _ in
        context.complete()
      }
    }
    try stage.sheet.dismissOrThrow(animated: true)
    stage.run()
    return stage.isPageShown
  }
}
