import HeadlessUI

/// Supplies the parts of a modal transition: an animator for each direction, and what follows a
/// finger.
///
/// Keep a reference to a delegate; the controller does not.
protocol ModalDelegate: TransitioningDelegate {
  func animator(_ direction: ModalDirection) -> any AnimatedTransitioning

  /// What drives the transition, or nil unless a finger does.
  func interaction(_ direction: ModalDirection) -> (any InteractiveTransitioning)?
}

extension ModalDelegate {
  func interaction(_ direction: ModalDirection) -> (any InteractiveTransitioning)? { nil }

  func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? { animator(.present) }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? { animator(.dismiss) }

  func interactionControllerForPresentation(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? { interaction(.present) }

  func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? { interaction(.dismiss) }
}
