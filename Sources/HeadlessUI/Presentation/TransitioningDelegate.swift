/// Supplies the parts of a modal transition; the presented controller holds it weakly.
///
/// Its methods must not have side effects.
public protocol TransitioningDelegate: AnyObject {
  /// The animator of the presentation, or nil for the system default.
  func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)?

  /// The animator of the dismissal, or nil for the system default.
  func animationController(forDismissed dismissed: ViewController) -> (any AnimatedTransitioning)?

  /// The interaction controller of the presentation, or nil if no interaction is in progress.
  func interactionControllerForPresentation(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)?

  /// The interaction controller of the dismissal, or nil if no interaction is in progress.
  func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)?

  /// The presentation controller for style `custom`, or nil for the default one.
  func presentationController(
    forPresented presented: ViewController, presenting: ViewController?, source: ViewController
  ) -> PresentationController?
}

extension TransitioningDelegate {
  public func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    presented.unanswered.insert(.presentationAnimator)
    return nil
  }

  public func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    dismissed.unanswered.insert(.dismissalAnimator)
    return nil
  }

  public func interactionControllerForPresentation(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? { nil }

  public func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? { nil }

  public func presentationController(
    forPresented presented: ViewController, presenting: ViewController?, source: ViewController
  ) -> PresentationController? {
    presented.unanswered.insert(.presentationController)
    return nil
  }
}
