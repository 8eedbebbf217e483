/// Owns the container while a controller is presented: decides the frame, adds chrome, cleans up.
///
/// Created for the presentation and kept until the dismissal has completed.
open class PresentationController {
  /// The controller that keeps this presentation controller.
  public unowned let presentedViewController: ViewController

  /// The controller that presents, or nil after its end.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public internal(set) weak var presentingViewController: ViewController!

  /// The superview of everything that moves, or nil before the presentation and after the
  /// dismissal.
  public internal(set) var containerView: View?

  public init(presentedViewController presented: ViewController, presenting: ViewController?) {
    presentedViewController = presented
    presentingViewController = presenting
  }

  /// Where the presented view comes to rest; the container's bounds by default.
  ///
  /// Must be free of side effects, because it is read several times. The zero rectangle while there
  /// is not a container.
  open var frameOfPresentedViewInContainerView: Rect { containerView?.bounds ?? .zero }

  /// Whether the presenter's view leaves the screen; as the style says by default.
  open var shouldRemovePresentersView: Bool { resolvedStyle.removesPresentersView }

  /// Whether the presentation covers the window; true by default.
  ///
  /// When false, the nearest controller with `definesPresentationContext` presents, or the
  /// outermost one when there is none, and only its view is covered. Read once, before the
  /// presentation.
  open var shouldPresentInFullscreen: Bool { true }

  /// The view that is presented: by default, the presented controller's.
  ///
  /// Override it to return a view around that one, such as one with a shadow. Transitions then move
  /// that view: ``TransitionContext/view(for:)`` returns it, and the container has it. Must be free
  /// of side effects, because it is read several times. With nil, the controller's view is used.
  open var presentedView: View? { presentedViewController.view }

  /// The presentation style of the presented controller.
  public var presentationStyle: ModalPresentationStyle { resolvedStyle }

  /// The style on a smaller screen; every screen is large enough here.
  open var adaptivePresentationStyle: ModalPresentationStyle { .none }

  /// The size of a controller's view within the container; by default the container's.
  ///
  /// For a subclass to call in its ``frameOfPresentedViewInContainerView``.
  open func size(
    forChildContentContainer container: any ContentContainer,
    withParentContainerSize size: Size
  ) -> Size { size }

  /// For a subclass to override; call it where your controller's preferred size has changed.
  open func preferredContentSizeDidChange(
    forChildContentContainer container: any ContentContainer
  ) { containerView?.setNeedsLayout() }

  /// Called before the window is turned to a size; animate alongside with the coordinator.
  open func viewWillTransition(to size: Size, with coordinator: TransitionCoordinator) {}

  open func presentationTransitionWillBegin() {}
  open func presentationTransitionDidEnd(_ completed: Bool) {}
  open func dismissalTransitionWillBegin() {}
  open func dismissalTransitionDidEnd(_ completed: Bool) {}
  open func containerViewWillLayoutSubviews() {}
  open func containerViewDidLayoutSubviews() {}

  /// The presented view, or the controller's own where a subclass returns nil.
  var movedView: View { presentedView ?? presentedViewController.view }

  /// Whether only the view of a controller is covered, and not the window.
  var usesCurrentContext: Bool { resolvedStyle.usesCurrentContext || !shouldPresentInFullscreen }

  var resolvedStyle: ModalPresentationStyle {
    let controller = presentedViewController
    return controller.modalPresentationStyle.resolved(controller.engine.automaticStyle)
  }
}

/// The superview of everything that moves in a modal transition.
final class ContainerView: View {
  weak var presentationController: PresentationController?

  override func layoutSubviews() {
    // After the transition has been taken down, nothing is left to place.
    guard superview != nil else { return }
    presentationController?.containerViewWillLayoutSubviews()
    for subview in subviews { subview.layoutIfNeeded() }
    presentationController?.containerViewDidLayoutSubviews()
  }
}
