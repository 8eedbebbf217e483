import HeadlessUI

/// A full-screen modal that slides in from beyond an edge of the screen, and leaves there.
final class EdgeSlideAnimator: ModalAnimator {
  /// Where the modal comes from.
  enum Edge: Sendable {
    case top, right
  }

  let direction: ModalDirection
  let edge: Edge

  /// Seconds of either direction, eased in and out.
  static let duration = 0.5

  /// Creates an animator for one direction.
  init(_ direction: ModalDirection, edge: Edge) {
    self.direction = direction
    self.edge = edge
  }

  func present(_ context: TransitionContext) {
    let final = context.finalFrame(for: context.toController)
    let sheet: View = context.toController.view
    sheet.frame = offScreen(final, context)
    context.containerView.addSubview(sheet)
    context.engine.animate(duration: Self.duration) {
      sheet.frame = final
    } completion: { _ in
      if context.transitionWasCancelled { sheet.removeFromSuperview() }
      context.complete()
    }
  }

  func dismiss(_ context: TransitionContext) {
    let sheet: View = context.fromController.view
    context.insertPresenterBelow()
    context.engine.animate(duration: Self.duration) {
      sheet.frame = offScreen(sheet.frame, context)
    } completion: { _ in
      let leaving = context.transitionWasCancelled ? context.view(for: .to) : sheet
      leaving?.removeFromSuperview()
      context.complete()
    }
  }

  /// A frame moved to just beyond the edge.
  private func offScreen(_ frame: Rect, _ context: TransitionContext) -> Rect {
    switch edge {
    case .top: frame.offset(x: 0, y: -frame.height - frame.minY)
    case .right: frame.offset(x: context.containerView.bounds.width - frame.minX, y: 0)
    }
  }
}
