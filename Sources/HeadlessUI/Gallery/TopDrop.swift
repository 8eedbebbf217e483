/// A full-screen modal that drops in from above the top edge, and leaves there.
final class TopDropAnimator: ModalAnimator {
  let direction: ModalDirection

  /// Seconds of either direction, eased in and out.
  static let duration = 0.5

  /// Creates an animator for one direction.
  init(_ direction: ModalDirection) {
    self.direction = direction
  }

  func present(_ context: TransitionContext) {
    let final = context.finalFrame(for: context.toController)
    let sheet = context.toController.view
    sheet.frame = final.offset(x: 0, y: -final.height - final.minY)
    context.containerView.addSubview(sheet)
    context.engine.animate(duration: Self.duration) {
      sheet.frame = final
    } completion: { _ in
      if context.transitionWasCancelled { sheet.removeFromSuperview() }
      context.complete()
    }
  }

  func dismiss(_ context: TransitionContext) {
    let sheet = context.fromController.view
    context.insertPresenterBelow()
    context.engine.animate(duration: Self.duration) {
      sheet.frame = sheet.frame.offset(x: 0, y: -sheet.frame.height - sheet.frame.minY)
    } completion: { _ in
      let leaving = context.transitionWasCancelled ? context.view(for: .to) : sheet
      leaving?.removeFromSuperview()
      context.complete()
    }
  }
}

/// Supplies the animators of the top-drop; keep it, because the controller does not.
final class TopDropDelegate: TransitioningDelegate {
  /// Makes a controller ready to be presented with the top-drop.
  init(_ controller: ViewController) {
    controller.modalPresentationStyle = .fullScreen
    controller.transitioningDelegate = self
  }

  func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    TopDropAnimator(.present)
  }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    TopDropAnimator(.dismiss)
  }
}

extension GalleryTransition {
  static let topDrop = modal("topDrop", duration: TopDropAnimator.duration) { TopDropDelegate($0) }
}
