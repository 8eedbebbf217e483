import MotionKernels

extension Window {
  /// Turns the screen to another size, as a device that is rotated does.
  ///
  /// Asks the root controller and what is presented on it, in that order
  /// (``ViewController/viewWillTransition(to:with:)``). Then their views fill the window or get the
  /// frames of their presentations, the blocks that were queued alongside run in an animation, and
  /// all views that need it are laid out, as `layout` says. During a transition, and with a size that
  /// is not finite or negative, the call is reported and ignored.
  ///
  /// - Parameters:
  ///   - size: The new size of the screen, in points.
  ///   - duration: Seconds; zero, negative and NaN apply the size at once.
  ///   - layout: Whether views get one layout, and move to it, or one in every frame.
  public func rotate(
    to size: Size, duration: Double = 0.3, layout: RotationLayout = .once
  ) {
    guard size.width >= 0, size.height >= 0, size.width.isFinite, size.height.isFinite else {
      return engine.report(.notFinite(view: name))
    }
    guard !engine.hasTransitions else {
      return engine.report(.rotatedInTransition(window: name))
    }
    let rotation = RotationCoordinator(duration: duration)
    forEachControllerOnScreen { $0.viewWillTransition(to: size, with: rotation) }
    let isGradual = layout == .everyFrame && duration > 0
    if !isGradual {
      engine.performWithoutAnimation { bounds.size = size }
    }
    engine.animate(duration: duration) {
      if isGradual { bounds.size = size } else { placeControllers(in: bounds) }
      for block in rotation.blocks { block(rotation) }
      if !isGradual { layoutIfNeeded() }
    } completion: { _ in
      for completion in rotation.completions { completion(rotation) }
    }
    if isGradual {
      layOutGradually(until: engine.commitTime + duration)
    } else {
      // What is left of an earlier rotation is an animation of the window alone.
      resizeEnd = nil
    }
  }

  /// Lays out for the size that the window has in this frame of a rotation.
  ///
  /// Waits for the end of a transition: its views stand where the transition put them.
  func layOutForShownSize() {
    guard let end = resizeEnd, !engine.hasTransitions else { return }
    let isOver = engine.now >= end - AnimationGroup.tolerance
    placeControllers(in: isOver ? bounds : presentation.bounds)
    if isOver { resizeEnd = nil }
  }

  private func layOutGradually(until end: Double) {
    // What is left of an earlier rotation is added to the size, so layout goes on until both have ended.
    resizeEnd = max(end, resizeEnd ?? end)
    engine.keepResizing(self)
  }

  /// Calls `body` with the root controller, what it presents, and what that presents.
  private func forEachControllerOnScreen(_ body: (ViewController) -> Void) {
    // Not an array, which would be allocated in every frame.
    var next = rootViewController
    while let controller = next {
      body(controller)
      next = controller.presentedViewController
    }
  }

  private func placeControllers(in bounds: Rect) {
    forEachControllerOnScreen { place($0, in: bounds) }
  }

  /// Gives a controller's view the frame that it has within bounds of the window.
  private func place(_ controller: ViewController, in bounds: Rect) {
    guard let presentation = controller.presentationController,
      let container = presentation.containerView
    else {
      if controller.view.transform == .identity { controller.view.frame = bounds }
      return
    }
    if container.superview === self { container.frame = bounds }
    if controller.view.transform == .identity {
      controller.view.frame = presentation.frameOfPresentedViewInContainerView
    }
  }
}

/// How often a rotation lays out what is on the screen.
public enum RotationLayout: Sendable {
  /// Once, for the new size: every view that moves has an animation of its own, as on the platform.
  case once

  /// In every frame, for the size that the window has in it, as while a user resizes a window: text is
  /// broken again, and no view but the window has an animation.
  case everyFrame
}

/// Lets controllers animate alongside a rotation.
public final class RotationCoordinator {
  public typealias Handler = (RotationCoordinator) -> Void

  /// Seconds that the rotation takes.
  public let transitionDuration: Double

  fileprivate var blocks: [Handler] = []
  fileprivate var completions: [Handler] = []

  fileprivate init(duration: Double) {
    transitionDuration = duration
  }

  /// Runs a block in the animation of the rotation.
  ///
  /// With ``RotationLayout/once``, the controllers' views have their new frames by then.
  public func animate(alongside animation: @escaping Handler, completion: Handler? = nil) {
    blocks.append(animation)
    if let completion { completions.append(completion) }
  }
}
