import MotionKernels

/// A switch of a container's content in progress: push, pop or tab selection.
final class ContentOperation: TransitionOperation {
  private var appearance: AppearanceCalls

  /// Sets the container's state, before the "did" calls.
  private let settle: (_ didComplete: Bool) -> Void

  /// Tells the container's delegate of a switch that completed, after the "did" calls.
  private let announce: () -> Void

  private init(
    _ appearance: AppearanceCalls, settle: @escaping (Bool) -> Void, announce: @escaping () -> Void
  ) {
    self.appearance = appearance
    self.settle = settle
    self.announce = announce
  }

  /// Switches from one controller to another; both views fill the container.
  ///
  /// Sends the "will" calls, then starts the animator, or applies the end state when there is none.
  /// In a container that is in no window, no controller appears or disappears.
  static func start(
    in container: View, from: ViewController, to: ViewController, animator chosen: ChosenAnimator?,
    returning: AppearanceCalls.Returning, willStart: () -> Void = {},
    settle: @escaping (_ didComplete: Bool) -> Void, announce: @escaping () -> Void
  ) {
    to.fill(container.bounds)
    let isAnimated = chosen != nil
    let context = TransitionContext(
      engine: container.engine, containerView: container, isAnimated: isAnimated, style: .none,
      from: TransitionContext.Participant(
        controller: from, ownView: from.shownView, initialFrame: container.bounds),
      to: TransitionContext.Participant(
        controller: to, ownView: to.shownView, finalFrame: container.bounds))
    let isInWindow = container.window != nil
    let appearance = AppearanceCalls(
      incoming: isInWindow ? to.shownController : nil,
      outgoing: isInWindow ? from.shownController : nil, isAnimated: isAnimated,
      returning: returning)
    context.activate(
      for: ContentOperation(appearance, settle: settle, announce: announce),
      interactor: chosen?.interactor)
    willStart()
    appearance.announce()
    if let chosen { return context.start(chosen) }
    context.startWithoutAnimator()
    container.addSubview(to.shownView)
    container.layoutIfNeeded()
    context.completeTransition(true)
    context.engine.endTransition(context)
  }

  func reverseAppearance() { appearance.reverse() }

  func end(_ context: TransitionContext, didComplete: Bool) {
    let (from, to) = (context.movedView(for: .from), context.movedView(for: .to))
    (didComplete ? from : to).removeFromSuperview()
    settle(didComplete)
    if !didComplete, from.superview == nil { context.containerView.addSubview(from) }
    appearance.end(didComplete: didComplete, incomingFirst: !didComplete)
    if didComplete { announce() }
    context.announceEnd(didComplete: didComplete)
  }
}

// The views that a container shows for an entry: the entry's own view, and what it presents in the
// current context.
extension ViewController {
  /// The presentation that covers only this controller's view, or nil if there is none.
  private var contextPresentation: PresentationController? {
    guard let presentation = presented?.presentationController, presentation.usesCurrentContext
    else { return nil }
    return presentation
  }

  /// The container of the modal that replaced the view on screen, or nil if the view is shown
  /// itself.
  private var replacement: View? {
    home != nil && view.superview == nil ? contextPresentation?.containerView : nil
  }

  /// The view that shows the controller in the container around it.
  var shownView: View { replacement ?? view }

  /// The controller that is shown there: this one, or the modal that replaced it.
  var shownController: ViewController { replacement == nil ? self : presented ?? self }

  /// Gives the view, and a modal that covers only the view, a frame in their container.
  func fill(_ frame: Rect) {
    view.setLayoutFrame(frame)
    guard let presentation = contextPresentation, let container = presentation.containerView,
      container.frame != frame
    else { return }
    container.frame = frame
    presentation.movedView.setLayoutFrame(presentation.frameOfPresentedViewInContainerView)
  }
}

/// A container controller's view, which its content fills.
final class ContentHostView: View {
  let content: View

  override init(engine: Engine, name: String, frame: Rect = .zero) {
    content = View(engine: engine, name: "\(name) content")
    super.init(engine: engine, name: name, frame: frame)
    addSubview(content)
  }

  override func layoutSubviews() {
    guard content.frame != bounds else { return }
    content.frame = bounds
    for view in content.subviews { view.setLayoutFrame(content.bounds) }
  }
}
