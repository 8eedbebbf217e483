import MotionKernels

extension Window {
  /// Changes the size of the screen, as when a device is rotated.
  ///
  /// Calls ``ViewController/viewWillTransition(to:with:)`` on the root controller and then on the
  /// controllers presented on it. Their views fill the window or get the frames of their
  /// presentations, and the views that need it are laid out: once, in an animation, or anew at
  /// every tick. In both cases, the blocks that were queued alongside run in an animation. During a
  /// transition, or with a negative or infinite size or NaN, the call is reported and ignored. If
  /// the duration is not positive, the size applies at once.
  public func rotate(
    to size: Size, duration: Double = 0.3, layout: RotationLayout = .once
  ) {
    guard size.width >= 0, size.height >= 0, size.width.isFinite, size.height.isFinite else {
      return engine.report(.notFinite(view: name))
    }
    guard !engine.hasTransitions else { return engine.report(.rotatedInTransition(window: name)) }
    let rotation = rootViewController.map { makeRotation(of: $0, duration: duration) }
    let coordinator = rotation?.coordinator
    forEachController(from: rootViewController) { controller in
      guard let coordinator else { return }
      controller.presentationController?.viewWillTransition(to: size, with: coordinator)
      controller.viewWillTransition(to: size, with: coordinator)
    }
    let isGradual = layout == .everyFrame && duration > 0
    if !isGradual { engine.performWithoutAnimation { bounds.size = size } }
    engine.animate(duration: duration) {
      if isGradual { bounds.size = size } else { placeControllers(in: bounds) }
      rotation?.runBlocksOfRotation()
      if !isGradual { layoutIfNeeded() }
    } completion: { _ in
      rotation?.runAlongsideCompletions()
    }
    if isGradual {
      engine.keepResizing(self)
    } else {
      // An earlier rotation may still animate the window alone.
      engine.stopResizing(self)
    }
  }

  /// Creates the context of a rotation, in which the root controller is on both sides.
  private func makeRotation(of root: ViewController, duration: Double) -> TransitionContext {
    let side = TransitionContext.Participant(controller: root, ownView: root.view)
    let context = TransitionContext(
      engine: engine, containerView: self, isAnimated: true, style: .none, from: side, to: side)
    context.clock = TransitionClock(start: engine.commitTime, duration: duration)
    return context
  }

  /// Gives the controllers' views the frames for the size that the window shows at this tick.
  ///
  /// Does nothing during a transition, whose views stay where the transition puts them.
  ///
  /// - Returns: Whether the window has its final size and the views have their final frames.
  func placeForShownSize() -> Bool {
    guard !engine.hasTransitions else { return false }
    let isOver = !engine.isResizing(self)
    placeControllers(in: isOver ? bounds : presentation.bounds)
    return isOver
  }

  /// Calls `body` with each controller in a chain of presentations, starting with `first`, and
  /// after each one with the controllers that its children present.
  private func forEachController(from first: ViewController?, _ body: (ViewController) -> Void) {
    // Not an array, which would be allocated in every frame.
    var next = first
    while let controller = next {
      body(controller)
      forEachPresented(in: controller, body)
      next = controller.presented
    }
  }

  private func forEachPresented(in container: ViewController, _ body: (ViewController) -> Void) {
    for child in container.children {
      forEachController(from: child.presented, body)
      forEachPresented(in: child, body)
    }
  }

  func placeControllers(in bounds: Rect) {
    placedSize = bounds.size
    forEachController(from: rootViewController) { place($0, in: bounds) }
  }

  /// Gives a controller's view its frame for the given bounds of the window.
  private func place(_ controller: ViewController, in bounds: Rect) {
    guard let presentation = controller.presentationController,
      let container = presentation.containerView
    else {
      return controller.view.setLayoutFrame(bounds)
    }
    if container.superview === self {
      container.frame = bounds
    } else if let presenter = presentation.presentingViewController?.view {
      // The containers around the presenter and the container give them their frames.
      rootViewController?.view.layoutIfNeeded()
      if container.superview?.superview is ContentHostView {
        // A container lays out what is in it, and the presenter may have left it.
        presenter.setLayoutFrame(container.frame)
      } else {
        container.frame = presenter.placement
      }
    }
    presentation.movedView.setLayoutFrame(presentation.frameOfPresentedViewInContainerView)
  }
}

/// How often a rotation lays out the views on the screen.
public enum RotationLayout: Sendable {
  /// Once, for the new size: every view that moves has its own animation, as on the platform.
  case once

  /// In every frame, for the window's size in that frame, as while a user resizes a window: text is
  /// broken into lines again. The rotation animates only the window's size, not other views.
  case everyFrame
}
