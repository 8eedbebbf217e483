import HeadlessUI

/// Supplies the animators of the top-drop, a full-screen modal that drops in from above the top
/// edge; keep it, because the controller does not.
final class TopDropDelegate: ModalDelegate {
  /// Makes a controller ready to be presented with the top-drop.
  init(_ controller: ViewController) {
    controller.modalPresentationStyle = .fullScreen
    controller.transitioningDelegate = self
  }

  func animator(_ direction: ModalDirection) -> any AnimatedTransitioning {
    EdgeSlideAnimator(direction, edge: .top)
  }
}

extension GalleryTransition {
  static let topDrop = modal("topDrop", duration: EdgeSlideAnimator.duration) {
    TopDropDelegate($0)
  }
}
