import MotionKernels

extension Window {
  /// Turns the screen to another size, as a device that is rotated does.
  ///
  /// Asks the root controller and what is presented on it, in that order
  /// (``ViewController/viewWillTransition(to:with:)``). Then, in one animation: their views fill the
  /// window or get the frames of their presentations, the blocks that were queued alongside run, and
  /// all views that need it are laid out. During a transition, and with a size that is not finite or
  /// negative, the call is reported and ignored.
  ///
  /// - Parameters:
  ///   - size: The new size of the screen, in points.
  ///   - duration: Seconds.
  public func rotate(to size: Size, duration: Double = 0.3) {
    guard size.width >= 0, size.height >= 0, size.width.isFinite, size.height.isFinite else {
      return engine.report(.notFinite(view: name))
    }
    guard !engine.hasTransitions else {
      return engine.report(.rotatedInTransition(window: name))
    }
    let rotation = RotationCoordinator(duration: duration)
    for controller in controllersOnScreen {
      controller.viewWillTransition(to: size, with: rotation)
    }
    engine.performWithoutAnimation { bounds.size = size }
    engine.animate(duration: duration) {
      for controller in controllersOnScreen { place(controller) }
      for block in rotation.blocks { block(rotation) }
      layoutIfNeeded()
    } completion: { _ in
      for completion in rotation.completions { completion(rotation) }
    }
  }

  /// The root controller, what it presents, and what that presents.
  private var controllersOnScreen: [ViewController] {
    var controllers: [ViewController] = []
    var next = rootViewController
    while let controller = next {
      controllers.append(controller)
      next = controller.presentedViewController
    }
    return controllers
  }

  /// Gives a controller's view the frame that it has in the new bounds.
  private func place(_ controller: ViewController) {
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

  /// Runs a block in the animation of the rotation, after the controllers' views have their new frames.
  public func animate(alongside animation: @escaping Handler, completion: Handler? = nil) {
    blocks.append(animation)
    if let completion { completions.append(completion) }
  }
}
