/// Owns the container while a controller is presented: decides the frame, adds chrome, and cleans
/// up.
///
/// It is created for the presentation and kept until the dismissal has completed.
open class PresentationController {
  /// The presented controller, which owns this presentation controller.
  public unowned let presentedViewController: ViewController

  /// The controller that presents, or nil once it is deallocated.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public internal(set) weak var presentingViewController: ViewController!

  /// The superview of everything that moves, or nil before the presentation and after the
  /// dismissal.
  public internal(set) var containerView: View?

  public init(presentedViewController presented: ViewController, presenting: ViewController?) {
    presentedViewController = presented
    presentingViewController = presenting
  }

  /// The frame where the presented view comes to rest; the container's bounds by default.
  ///
  /// Must be free of side effects, because it is read several times. Zero by default while there is
  /// no container.
  open var frameOfPresentedViewInContainerView: Rect { containerView?.bounds ?? .zero }

  /// Whether the presenter's view leaves the screen; by default, the style decides.
  open var shouldRemovePresentersView: Bool { resolvedStyle.removesPresentersView }

  /// Whether the presentation covers the window; true by default.
  ///
  /// If false, the nearest controller with `definesPresentationContext` presents, or the outermost
  /// controller if none defines a context, and only its view is covered. Read once, before the
  /// presentation.
  open var shouldPresentInFullscreen: Bool { true }

  /// The view that is presented: by default, the presented controller's.
  ///
  /// Override it to wrap the controller's view in another view, such as one with a shadow.
  /// Transitions then move the wrapper: ``TransitionContext/view(for:)`` returns it, and the
  /// container contains it. If it is nil, the controller's view is used. Must be free of side
  /// effects, because it is read several times.
  open var presentedView: View? { presentedViewController.view }

  /// The presentation style of the presented controller; never `automatic`.
  public var presentationStyle: ModalPresentationStyle { resolvedStyle }

  /// The style on a smaller screen; every screen is large enough here.
  open var adaptivePresentationStyle: ModalPresentationStyle { .none }

  /// The size of a controller's view within the container; by default, the container's size.
  ///
  /// A subclass can call this in its ``frameOfPresentedViewInContainerView``.
  open func size(
    forChildContentContainer container: any ContentContainer,
    withParentContainerSize size: Size
  ) -> Size { size }

  /// Lays the container out again; call it when your controller's preferred size has changed.
  open func preferredContentSizeDidChange(
    forChildContentContainer container: any ContentContainer
  ) { containerView?.setNeedsLayout() }

  /// Called before the window is rotated to a size; animate alongside with the coordinator.
  open func viewWillTransition(to size: Size, with coordinator: TransitionCoordinator) {}

  open func presentationTransitionWillBegin() {}
  open func presentationTransitionDidEnd(_ completed: Bool) {}
  open func dismissalTransitionWillBegin() {}
  open func dismissalTransitionDidEnd(_ completed: Bool) {}
  open func containerViewWillLayoutSubviews() {}
  open func containerViewDidLayoutSubviews() {}

  /// The presented view, or the controller's own view if a subclass returns nil.
  var movedView: View { presentedView ?? presentedViewController.view }

  /// Whether only the view of a controller is covered instead of the window.
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
