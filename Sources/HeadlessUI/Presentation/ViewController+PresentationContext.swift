extension ViewController {
  /// Step 6 of §9.1, called on the presented controller: container, context and relation.
  func makePresentationContext(
    _ controller: PresentationController, presenting: ViewController, isAnimated: Bool
  ) -> TransitionContext {
    let container = makeContainer(controller, presenting: presenting)
    let removesPresenter = controller.shouldRemovePresentersView
    if removesPresenter { presenting.home = ViewHome(of: presenting.view) }
    presentationController = controller
    self.presenting = presenting
    presenting.presented = self
    return TransitionContext(
      engine: engine, containerView: container, isAnimated: isAnimated,
      style: controller.resolvedStyle,
      from: TransitionContext.Participant(
        controller: presenting, view: removesPresenter ? presenting.view : nil,
        initialFrame: presenting.frameInContainer(container)),
      to: TransitionContext.Participant(
        controller: self, view: view,
        finalFrame: controller.frameOfPresentedViewInContainerView))
  }

  /// The context of a dismissal, called on the presented controller.
  func makeDismissalContext(
    _ controller: PresentationController, presenting: ViewController, container: View,
    isAnimated: Bool
  ) -> TransitionContext {
    TransitionContext(
      engine: engine, containerView: container, isAnimated: isAnimated,
      style: controller.resolvedStyle,
      from: TransitionContext.Participant(
        controller: self, view: view, initialFrame: view.frame),
      to: TransitionContext.Participant(
        controller: presenting, view: controller.shouldRemovePresentersView ? presenting.view : nil,
        finalFrame: presenting.frameInContainer(container)))
  }

  /// A container over the window, or over the view of the controller that defines the context.
  private func makeContainer(
    _ controller: PresentationController, presenting: ViewController
  ) -> View {
    let container = ContainerView(engine: engine, name: "container")
    container.presentationController = controller
    if controller.resolvedStyle.usesCurrentContext, let superview = presenting.view.superview {
      container.frame = presenting.view.frame
      superview.insertSubview(container, aboveSubview: presenting.view)
    } else if let window = presenting.hostWindow {
      container.frame = window.bounds
      window.addSubview(container)
    }
    controller.containerView = container
    return container
  }

  /// The frame of this controller's view as seen from a container that covers its place.
  private func frameInContainer(_ container: View) -> Rect {
    guard let superview = view.superview ?? home?.superview, superview.root === container.root
    else {
      return container.bounds
    }
    return container.convert(view.frame, from: superview)
  }
}
